import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { linkTo } from '../../routing/place.ts'
import { Badge, ModelConfidence, ProductLink } from '../../ui/marks.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

/** Duplicate alerts of a product in any status. */
export function ProductAlerts({ utpid }: { readonly utpid: string }): JSX.Element {
  const asked = useRequest((signal) => api.duplicates(utpid, { status: 'all', limit: 50 }, { signal }), utpid)
  return (
    <Loaded asked={asked}>
      {({ results }) => (
        <Table
          label="Duplicate alerts"
          empty={<Empty title="No possible duplicates" />}
          rows={results}
          keyOf={({ alertId }) => alertId}
          columns={[
            {
              label: 'Product',
              isName: true,
              show: ({ utpid: other, name }) => <ProductLink utpid={other}>{name}</ProductLink>,
            },
            { label: 'Confidence', show: ({ confidence }) => <ModelConfidence value={confidence} /> },
            {
              label: 'Status',
              show: ({ status }) => <Badge tone={status === 'open' ? 'warn' : 'plain'}>{status}</Badge>,
            },
            {
              label: 'Actions',
              isActions: true,
              show: ({ alertId, status, name }) =>
                status === 'open' && (
                  <a href={linkTo(['review', alertId])} aria-label={`Review ${name}`}>
                    Review
                  </a>
                ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}

import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Figures } from '../../ui/charts/figures.tsx'
import { When } from '../../ui/marks.tsx'
import { count } from '../../ui/show-values.ts'
import { Empty, Loaded } from '../../ui/states.tsx'

/** Figures of the registry. */
export function RegistryFigures(): JSX.Element {
  const asked = useRequest((signal) => api.stats({}, { signal }), 'stats')
  return (
    <Loaded asked={asked}>
      {({ products, records, suppliers, duplicates, lastUpdated }) =>
        records.total === 0 ? (
          <Empty title="The registry is empty">
            <a href="#/jobs/import">Import a feed</a> to start.
          </Empty>
        ) : (
          <Figures
            label="The registry"
            figures={[
              { label: 'Products', value: count(products.total), about: `${count(products.verified)} verified` },
              {
                label: 'Records',
                value: count(records.total),
                about: <a href="#/suppliers">of {count(suppliers.total)} suppliers</a>,
              },
              {
                label: 'Open alerts',
                value: count(duplicates.open),
                about: duplicates.open > 0 ? <a href="#/review">Review them</a> : 'nothing to decide',
              },
              {
                label: 'Merged alerts',
                value: count(duplicates.merged),
                about: `${count(duplicates.dismissed)} dismissed`,
              },
              { label: 'Last change', value: <When at={lastUpdated} /> },
            ]}
          />
        )
      }
    </Loaded>
  )
}

import type { JSX } from 'preact'
import { api } from '../../../data/api/api.ts'
import { useRequest } from '../../../data/hooks/use-request.ts'
import { count } from '../../../ui/show-values.ts'
import { Empty, Failure, Loading } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { alertQuery, type QueueFilter, queueLink } from './queue-filter.ts'
import { groupText } from './queue-texts.ts'

const MAX_GROUPS = 100

/** Groups of like questions, largest first: one reason between the same two suppliers. */
export function QueueGroups({
  filter,
  nameOf,
}: {
  readonly filter: QueueFilter
  readonly nameOf: (supplier: string) => string
}): JSX.Element {
  const { order: _, ...query } = alertQuery(filter) ?? {}
  const key = JSON.stringify(query)
  const { data, error, refresh } = useRequest(() => api.alertGroups({ ...query, limit: MAX_GROUPS }), key)
  if (error !== undefined) return <Failure error={error} onRetry={refresh} />
  if (data === undefined) return <Loading label="Groups" />
  const { total, results } = data
  return (
    <section class="panel panel-body stack">
      <p class="dim small" role="status">
        {total === results.length ? count(total) : `${count(results.length)} of ${count(total)}`}{' '}
        {total === 1 ? 'group' : 'groups'} of like questions, largest first.
      </p>
      <Table
        label="Groups of like questions"
        rows={results}
        keyOf={({ group }) => group}
        empty={<Empty title="No open alerts">Nothing fits this choice.</Empty>}
        columns={[
          {
            label: 'Group',
            isName: true,
            show: ({ group, count: number, reason, suppliers }) => (
              <a href={queueLink({ ...filter, group }, 'list')}>
                {groupText(count(number), reason, suppliers, nameOf)}
              </a>
            ),
          },
          { label: 'Alerts', isNumber: true, show: ({ count: number }) => count(number) },
          { label: 'For example', show: ({ example }) => example.names.join(' · ') },
        ]}
      />
    </section>
  )
}

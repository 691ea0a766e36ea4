import type { Job } from '@utpid/client'
import type { JSX } from 'preact'
import { Panel } from '../../ui/panel.tsx'
import { count, percent } from '../../ui/show-values.ts'
import { Table } from '../../ui/table.tsx'

type Report = NonNullable<Job['columns']>
type Column = Report['columns'][number]

/** The columns of an imported feed with their fields. */
export function JobColumns({ report }: { readonly report: Report }): JSX.Element {
  const { rows, columns, more, constants } = report
  const ignored = columns.filter(({ targets }) => targets.length === 0).length
  return (
    <Panel title="Columns">
      <div class="stack">
        <p class="dim">
          {ignored === 0
            ? 'Every column with values became a field.'
            : `${count(ignored)} of ${count(columns.length)} columns became no field. Their values stay in extra.`}
          {constants.map(({ target, value }) => ` ${target} is ${value} in every record.`)}
        </p>
        <Table
          label="Columns of the feed"
          rows={columns}
          keyOf={({ path }) => path}
          columns={[
            { label: 'Column', isName: true, show: ({ path }) => path },
            { label: 'Filled', isNumber: true, show: ({ filled }) => (rows === 0 ? '' : percent(filled / rows)) },
            { label: 'Field', show: (column) => fieldOf(column) },
            { label: 'Known by', show: ({ by }) => by ?? '' },
            {
              label: 'Values look like',
              show: ({ guess }) => (guess === undefined ? '' : `${guess.kind}, ${percent(guess.confidence)}`),
            },
            {
              label: 'Examples',
              show: ({ examples }) => (examples.length === 0 ? '' : <span class="dim">{examples.join(' · ')}</span>),
            },
          ]}
        />
        {more > 0 && <p class="dim">And {count(more)} more.</p>}
      </div>
    </Panel>
  )
}

function fieldOf({ targets, kept }: Column): string {
  if (targets.length === 0) return 'ignored'
  return kept === 0 ? targets.join(', ') : `${targets.join(', ')}; in extra in ${count(kept)} rows`
}

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { download } from '../../data/download.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { usePages } from '../../data/hooks/use-pages.ts'
import type { ShownKind } from '../../data/jobs.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Badge, Confidence, ProductLink, type Tone } from '../../ui/marks.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { words } from '../../ui/show-values.ts'
import { Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { csvOf, type ResultRow, resultsOf } from './result-row.ts'

const PAGE = 200
const TONES: Readonly<Record<string, Tone>> = {
  match: 'good',
  linked: 'good',
  review: 'warn',
  alerted: 'warn',
  invalid: 'bad',
  rejected: 'bad',
  unreadable: 'bad',
  ending: 'bad',
  created: 'accent',
}

interface JobResultsProps {
  readonly kind: ShownKind
  readonly id: string
  /** A new value reloads the results from the first page. */
  readonly turn: string
  readonly isOver: boolean
}

/** Results of a job by row, with a filter by outcome and a download. */
export function JobResults({ kind, id, turn, isOver }: JobResultsProps): JSX.Element {
  const [wanted, setWanted] = useState('')
  const pages = usePages<ResultRow>(async (cursor, signal) => {
    const ask = kind === 'batch' ? api.batchResults : api.importResults
    const { results, next } = await ask(id, { cursor, limit: PAGE }, { signal })
    // While a job runs, the service always returns a cursor, since later results may follow.
    return { results: results.flatMap(resultsOf), next: results.length < PAGE ? null : next }
  }, `${id} ${turn}`)
  const action = useAction(async (format: 'csv' | 'ndjson') => {
    const rows: unknown[] = []
    for await (const row of kind === 'batch' ? api.streamBatchResults(id) : api.streamImportResults(id)) rows.push(row)
    if (format === 'csv') download(`${kind}-${id}.csv`, csvOf(rows.flatMap(resultsOf)), 'text/csv')
    else
      download(
        `${kind}-${id}.jsonl`,
        rows.map((row) => `${JSON.stringify(row)}\n`),
        'application/x-ndjson',
      )
  })
  const outcomes = [...new Set(pages.rows?.map(({ outcome }) => outcome))]
  return (
    <Panel
      title="Results"
      aside={
        isOver && (
          <>
            <Button isSmall isBusy={action.isBusy} onPress={() => void action.run('csv')}>
              Download CSV
            </Button>
            <Button isSmall isBusy={action.isBusy} onPress={() => void action.run('ndjson')}>
              Download JSON Lines
            </Button>
          </>
        )
      }
    >
      <div class="stack">
        {action.error !== undefined && <Failure error={action.error} />}
        {outcomes.length > 1 && (
          <div class="filters">
            <SelectField
              label="Show"
              value={wanted}
              onInput={setWanted}
              options={[['', 'All'], ...outcomes.map((each) => [each, words(each)] as const)]}
            />
          </div>
        )}
        <PagedList pages={pages} empty={<Empty title="No results yet" />}>
          {(rows) => <ResultsTable rows={rows.filter(({ outcome }) => wanted === '' || outcome === wanted)} />}
        </PagedList>
      </div>
    </Panel>
  )
}

function ResultsTable({ rows }: { readonly rows: readonly ResultRow[] }): JSX.Element {
  return (
    <Table
      label="Results"
      rows={rows}
      keyOf={({ index, outcome, ref }) => (index === undefined ? `${outcome} ${ref}` : String(index))}
      columns={[
        { label: 'Row', show: ({ index, line }) => line ?? (index === undefined ? '' : index + 1) },
        {
          label: 'Outcome',
          show: ({ outcome }) => <Badge tone={TONES[outcome] ?? 'plain'}>{words(outcome)}</Badge>,
        },
        { label: 'Reference', show: ({ ref }) => ref },
        {
          label: 'Product',
          show: ({ utpid, name }) => (utpid === '' ? '' : <ProductLink utpid={utpid}>{name || utpid}</ProductLink>),
        },
        {
          label: 'Confidence',
          show: ({ confidence }) => (confidence === undefined ? '' : <Confidence value={confidence} />),
        },
        { label: 'Why', show: ({ why }) => (why === '' ? '' : <span class="dim">{why}</span>) },
      ]}
    />
  )
}

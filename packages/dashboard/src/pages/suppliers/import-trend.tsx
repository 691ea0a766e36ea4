import type { ImportSummary } from '@utpid/client'
import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { usePages } from '../../data/hooks/use-pages.ts'
import { type BarPart, Legend, StackedBar } from '../../ui/charts/stacked-bar.tsx'
import { When } from '../../ui/marks.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count } from '../../ui/show-values.ts'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

const PAGE = 20

/** Imports of a supplier, newest first, each with a bar of its outcomes. @param change - A new value reloads the list. */
export function ImportTrend({ supplier, change }: { readonly supplier: string; readonly change: number }): JSX.Element {
  const pages = usePages<ImportSummary>(async (cursor, signal) => {
    const after = cursor === undefined ? {} : { after: Number(cursor) }
    const { results } = await api.supplierImports(supplier, { limit: PAGE, ...after }, { signal })
    const last = results.length < PAGE ? undefined : results.at(-1)
    return { results, next: last === undefined ? null : String(last.change) }
  }, `${supplier} ${change}`)
  return (
    <Panel title="Imports">
      <PagedList
        pages={pages}
        empty={
          <Empty title="No import is stored">
            Each import that changes or rejects records appears here. Records that were written one by one do not.
          </Empty>
        }
      >
        {(imports) => <Imports imports={imports} />}
      </PagedList>
    </Panel>
  )
}

function Imports({ imports }: { readonly imports: readonly ImportSummary[] }): JSX.Element {
  const most = Math.max(1, ...imports.map((each) => sumOf(partsOf(each))))
  const newest = imports[0]
  return (
    <div class="stack">
      {newest !== undefined && <Legend parts={partsOf(newest)} />}
      <Table
        label="Imports"
        rows={imports}
        keyOf={({ change }) => String(change)}
        columns={[
          {
            label: 'Import',
            isName: true,
            show: ({ finishedAt, source }) => (
              <>
                <When at={finishedAt} /> <span class="dim file-name">{source?.file ?? ''}</span>
              </>
            ),
          },
          { label: 'Outcomes', show: (each) => <StackedBar parts={partsOf(each)} most={most} /> },
          { label: 'Linked', isNumber: true, show: ({ counts }) => count(counts.linked) },
          { label: 'New', isNumber: true, show: ({ counts }) => count(counts.created) },
          { label: 'Doubtful', isNumber: true, show: ({ counts }) => count(counts.alerted) },
          { label: 'Updated', isNumber: true, show: ({ counts }) => count(counts.updated) },
          { label: 'Unchanged', isNumber: true, show: ({ counts }) => count(counts.unchanged) },
          { label: 'Rejected', isNumber: true, show: ({ counts }) => count(counts.rejected) },
          { label: 'Repaired', isNumber: true, show: ({ counts }) => count(counts.repaired) },
          { label: 'Deactivated', isNumber: true, show: ({ counts }) => count(counts.deactivated) },
        ]}
      />
    </div>
  )
}

/** Returns the records of an import by outcome. Each record is in one part. */
function partsOf({ counts }: ImportSummary): BarPart[] {
  return [
    { name: 'Linked', amount: counts.linked, tone: 'good' },
    { name: 'New', amount: counts.created, tone: 'accent' },
    { name: 'Doubtful', amount: counts.alerted, tone: 'warn' },
    { name: 'Updated', amount: counts.updated, tone: 'ink' },
    { name: 'Unchanged', amount: counts.unchanged, tone: 'edge' },
    { name: 'Rejected', amount: counts.rejected, tone: 'bad' },
  ]
}

function sumOf(parts: readonly BarPart[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

import type { ImportSummary } from '@utpid/client'
import type { JSX } from 'preact'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { Figures } from '../../ui/charts/figures.tsx'
import { When } from '../../ui/marks.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count, percent, words } from '../../ui/show-values.ts'
import { Table } from '../../ui/table.tsx'

/** Figures and reasons of the last import of a supplier. */
export function LastImport({ summary }: { readonly summary: ImportSummary }): JSX.Element {
  const { finishedAt, full, resumed, source } = summary
  const file = source?.file
  return (
    <section class="stack" aria-labelledby="last-import">
      <div>
        <h2 id="last-import">Last import</h2>
        <p class="dim small">
          <When at={finishedAt} />
          {file !== undefined && (
            <>
              , <span class="file-name">{file}</span>
            </>
          )}
          {full === true && ', a full feed'}
          {resumed === true && '. The import was interrupted once: the reasons cover only its last part.'}
        </p>
      </div>
      <ImportFigures summary={summary} />
      <Reasons summary={summary} />
    </section>
  )
}

function ImportFigures({ summary }: { readonly summary: ImportSummary }): JSX.Element {
  const { counts, source = {} } = summary
  const { unreadable = 0, ignored = [] } = source
  const { linked, created, alerted, updated, unchanged, rejected, repaired, superseded, suppressed, deactivated } =
    counts
  const rare = (label: string, value: number, about: string) =>
    value === 0 ? [] : [{ label, value: count(value), about }]
  return (
    <Figures
      label="Last import"
      figures={[
        { label: 'Linked', value: count(linked), about: 'to existing products' },
        { label: 'New', value: count(created), about: 'became a new product' },
        { label: 'Doubtful', value: count(alerted), about: 'new, but look like another product' },
        { label: 'Updated', value: count(updated), about: `${count(unchanged)} unchanged` },
        { label: 'Repaired', value: count(repaired), about: 'values corrected' },
        { label: 'Rejected', value: count(rejected), about: 'not usable' },
        { label: 'Ignored columns', value: count(ignored.length), about: 'have values, but no field' },
        ...rare('Unreadable', unreadable, 'lines of the file'),
        ...rare('Deactivated', deactivated, 'no longer in the feed'),
        ...rare('Superseded', superseded, 'replaced by a later row'),
        ...rare('Suppressed', suppressed, 'their product was deleted'),
      ]}
    />
  )
}

function Reasons({ summary }: { readonly summary: ImportSummary }): JSX.Element {
  const { rejections, repairs, source } = summary
  const ignored = source?.ignored ?? []
  return (
    <div class="grid">
      <Panel title="Rejected, by reason">
        <ReasonBars label="Rejected records by reason" amounts={rejections} none="No record was rejected." />
      </Panel>
      <Panel title="Repaired, by reason">
        <ReasonBars label="Repaired records by reason" amounts={repairs} none="No record was repaired." />
      </Panel>
      {ignored.length > 0 && (
        <Panel title="Ignored columns">
          <Table
            label="Ignored columns"
            rows={ignored}
            keyOf={({ column }) => column}
            columns={[
              { label: 'Column', isName: true, show: ({ column }) => <span class="file-name">{column}</span> },
              { label: 'Filled', isNumber: true, show: ({ filled }) => percent(filled) },
              { label: 'Looks like', show: ({ guess }) => (guess === undefined ? '' : words(guess)) },
            ]}
          />
        </Panel>
      )}
    </div>
  )
}

interface ReasonBarsProps {
  readonly label: string
  readonly amounts: Readonly<Partial<Record<string, number>>>
  /** Shown instead of an empty list. */
  readonly none: string
}

function ReasonBars({ label, amounts, none }: ReasonBarsProps): JSX.Element {
  const reasons = Object.entries(amounts)
    .map(([code, amount = 0]) => ({ code, amount }))
    .sort((a, b) => b.amount - a.amount)
  if (reasons.length === 0) return <p class="dim">{none}</p>
  const most = reasons[0]?.amount ?? 1
  return (
    <BarList
      label={label}
      rows={reasons.map(({ code, amount }) => ({
        name: code,
        label: words(code),
        share: amount / most,
        value: count(amount),
      }))}
    />
  )
}

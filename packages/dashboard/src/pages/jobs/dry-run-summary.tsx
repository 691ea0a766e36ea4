import type { ImportResult } from '@utpid/client'
import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Confidence, ProductLink } from '../../ui/marks.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count, words } from '../../ui/show-values.ts'
import { Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type DryRunResult = Extract<ImportResult, { readonly outcome: 'dry_run' }>
type Example = NonNullable<DryRunResult['examples']['linked']>[number]

/** A group of examples with its title. */
interface Group {
  readonly title: string
  readonly rows: readonly ExampleRow[]
}

interface ExampleRow extends Pick<Example, 'index' | 'line' | 'supplier' | 'code' | 'name' | 'product' | 'confidence'> {
  readonly message?: string
}

const ESTIMATES: Readonly<Record<DryRunResult['estimates'][number], string>> = {
  too_many_records: 'The feed has more new records than the service keeps in memory.',
  other_writes: 'The registry was written at the same time.',
  files_apart: 'Each file was tried alone.',
}

/** Summary of a dry run: examples of what the import would do. */
export function DryRunSummary({ id }: { readonly id: string }): JSX.Element {
  const asked = useRequest(async () => {
    let summary: DryRunResult | undefined
    for await (const row of api.streamImportResults(id)) if (row.outcome === 'dry_run') summary = row
    return { summary }
  }, id)
  return (
    <Panel title="Effect of the import">
      <div class="stack">
        <p class="notice" role="status">
          This was a dry run: nothing was written.
        </p>
        <Loaded asked={asked}>{({ summary }) => (summary === undefined ? null : <Summary summary={summary} />)}</Loaded>
      </div>
    </Panel>
  )
}

function Summary({ summary }: { readonly summary: DryRunResult }): JSX.Element {
  const { estimates, newSuppliers } = summary
  return (
    <>
      {estimates.map((reason) => (
        <p key={reason} class="notice warn">
          The counts are estimates. {ESTIMATES[reason]}
        </p>
      ))}
      {newSuppliers.length > 0 && <p>New suppliers: {newSuppliers.join(', ')}.</p>}
      {groupsOf(summary).map(({ title, rows }) => (
        <ExampleTable key={title} title={title} rows={rows} />
      ))}
    </>
  )
}

function groupsOf({ examples, rejections, repairs }: DryRunResult): Group[] {
  const groups: Group[] = Object.entries(examples).map(([outcome, rows]) => ({
    title: `Would be ${words(outcome)}`,
    rows,
  }))
  for (const { code, count: number, examples: rows } of rejections) {
    groups.push({ title: `Would be rejected: ${words(code)} (${count(number)})`, rows })
  }
  for (const { code, count: number, examples: rows } of repairs) {
    const shown = rows.map(({ field, before = '', after = '', ...row }) => ({
      ...row,
      message: before === '' ? `${field}: ${after}` : `${field}: ${before} → ${after === '' ? 'removed' : after}`,
    }))
    groups.push({ title: `Would be repaired: ${words(code)} (${count(number)})`, rows: shown })
  }
  return groups.filter(({ rows }) => rows.length > 0)
}

function ExampleTable({ title, rows }: Group): JSX.Element {
  const columns: readonly Column<ExampleRow>[] = [
    { label: 'Row', show: ({ index, line }) => line ?? index + 1 },
    { label: 'Record', show: ({ supplier = '', code = '' }) => `${supplier} ${code}`.trim() },
    { label: 'Name', show: ({ name = '' }) => name },
    { label: 'Product', show: ({ product }) => (product === undefined ? '' : <ProductCell product={product} />) },
    {
      label: 'Confidence',
      show: ({ confidence }) => (confidence === undefined ? '' : <Confidence value={confidence} />),
    },
    { label: 'Why', show: ({ message = '' }) => (message === '' ? '' : <span class="dim">{message}</span>) },
  ]
  return (
    <>
      <h3>{title}</h3>
      <Table
        label={title}
        rows={rows}
        keyOf={({ index }) => String(index)}
        columns={columns.filter(({ show }) => rows.some((row) => show(row) !== ''))}
      />
    </>
  )
}

/** A product that does not exist yet has no link. */
function ProductCell({ product }: Required<Pick<Example, 'product'>>): JSX.Element {
  const { utpid, name, record } = product
  if (utpid !== undefined) return <ProductLink utpid={utpid}>{name}</ProductLink>
  return (
    <>
      {name} {record !== undefined && <span class="dim">{`${record.supplier} ${record.code}`}</span>}
    </>
  )
}

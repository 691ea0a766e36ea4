import { ESTIMATE_REASONS } from '@utpid/core/codes'
import type { DryRunWithLines, ExampleOutcome } from '@utpid/core/operations'
import { counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { table } from '../text/table.ts'
import type { FeedReport } from './import-feed.ts'

type Example = DryRunWithLines['examples'][ExampleOutcome][number]
type Place = Pick<Example, 'index' | 'line' | 'supplier' | 'code' | 'name'>

const NAME_CHARACTERS = 32
const VALUE_CHARACTERS = 40

/** The outcomes with a sentence for their examples, in the order of the text. */
const SENTENCES: readonly (readonly [ExampleOutcome, (count: string) => string])[] = [
  ['linked', (count) => `${count} would be linked to a product with other records`],
  ['created', (count) => `${count} would become a new product`],
  ['alerted', (count) => `${count} would become a new product with a duplicate alert`],
  ['updated', (count) => `${count} would be updated`],
  ['unchanged', (count) => `${count} would stay unchanged`],
  ['suppressed', (count) => `${count} would be suppressed, since a person deleted the product`],
  ['superseded', (count) => `${count} would be replaced by a later record of the same batch with the same code`],
  ['removed', (count) => `${count} would be deactivated, since the feed removes them`],
  ['absent', (count) => `${count} would be ignored: the feed removes codes that are unknown or already inactive`],
]

/** Formats the examples of a dry run of one feed. */
export function dryRunText(report: FeedReport, dryRun: DryRunWithLines): string {
  const parts: string[] = []
  for (const [outcome, sentence] of SENTENCES) {
    if (report[outcome] === 0) continue
    const examples = dryRun.examples[outcome]
    parts.push(
      `${sentence(counted(report[outcome], 'record'))}${examples.length > 0 ? ':' : '.'}\n${exampleTable(examples)}`,
    )
  }
  for (const { code, count, examples } of dryRun.rejections) {
    const rows = examples.map((each) => [...placeOf(each), each.message])
    parts.push(`${counted(count, 'record')} would be rejected (${code}):\n${table([...PLACE, 'reason'], rows)}`)
  }
  for (const { code, count, examples } of dryRun.repairs) {
    const rows = examples.map((each) => [...placeOf(each), each.field, each.before ?? '', each.after ?? ''])
    const value = (title: string) => ({ title, maxColumns: VALUE_CHARACTERS })
    parts.push(
      `${counted(count, 'record')} would be repaired (${code}):\n${table([...PLACE, 'field', value('before'), value('after')], rows)}`,
    )
  }
  for (const { supplier, known, missing } of report.full ?? []) {
    parts.push(
      `${whole(missing)} of ${counted(known, 'known record')} of ${supplier} are missing from the feed and would be deactivated.\n`,
    )
  }
  if (dryRun.newSuppliers.length > 0) {
    parts.push(`New suppliers: ${dryRun.newSuppliers.map(printable).join(', ')}.\n`)
  }
  return parts.map((part) => `\n${part}`).join('')
}

/** Returns the last line of a dry run: that nothing was written, and why the counts are estimates. */
export function dryRunNotice(dryRuns: readonly DryRunWithLines[]): string {
  const reasons = new Set(dryRuns.flatMap(({ estimates }) => estimates))
  const lines = [...reasons].map((reason) => `These counts are estimates: ${ESTIMATE_REASONS[reason]}`)
  return [...lines, 'This was a dry run: nothing was written.'].map((line) => `${line}\n`).join('')
}

const PLACE = ['line', 'record', { title: 'name', maxColumns: NAME_CHARACTERS }] as const

function placeOf({ index, line, supplier, code, name = '' }: Place): string[] {
  return [whole(line ?? index + 1), supplier === undefined ? '' : `${supplier}:${code ?? ''}`, name]
}

function exampleTable(examples: readonly Example[]): string {
  if (examples.length === 0) return ''
  const rows = examples.map((each) => [...placeOf(each), productText(each), confidenceText(each)])
  if (rows.every(([, , , product]) => product === ''))
    return table(
      [...PLACE],
      rows.map((row) => row.slice(0, 3)),
    )
  return table([...PLACE, 'product', { title: 'confidence', align: 'right' }], rows)
}

/** A product without a UTPID does not exist yet, so another record of the feed stands for it. */
function productText({ product }: Example): string {
  if (product === undefined) return ''
  const { utpid, record, name } = product
  return `${utpid ?? (record === undefined ? 'new' : `${record.supplier}:${record.code}`)} ${name}`
}

function confidenceText({ confidence }: Example): string {
  return confidence === undefined ? '' : confidence.toFixed(3)
}

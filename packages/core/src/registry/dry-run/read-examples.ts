import { defined } from '../../model/defined.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'
import type { AlertRow, ProductRow } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type DryRunExample, type DryRunProduct, EXAMPLE_OUTCOMES, type ExampleOutcome } from './dry-run-report.ts'
import { EXAMPLES_SHOWN, type ExampleCollector, type NotedRecord } from './example-collector.ts'

/** The ledgers from which examples are read. */
interface ExampleSources extends Pick<RegistryContext, 'format'> {
  /** The ledger with the writes of the dry run. */
  readonly overlay: Ledger
  /** The ledger without these writes. */
  readonly base: Ledger
}

/** The outcomes of records that the import would not write. */
const WITHOUT_PRODUCT: ReadonlySet<ExampleOutcome> = new Set(['superseded', 'suppressed', 'removed', 'absent', 'kept'])
const NEW_OUTCOMES: ReadonlySet<ExampleOutcome> = new Set(['linked', 'created', 'alerted'])

/** Returns the examples of each outcome as of the end of the dry run, with the products that they are about. */
export async function readExamples(
  sources: ExampleSources,
  { noted }: ExampleCollector,
): Promise<Record<ExampleOutcome, DryRunExample[]>> {
  const examples = Object.fromEntries(EXAMPLE_OUTCOMES.map((name) => [name, []])) as unknown as Record<
    ExampleOutcome,
    DryRunExample[]
  >
  const all = EXAMPLE_OUTCOMES.flatMap((name) => noted[name]).sort((a, b) => a.index - b.index)
  for (const record of all) {
    if (!NEW_OUTCOMES.has(record.outcome) && examples[record.outcome].length >= EXAMPLES_SHOWN) continue
    const { outcome, example } = await readExample(sources, record)
    if (examples[outcome].length < EXAMPLES_SHOWN) examples[outcome].push(example)
  }
  return examples
}

async function readExample(
  sources: ExampleSources,
  { outcome, confidence, ...record }: NotedRecord,
): Promise<{ readonly outcome: ExampleOutcome; readonly example: DryRunExample }> {
  const { overlay } = sources
  const asNoted = { outcome, example: { ...record, ...defined({ confidence }) } }
  if (WITHOUT_PRODUCT.has(outcome)) return { outcome, example: record }
  const [id] = await overlay.bySupplierCode([record])
  const [stored] = id === undefined ? [] : await overlay.getRecords([id])
  const link = stored?.link
  // An overlay that is full does not have the record.
  if (stored === undefined || link === undefined) return asNoted
  const [product] = await overlay.getProducts([link.productId])
  if (product === undefined) return asNoted
  const current = await currentOutcome(sources, outcome, link.method === 'created', product)
  if (current.alert !== undefined) {
    return {
      outcome: 'alerted',
      example: { ...record, ...(await otherSide(sources, current.alert, product.id, stored)) },
    }
  }
  if (current.outcome === 'created') return { outcome: 'created', example: record }
  return {
    outcome: current.outcome,
    example: {
      ...record,
      product: await productOf(sources, product, stored),
      confidence: link.confidence / 10_000,
    },
  }
}

/** Returns the outcome of a record as of now. A later record may have changed the outcome of a new record. */
async function currentOutcome(
  { overlay }: ExampleSources,
  outcome: ExampleOutcome,
  isFirst: boolean,
  { id }: ProductRow,
): Promise<{ readonly outcome: ExampleOutcome; readonly alert?: AlertRow }> {
  if (!NEW_OUTCOMES.has(outcome)) return { outcome }
  if (!isFirst) return { outcome: 'linked' }
  const [alerts = []] = await overlay.openAlerts([id])
  const [alert] = [...alerts].sort((a, b) => b.confidence - a.confidence)
  return alert === undefined ? { outcome: 'created' } : { outcome: 'alerted', alert }
}

/** Returns the other product of an alert. */
async function otherSide(
  sources: ExampleSources,
  alert: AlertRow,
  own: ProductId,
  stored: StoredRecord,
): Promise<Pick<DryRunExample, 'product' | 'confidence'>> {
  const other = alert.products.find((id) => id !== own) ?? own
  const [product] = await sources.overlay.getProducts([other])
  return {
    ...(product === undefined ? {} : { product: await productOf(sources, product, stored) }),
    confidence: alert.confidence / 10_000,
  }
}

/** Describes a product. A product that the registry does not have yet has no UTPID, and the name of another record. */
async function productOf(
  { overlay, base, format }: ExampleSources,
  { id, goldenRecord, records }: ProductRow,
  own: StoredRecord,
): Promise<DryRunProduct> {
  const [lineage] = await base.lineage([id])
  const [known] = await base.getProducts([id])
  const other = records.find((each) => each !== own.row.id)
  const [stored] = other === undefined ? [] : await overlay.getRecords([other])
  const record = stored?.row.record
  return {
    name: known?.goldenRecord.name ?? record?.name ?? goldenRecord.name,
    ...(lineage === undefined ? {} : { utpid: format.format(id) }),
    ...(record === undefined ? {} : { record: { supplier: record.supplier, code: record.code } }),
  }
}

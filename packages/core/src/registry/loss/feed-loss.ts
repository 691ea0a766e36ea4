import { RegistryError } from '../../model/registry-error.ts'
import type { Utpid } from '../../model/utpid.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** The reason why a record ends: a full feed lacks it, or a row of the feed removes it. */
export type EndingReason = 'missing' | 'removed'

/** A record that an import would deactivate. */
export interface EndingRecord {
  readonly supplier: string
  readonly code: string
  readonly name: string
  readonly city?: string
  /** The UTPID of its product. */
  readonly utpid: Utpid
  readonly reason: EndingReason
  /** True if the product would have no active record left. */
  readonly isLast: boolean
}

/** The active records of one supplier that an import would deactivate. */
export interface SupplierLoss {
  readonly supplier: string
  /** The number of active records before the import. */
  readonly known: number
  /** The number of these records that would end. */
  readonly ending: number
  /** True if more records would end than allowed. */
  readonly isExcessive: boolean
}

/** The records that an import would deactivate. At this time, the import has written nothing. */
export interface FeedLoss {
  /** The suppliers with records that would end. */
  readonly suppliers: readonly SupplierLoss[]
  /** The share of a supplier's records that may end, 0 to 1. */
  readonly allowLoss: number
  /** The number of records that would end. */
  readonly ending: number
  /** The number of products that would lose their last active record. */
  readonly retiring: number
  /** Yields all records that would end. */
  records(): AsyncGenerator<EndingRecord, void>
}

/** The number of ending records to read at once. */
const RECORDS_PER_PAGE = 500

/** Describes records that would end. It reads all of them, to count their products. */
export async function describeLoss(
  context: RegistryContext,
  reasons: ReadonlyMap<RecordId, EndingReason>,
  { suppliers, allowLoss }: Pick<FeedLoss, 'suppliers' | 'allowLoss'>,
  signal: AbortSignalLike | undefined,
): Promise<FeedLoss> {
  let ending = 0
  let retiring = 0
  for await (const { isFirst } of endingRecords(context, reasons, signal)) {
    ending++
    if (isFirst) retiring++
  }
  return {
    suppliers,
    allowLoss,
    ending,
    retiring,
    async *records() {
      for await (const { record } of endingRecords(context, reasons, signal)) yield record
    },
  }
}

interface Described {
  readonly record: EndingRecord
  /** True for the first record of a product that would have no active record left. */
  readonly isFirst: boolean
}

async function* endingRecords(
  context: RegistryContext,
  reasons: ReadonlyMap<RecordId, EndingReason>,
  signal: AbortSignalLike | undefined,
): AsyncGenerator<Described, void> {
  const { ledger, format } = context
  let page: RecordId[] = []
  async function* described(): AsyncGenerator<Described, void> {
    checkSignal(signal)
    const stored = await readInChunks(page, (ids) => ledger.getRecords(ids))
    const linked = stored.flatMap((each) => (each?.link === undefined ? [] : [{ row: each.row, link: each.link }]))
    const products = await readInChunks(
      linked.map(({ link }) => link.productId),
      (ids) => ledger.getProducts(ids),
    )
    for (const [at, { row, link }] of linked.entries()) {
      const members = (products[at] as ProductRow | undefined)?.records ?? []
      const isLast = members.every((id) => reasons.has(id))
      const { supplier, code, name, location } = row.record
      const { city } = location ?? {}
      const reason = reasons.get(row.id) as EndingReason
      const utpid = format.format(link.productId)
      const record = { supplier, code, name, ...(city === undefined ? {} : { city }), utpid, reason, isLast }
      yield { record, isFirst: isLast && members[0] === row.id }
    }
    await context.yield()
  }
  for (const id of reasons.keys()) {
    page.push(id)
    if (page.length < RECORDS_PER_PAGE) continue
    yield* described()
    page = []
  }
  if (page.length > 0) yield* described()
}

/** Returns the error of an import that would end more records than allowed. */
export function excessiveLoss({ suppliers, allowLoss, ending, retiring }: FeedLoss): RegistryError {
  const excessive = suppliers.filter(({ isExcessive }) => isExcessive)
  const [first, ...others] = excessive as [SupplierLoss, ...SupplierLoss[]]
  const more = others.length === 0 ? '' : ` (and of ${others.length} other suppliers)`
  return new RegistryError(
    'excessive_loss',
    `${first.ending} of ${first.known} active records of ${first.supplier}${more} would end, which is more than the share of ${allowLoss} that is allowed; nothing was written. If they no longer exist, repeat the import with allowLoss ${neededShare(excessive)}.`,
    { details: { suppliers, ending, retiring, allowLoss } },
  )
}

/** Returns the share that allows these losses, rounded up to a thousandth. */
export function neededShare(suppliers: readonly Pick<SupplierLoss, 'known' | 'ending'>[]): number {
  return Math.max(0, ...suppliers.map(({ known, ending }) => Math.ceil((ending / known) * 1_000) / 1_000))
}

import { LIMITS } from '../../model/limits.ts'
import type { Utpid } from '../../model/utpid.ts'
import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { LinkMethod, ProductRow } from '../../storage/rows.ts'
import { compareText } from '../../text/text-order.ts'
import { type CallOptions, checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { scanPages } from '../copy/scan-ledger.ts'

/**
 * How sure the product of a code is. `verified`: the product is verified. `alert`: an open duplicate alert names the
 * product. `linked`: neither.
 */
export type CrosswalkStatus = 'verified' | 'alert' | 'linked'

/** A supplier code with its product, for systems that use their own codes. */
export interface CrosswalkRow {
  readonly utpid: Utpid
  readonly supplier: string
  readonly code: string
  /** The displayed name, city and country of the product. */
  readonly name: string
  readonly city?: string
  /** The ISO 3166-1 alpha-2 code of the country. */
  readonly country?: string
  /** The confidence of the link, 0 to 1. */
  readonly confidence: number
  readonly status: CrosswalkStatus
  readonly method: LinkMethod
  /** The time since which the code has belonged to this product, ISO 8601 UTC. */
  readonly since: string
}

/**
 * Yields every active supplier code with its UTPID, in the order of UTPID, supplier and code. The order of UTPIDs is
 * that of their numbers, and the default UTPID format keeps it. Memory does not depend on the number of codes. The result
 * may or may not include concurrent writes: a code that moves to another product meanwhile may be missing or occur twice.
 * Each row is correct at the time of its read.
 *
 * @throws RegistryError `storage_corrupt` at the end, if no process has written meanwhile and the number of rows
 *   differs from the counter.
 */
export async function* listCrosswalk(
  context: RegistryContext,
  { signal }: CallOptions,
): AsyncGenerator<CrosswalkRow, void> {
  const { ledger, storage } = context
  const startHead = await ledger.head()
  let rows = 0
  const scan = (after: number = -1) => ledger.scanProducts(after, LIMITS.rowsPerPage)
  for await (const page of scanPages(scan, ({ id }) => id)) {
    checkSignal(signal)
    const ids = page.flatMap(({ records }) => records)
    const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
    let next = 0
    for (const product of page) {
      const records = stored.slice(next, next + product.records.length)
      next += product.records.length
      const codes = codesOf(context, product, records)
      rows += codes.length
      yield* codes
    }
  }
  const counted = (await ledger.counters()).get('records') ?? 0
  if (rows === counted || (await ledger.head()).change !== startHead.change) return
  throw damagedRegistry(`it has ${rows} active records, but its counter is ${counted}`, storage.place)
}

/** Returns the rows of one product, by supplier and code. Leaves out records that have left the product meanwhile. */
function codesOf(
  { format }: RegistryContext,
  { id, goldenRecord, verified, duplicates }: ProductRow,
  records: readonly (StoredRecord | undefined)[],
): CrosswalkRow[] {
  const { name, city, country } = goldenRecord
  const utpid = format.format(id)
  const status = verified ? 'verified' : duplicates > 0 ? 'alert' : 'linked'
  const rows = records.flatMap((record): CrosswalkRow[] => {
    if (record?.link?.productId !== id) return []
    const { supplier, code } = record.row.record
    const { confidence, method, since } = record.link
    return [
      {
        utpid,
        supplier,
        code,
        name,
        ...(city === undefined ? {} : { city }),
        ...(country === undefined ? {} : { country }),
        confidence: confidence / 10_000,
        status,
        method,
        since,
      },
    ]
  })
  return rows.sort((a, b) => compareText(a.supplier, b.supplier) || compareText(a.code, b.code))
}

import { LIMITS } from '../../model/limits.ts'
import type { Utpid } from '../../model/utpid.ts'
import { damagedRegistry } from '../../storage/ledger/whole-ledger.ts'
import type { LinkMethod } from '../../storage/rows.ts'
import { type CallOptions, checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { scanPages } from '../copy/walk-ledger.ts'

/** Which product a supplier's code means, for systems that keep codes of their own. */
export interface CrosswalkRow {
  readonly utpid: Utpid
  readonly supplier: string
  readonly code: string
  /** 0 to 1: of the link. */
  readonly confidence: number
  readonly method: LinkMethod
  /** ISO 8601 UTC, since when the code means this product. */
  readonly since: string
}

/**
 * Every active supplier code with its UTPID, by ascending record id, which is no order that means
 * anything. What is written meanwhile may or may not show; each row is right when it is read.
 *
 * @throws RegistryError `storage_corrupt` in the end, when nothing was written meanwhile and there were fewer rows, or more,
 *   than the counters tell of.
 */
export async function* listCrosswalk(
  { ledger, format, storage }: RegistryContext,
  { signal }: CallOptions,
): AsyncGenerator<CrosswalkRow, void> {
  const began = await ledger.head()
  let rows = 0
  const scan = (after: number = -1) => ledger.scanRecords(after, LIMITS.rowsPerPage)
  for await (const page of scanPages(scan, ({ row }) => row.id)) {
    checkSignal(signal)
    for (const { row, link } of page) {
      if (link === undefined) continue
      rows++
      const { supplier, code } = row.record
      const { productId, confidence, method, since } = link
      yield { utpid: format.format(productId), supplier, code, confidence: confidence / 10_000, method, since }
    }
  }
  const counted = (await ledger.counters()).get('records') ?? 0
  if (rows === counted || (await ledger.head()).change !== began.change) return
  throw damagedRegistry(`it has ${rows} active records, and its counters tell of ${counted}`, storage.place)
}

import { LIMITS } from '../../model/limits.ts'
import type { Utpid } from '../../model/utpid.ts'
import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import type { LinkMethod } from '../../storage/rows.ts'
import { type CallOptions, checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { scanPages } from '../copy/scan-ledger.ts'

/** A supplier code with its product, for systems that use their own codes. */
export interface CrosswalkRow {
  readonly utpid: Utpid
  readonly supplier: string
  readonly code: string
  /** The confidence of the link, 0 to 1. */
  readonly confidence: number
  readonly method: LinkMethod
  /** The time since which the code has belonged to this product, ISO 8601 UTC. */
  readonly since: string
}

/**
 * Yields every active supplier code with its UTPID. The order is by record id, which has no meaning. The result may or
 * may not include concurrent writes. Each row is correct at the time of its read.
 *
 * @throws RegistryError `storage_corrupt` at the end, if no process has written meanwhile and the number of rows
 *   differs from the counter.
 */
export async function* listCrosswalk(
  { ledger, format, storage }: RegistryContext,
  { signal }: CallOptions,
): AsyncGenerator<CrosswalkRow, void> {
  const startHead = await ledger.head()
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
  if (rows === counted || (await ledger.head()).change !== startHead.change) return
  throw damagedRegistry(`it has ${rows} active records, but its counter is ${counted}`, storage.place)
}

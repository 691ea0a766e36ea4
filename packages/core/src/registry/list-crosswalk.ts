import { LIMITS } from '../model/limits.ts'
import type { Utpid } from '../model/utpid.ts'
import type { LinkMethod } from '../storage/rows.ts'
import { type CallOptions, checkSignal } from './check-signal.ts'
import type { RegistryContext } from './registry-context.ts'
import { scanPages } from './walk-ledger.ts'

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
 */
export async function* listCrosswalk(
  { ledger, format }: RegistryContext,
  { signal }: CallOptions,
): AsyncGenerator<CrosswalkRow, void> {
  const scan = (after: number = -1) => ledger.scanRecords(after, LIMITS.rowsPerPage)
  for await (const page of scanPages(scan, ({ row }) => row.id)) {
    checkSignal(signal)
    for (const { row, link } of page) {
      if (link === undefined) continue
      const { supplier, code } = row.record
      const { productId, confidence, method, since } = link
      yield { utpid: format.format(productId), supplier, code, confidence: confidence / 10_000, method, since }
    }
  }
}

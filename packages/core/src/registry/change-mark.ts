import { RegistryError } from '../model/registry-error.ts'
import type { Ledger } from '../storage/ledger.ts'
import type { ChangeNumber } from '../storage/rows.ts'
import { hashData } from '../text/data-hash.ts'

/**
 * Tells a change from that of another registry under the same number.
 *
 * @returns 8 hex digits; undefined when the feed does not have the change.
 */
export async function markOfChange(ledger: Pick<Ledger, 'changes'>, change: ChangeNumber): Promise<string | undefined> {
  if (change === 0) return undefined
  const [entry] = await ledger.changes(change - 1, 1).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'changes_expired') return []
    throw error
  })
  return entry === undefined ? undefined : (hashData(entry) >>> 0).toString(16).padStart(8, '0')
}

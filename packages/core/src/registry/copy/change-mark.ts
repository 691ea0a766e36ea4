import { hashData } from '../../encoding/data-hash.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber } from '../../storage/rows.ts'

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

/**
 * Of what a delta begins after, by which it is known whose it is. One that begins at the beginning tells it by the first
 * change there was: its feed has that.
 */
export function markBefore(ledger: Pick<Ledger, 'changes'>, after: ChangeNumber): Promise<string | undefined> {
  return markOfChange(ledger, Math.max(after, 1))
}

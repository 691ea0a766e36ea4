import { hashData } from '../../encoding/data-hash.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber } from '../../storage/rows.ts'

/**
 * Returns a digest of a change. Changes of two registries with the same number have different digests.
 *
 * @returns 8 hex digits; undefined if the change feed does not have the change.
 */
export async function digestOfChange(
  ledger: Pick<Ledger, 'changes'>,
  change: ChangeNumber,
): Promise<string | undefined> {
  if (change === 0) return undefined
  const [entry] = await ledger.changes(change - 1, 1).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'changes_expired') return []
    throw error
  })
  return entry === undefined ? undefined : (hashData(entry) >>> 0).toString(16).padStart(8, '0')
}

/**
 * Returns the digest of the change before a delta, which identifies the registry of the delta. No change precedes a
 * delta from the start, so the function uses the first change of the delta.
 */
export function digestBefore(ledger: Pick<Ledger, 'changes'>, after: ChangeNumber): Promise<string | undefined> {
  return digestOfChange(ledger, Math.max(after, 1))
}

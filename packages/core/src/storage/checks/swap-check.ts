import { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'

/**
 * Rejects a swap of index generations if changes were committed since `readVersion`.
 *
 * @param readVersion - Read version of the swapping commit.
 * @throws `revision_conflict`
 */
export function checkSwapBase(readVersion: number, head: number): void {
  if (readVersion === head) return
  throw new RegistryError(
    'revision_conflict',
    `The swap is based on change ${readVersion}, but the last change is ${head}. Apply the changes between, then swap again.`,
    { details: { reason: 'head', readVersion, head } },
  )
}

/**
 * Rejects a swap that would lose rows.
 *
 * @throws `validation_failed`
 */
export function checkSwapComplete(what: 'records' | 'products', put: number, stored: number): void {
  if (put === stored) return
  throw validationError(
    `The index generation has ${put} ${what}, but the ledger has ${stored}. Put all of them before the swap.`,
  )
}

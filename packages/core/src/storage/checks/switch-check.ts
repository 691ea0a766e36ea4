import { RegistryError } from '../../model/registry-error.ts'

/**
 * Rejects a swap of index generations if changes were committed since `base`.
 *
 * @param base - `base` of the swapping commit.
 * @throws `revision_conflict`
 */
export function checkSwitchBase(base: number, head: number): void {
  if (base === head) return
  throw new RegistryError(
    'revision_conflict',
    `The swap is based on change ${base}, but the last change is ${head}. Apply the changes between, then swap again.`,
    { details: { reason: 'head', base, head } },
  )
}

/**
 * Rejects a swap that would lose rows.
 *
 * @throws `validation_failed`
 */
export function checkComplete(what: 'records' | 'products', put: number, stored: number): void {
  if (put === stored) return
  throw new RegistryError(
    'validation_failed',
    `The index generation has ${put} ${what}, but the ledger has ${stored}. Put all of them before the swap.`,
  )
}

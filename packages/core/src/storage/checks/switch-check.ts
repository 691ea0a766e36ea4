import { RegistryError } from '../../model/registry-error.ts'

/**
 * Refuses to switch generations when changes came since.
 *
 * @param base - Of the commit to switch with.
 * @throws `revision_conflict`
 */
export function checkSwitchBase(base: number, head: number): void {
  if (base === head) return
  throw new RegistryError(
    'revision_conflict',
    `The switch rests on change ${base}, and the last change is ${head}. Take in the changes between, and switch again.`,
    { details: { reason: 'head', base, head } },
  )
}

/**
 * Refuses a switch by which rows would be lost.
 *
 * @throws `validation_failed`
 */
export function checkComplete(what: 'records' | 'products', put: number, stored: number): void {
  if (put === stored) return
  throw new RegistryError(
    'validation_failed',
    `The generation holds ${put} ${what} and the ledger ${stored}; put all of them before it is switched to.`,
  )
}

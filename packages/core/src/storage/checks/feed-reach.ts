import { RegistryError } from '../../model/registry-error.ts'
import type { ChangeNumber } from '../rows.ts'

/** Entries that one commit takes out at most, so that a long silence does not stall the next write. */
export const EXPIRED_PER_COMMIT = 1_000

/**
 * Refuses a place in the feed that is no longer kept, or not there yet.
 *
 * @throws `changes_expired` when the change after `after` is older than the oldest kept, or `after` never was.
 */
export function checkReach(after: ChangeNumber, oldest: ChangeNumber, head: ChangeNumber): void {
  if (after > head) {
    throw new RegistryError(
      'changes_expired',
      `The feed ends with change ${head}; change ${after} was read from another registry, or from this one before it was restored. Read head(), scan, and follow the feed from there.`,
      { details: { after, head } },
    )
  }
  if (after + 1 >= oldest) return
  throw new RegistryError(
    'changes_expired',
    `The feed begins with change ${oldest}; change ${after + 1} is no longer kept. Read head(), scan, and follow the feed from there.`,
    { details: { after, oldest } },
  )
}

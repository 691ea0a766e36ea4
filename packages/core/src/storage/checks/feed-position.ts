import { RegistryError } from '../../model/registry-error.ts'
import type { ChangeNumber } from '../rows.ts'

/** The maximum number of entries that one commit removes. So the first write after a long pause is not slow. */
export const MAX_EXPIRED_PER_COMMIT = 1_000

/**
 * Rejects a position in the change feed that is expired or does not exist yet.
 *
 * @throws `changes_expired` if the change feed no longer contains the change after `after`, or if `after` is above
 *   `head`.
 */
export function checkFeedPosition(after: ChangeNumber, oldest: ChangeNumber, head: ChangeNumber): void {
  if (after > head) {
    throw new RegistryError(
      'changes_expired',
      `The change feed ends with change ${head}; change ${after} belongs to another registry, or to this registry before a restore. Read head(), scan, and follow the feed from there.`,
      { details: { after, head } },
    )
  }
  if (after + 1 >= oldest) return
  throw new RegistryError(
    'changes_expired',
    `The change feed starts with change ${oldest}; change ${after + 1} has expired. Read head(), scan, and follow the feed from there.`,
    { details: { after, oldest } },
  )
}

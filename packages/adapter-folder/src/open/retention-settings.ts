import type { RetentionSettings } from '@utpid/core/storage'

/** Settings of readers, since only writers expire changes. */
export const NO_EXPIRY: RetentionSettings = {
  clock: Date.now,
  changeFeedMs: Number.POSITIVE_INFINITY,
  idempotencyKeyMs: Number.POSITIVE_INFINITY,
}

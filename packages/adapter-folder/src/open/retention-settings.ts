import type { RetentionSettings } from '@utpid/core/storage'

/** Settings of readers: only writers let changes expire. */
export const NO_EXPIRY: RetentionSettings = {
  clock: Date.now,
  changeFeedMs: Number.POSITIVE_INFINITY,
  idempotencyKeyMs: Number.POSITIVE_INFINITY,
}

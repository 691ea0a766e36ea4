import type { RetentionSettings } from '@utpid/core/storage'

/** For readers: only writers expire changes. */
export const NOTHING_FORGOTTEN: RetentionSettings = {
  clock: Date.now,
  feedMilliseconds: Number.POSITIVE_INFINITY,
  tokenMilliseconds: Number.POSITIVE_INFINITY,
}

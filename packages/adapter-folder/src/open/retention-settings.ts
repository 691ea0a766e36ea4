import type { RetentionSettings } from '@utpid/core/adapter'

/** Of what is only read: whoever writes keeps time. */
export const NOTHING_FORGOTTEN: RetentionSettings = {
  clock: Date.now,
  feedMilliseconds: Number.POSITIVE_INFINITY,
  tokenMilliseconds: Number.POSITIVE_INFINITY,
}

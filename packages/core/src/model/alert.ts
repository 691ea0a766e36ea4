/**
 * Why the machine left a pair to a person:
 *
 * - `copies`: records of one supplier with the same content.
 * - `skipped_keys`: the two were one product until too many records shared their blocking keys.
 * - `same_supplier`: two codes of one supplier.
 * - `below_match`: the confidence is below the threshold of a link.
 * - `kept_apart`: the two records are alike, but other records, a curated product or a decision keep the products apart.
 */
export type AlertReason = (typeof ALERT_REASONS)[number]

export const ALERT_REASONS = ['copies', 'skipped_keys', 'same_supplier', 'below_match', 'kept_apart'] as const

/** What people left on an open alert: any mark, a mark of one kind, or nothing. */
export type AlertMarked = (typeof ALERT_MARKED)[number]

export const ALERT_MARKED = ['any', 'none', 'unsure', 'note', 'proposal'] as const

/** A note of a person on an open alert. */
export interface AlertMark {
  /** `unsure`: the person cannot decide. `proposal`: the person proposes `resolution`. `note`: only the text. */
  readonly kind: 'unsure' | 'note' | 'proposal'
  readonly actor: string
  /** ISO 8601 UTC. */
  readonly at: string
  /** The text; present for a note. */
  readonly note?: string
  /** Present for a proposal, and only there. */
  readonly resolution?: 'merge' | 'dismiss'
}

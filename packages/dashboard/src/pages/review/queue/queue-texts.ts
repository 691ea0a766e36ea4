import { timeText } from '../../../ui/show-values.ts'
import type { FirstDecision } from './queue-alert.ts'

/** Why the machine left a pair to a person, for filters and lists. */
export const REASON_TEXTS: Readonly<Record<string, string>> = {
  same_supplier: 'Two codes of one supplier',
  copies: 'Equal records of one supplier',
  below_match: 'Alike, but not surely the same',
  kept_apart: 'Alike, but other records or a decision keep them apart',
  skipped_keys: 'No longer compared: too many similar records',
}

/** Kinds of products, by category group. */
export const KIND_TEXTS: Readonly<Record<string, string>> = {
  stay: 'Hotels and other stays',
  let: 'Apartments and houses',
  activity: 'Activities',
  transfer: 'Transfers',
  point: 'Airports and stations',
  other: 'Other',
}

export const MARKED_TEXTS: Readonly<Record<string, string>> = {
  none: 'Without notes',
  any: 'With any note',
  unsure: 'Somebody is not sure',
  proposal: 'With a proposal',
  note: 'With a text',
}

export const ORDER_TEXTS: Readonly<Record<string, string>> = {
  informationGain: 'Most useful first',
  bookings: 'Most bookings first',
  confidence: 'Most alike first',
  oldest: 'Oldest first',
  detectedAt: 'Newest first',
}

/** Says what a group of alerts is, such as `24 second codes of Expo`. */
export function groupText(
  count: string,
  reason: string,
  suppliers: readonly string[],
  nameOf: (id: string) => string,
): string {
  const [one = '', other = one] = suppliers.map(nameOf)
  const between = one === other ? `of ${one}` : `of ${one} and ${other}`
  switch (reason) {
    case 'same_supplier':
      return `${count} second codes of ${one}`
    case 'copies':
      return `${count} sets of equal records of ${one}`
    case 'below_match':
      return `${count} pairs ${between} that are alike, but not surely the same`
    case 'kept_apart':
      return `${count} pairs ${between} that other records or decisions keep apart`
    default:
      return `${count} pairs ${between} that are no longer compared`
  }
}

/** Says who decided a pair first, as a sentence. */
export function firstDecisionText({ status, by, at, note }: FirstDecision): string {
  const when = at === null ? '' : ` (${timeText(at)})`
  const why = note === null ? '' : `: “${note}”`
  if (by === null) return `The registry closed it${when}, since the records changed.`
  const what = status === 'merged' ? 'merged them' : status === 'dismissed' ? 'said they are different' : 'closed it'
  return `${by} ${what}${when}${why === '' ? '.' : why}`
}

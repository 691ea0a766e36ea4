import { distanceInMeters, type SupplierRecord, type TransferEnd } from '@utpid/core'
import { fold } from '@utpid/core/scoring'
import { printable } from '../text/printable.ts'
import { withoutSlashes } from '../text/without-slashes.ts'
import { foldedWords } from './mark-differences.ts'

/** `silent` when a side has no value. */
export type Likeness = 'same' | 'similar' | 'different' | 'silent'

/** The values of one field in two records. */
export interface FieldPair {
  readonly label: string
  /** The value in the first record; empty when it has none. */
  readonly left: string
  readonly right: string
  readonly likeness: Likeness
  /** Whether the words can be compared one by one. */
  readonly isText: boolean
}

interface Field {
  readonly label: string
  readonly read: (record: SupplierRecord) => string | number | undefined
  /** Whether two unequal values have the same meaning. Default: texts are compared by their words. */
  readonly isSimilar?: (left: SupplierRecord, right: SupplierRecord) => boolean
}

/** Metres within which two points count as one place. */
const SIMILAR_METRES = 100
/** Digits at the end of a phone number that do not depend on the country code. */
const PHONE_DIGITS = 8

const FIELDS: readonly Field[] = [
  { label: 'name', read: ({ name }) => name },
  { label: 'other names', read: ({ altNames }) => altNames?.map(({ name }) => name).join(', ') },
  { label: 'category', read: ({ category }) => category },
  { label: 'address', read: ({ location }) => location?.address },
  { label: 'postcode', read: ({ location }) => location?.postalCode },
  { label: 'city', read: ({ location }) => location?.city },
  { label: 'region', read: ({ location }) => location?.region },
  { label: 'country', read: ({ location }) => location?.country },
  {
    label: 'coordinates',
    read: ({ location }) => location?.coordinates?.join(', '),
    isSimilar: (left, right) => (distanceOf(left, right) ?? Number.POSITIVE_INFINITY) < SIMILAR_METRES,
  },
  {
    label: 'phone',
    read: ({ phone }) => phone,
    isSimilar: (left, right) => phoneEnd(left.phone) === phoneEnd(right.phone),
  },
  {
    label: 'website',
    read: ({ website }) => website,
    isSimilar: (left, right) => plainAddress(left.website) === plainAddress(right.website),
  },
  { label: 'email', read: ({ email }) => email, isSimilar: (left, right) => lower(left.email) === lower(right.email) },
  { label: 'brand', read: ({ brand }) => brand },
  { label: 'operator', read: ({ operator }) => operator },
  { label: 'stars', read: ({ stars }) => stars },
  { label: 'rooms', read: ({ rooms }) => rooms },
  { label: 'licence', read: ({ licence }) => licence },
  {
    label: 'identifiers',
    read: ({ identifiers }) => identifiers?.map(({ scheme, value }) => `${scheme} ${value}`).join(', '),
  },
  { label: 'minutes', read: ({ activity }) => activity?.durationMinutes },
  { label: 'languages', read: ({ activity }) => activity?.languages?.join(', ') },
  { label: 'meets at', read: ({ activity }) => activity?.meetingPoint },
  { label: 'from', read: ({ transfer }) => endOf(transfer?.from) },
  { label: 'to', read: ({ transfer }) => endOf(transfer?.to) },
  { label: 'vehicle', read: ({ transfer }) => transfer?.vehicle },
  { label: 'seats', read: ({ transfer }) => transfer?.seats },
  {
    label: 'shared',
    read: ({ transfer }) => (transfer?.shared === undefined ? undefined : transfer.shared ? 'yes' : 'no'),
  },
]

/** Returns the values of two records, field by field. Omits fields that neither record has. */
export function fieldPairs(left: SupplierRecord, right: SupplierRecord): FieldPair[] {
  return FIELDS.flatMap((field) => {
    const { label, isSimilar } = field
    const values = [textOf(field, left), textOf(field, right)] as const
    if (values[0] === '' && values[1] === '') return []
    const isText = isSimilar === undefined
    return [{ label, left: values[0], right: values[1], likeness: likenessOf(field, left, right), isText }]
  })
}

/** Returns the metres between two records; undefined when one has no coordinates. */
export function distanceOf(left: SupplierRecord, right: SupplierRecord): number | undefined {
  const [from, to] = [left.location?.coordinates, right.location?.coordinates]
  return from === undefined || to === undefined ? undefined : distanceInMeters(from, to)
}

function textOf({ read }: Field, record: SupplierRecord): string {
  return printable(String(read(record) ?? '')).trim()
}

function likenessOf(field: Field, left: SupplierRecord, right: SupplierRecord): Likeness {
  const [one, other] = [textOf(field, left), textOf(field, right)]
  if (one === '' || other === '') return 'silent'
  if (one === other) return 'same'
  const isSimilar = field.isSimilar?.(left, right) ?? haveSameWords(one, other)
  return isSimilar ? 'similar' : 'different'
}

function haveSameWords(one: string, other: string): boolean {
  // Also compares the folded texts. Characters such as a star are not words, so the comparison of words ignores them.
  return fold(one) === fold(other) || (foldedWords(one).length > 0 && sortedWords(one) === sortedWords(other))
}

function sortedWords(text: string): string {
  return foldedWords(text).sort().join(' ')
}

function phoneEnd(phone: string | undefined): string {
  return (phone ?? '').replace(/\D/g, '').slice(-PHONE_DIGITS)
}

function plainAddress(website: string | undefined): string {
  return withoutSlashes(
    lower(website)
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, ''),
  )
}

function lower(text: string | undefined): string {
  return (text ?? '').toLowerCase()
}

function endOf(end: TransferEnd | undefined): string | undefined {
  if (end === undefined) return undefined
  const parts = [end.code, end.name].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' ') : end.coordinates?.join(', ')
}

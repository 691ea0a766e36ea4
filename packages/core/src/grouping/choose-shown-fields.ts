import type { Coordinates } from '../model/place.ts'
import type { PolicyRule, ShownFieldsPolicy } from '../model/policy.ts'
import type { SupplierRecord } from '../model/supplier-record.ts'
import type { Pin, RecordId, RecordRow, ShownFields } from '../storage/rows.ts'
import { fold } from '../text/fold.ts'

type Field = keyof ShownFields

/** How each shown field is read from a record. */
const READERS: Readonly<Record<Field, (record: SupplierRecord) => unknown>> = {
  name: (record) => record.name,
  category: (record) => record.category,
  address: (record) => record.location?.address,
  city: (record) => record.location?.city,
  region: (record) => record.location?.region,
  country: (record) => record.location?.country,
  postalCode: (record) => record.location?.postalCode,
  coordinates: (record) => record.location?.coordinates,
  phone: (record) => record.phone,
  email: (record) => record.email,
  website: (record) => record.website,
  brand: (record) => record.brand,
  stars: (record) => record.stars,
  rooms: (record) => record.rooms,
}

const FIELDS = Object.keys(READERS) as Field[]
/** Coordinates agree when they round to the same thousandth of a degree, about 100 m. */
const COORDINATE_STEPS = 1_000
const COMPLETENESS_FIELDS: readonly Field[] = [
  'category',
  'address',
  'city',
  'country',
  'postalCode',
  'coordinates',
  'phone',
  'website',
]

export interface ChosenFields {
  readonly shown: ShownFields
  /** Record that each field came from; a pinned field came from none. */
  readonly provenance: Readonly<Record<string, RecordId>>
  /** Share of the fields that matter which the product has, 0 to 1. */
  readonly completeness: number
}

/**
 * Chooses, field by field, what a product shows of its records, by the stated policy.
 *
 * @param priorityOf - Priority of a supplier.
 * @param pins - Values that a person holds fields at, by field: they are shown whatever the records say.
 */
export function chooseShownFields(
  records: readonly RecordRow[],
  policy: ShownFieldsPolicy,
  priorityOf: (supplier: string) => number,
  pins: Readonly<Record<string, Pin>> = {},
): ChosenFields {
  const shown: Record<string, unknown> = {}
  const provenance: Record<string, RecordId> = {}
  const voices = records.map((row) => voiceOf(row, policy, priorityOf))
  for (const field of FIELDS) {
    const pin = Object.hasOwn(pins, field) ? pins[field] : undefined
    if (pin !== undefined) {
      shown[field] = pin.value
      continue
    }
    const said: Said[] = []
    for (const voice of voices) {
      const value = READERS[field](voice.row.record)
      if (value !== undefined && !(field === 'category' && value === 'other')) said.push({ voice, value })
    }
    const best = choose(said, policy)
    if (best === undefined) continue
    shown[field] = best.value
    provenance[field] = best.voice.row.id
  }
  shown.category ??= 'other'
  const filled = COMPLETENESS_FIELDS.filter((field) => shown[field] !== undefined && shown[field] !== 'other').length
  return { shown: shown as unknown as ShownFields, provenance, completeness: filled / COMPLETENESS_FIELDS.length }
}

/** A record with how it ranks by each rule of the policy, higher first; agreement goes by the value and is 0 here. */
interface Voice {
  readonly row: RecordRow
  readonly ranks: readonly number[]
}

interface Said {
  readonly voice: Voice
  readonly value: unknown
}

function voiceOf(row: RecordRow, policy: ShownFieldsPolicy, priorityOf: (supplier: string) => number): Voice {
  return { row, ranks: policy.order.map((rule) => rankBy(rule, row, priorityOf)) }
}

function rankBy(rule: PolicyRule, { record, updatedAt }: RecordRow, priorityOf: (supplier: string) => number): number {
  switch (rule) {
    case 'priority':
      return priorityOf(record.supplier)
    case 'agreement':
      return 0
    case 'completeness':
      return FIELDS.filter((field) => READERS[field](record) !== undefined).length
    case 'newest':
      return Date.parse(updatedAt)
  }
}

function choose(said: readonly Said[], policy: ShownFieldsPolicy): Said | undefined {
  if (said.length < 2) return said[0]
  const suppliers = new Map<string, Set<string>>()
  const folded = said.map(({ voice, value }) => {
    const text = foldValue(value)
    const agreeing = suppliers.get(text) ?? new Set()
    suppliers.set(text, agreeing.add(voice.row.record.supplier))
    return text
  })
  const agreement = policy.order.indexOf('agreement')
  const ranked = said
    .map((each, at): Ranked => {
      const text = folded[at] as string
      const ranks = [...each.voice.ranks]
      if (agreement >= 0) ranks[agreement] = suppliers.get(text)?.size ?? 0
      return { ...each, folded: text, ranks }
    })
    .sort(compareRanked)
  const best = ranked[0] as Ranked
  if (agreement < 0 || !isShouted(best.value)) return best
  // Of two spellings of one value the one in mixed case reads better than capitals, if nothing before agreement says
  // otherwise. Looked for after ranking: as one more rule it would set values against each other in a circle.
  const isAsGood = ({ ranks }: Ranked): boolean =>
    ranks.slice(0, agreement).every((rank, at) => rank === best.ranks[at])
  return ranked.find((each) => each.folded === best.folded && !isShouted(each.value) && isAsGood(each)) ?? best
}

interface Ranked extends Said {
  readonly folded: string
  /** By rule of the policy, higher first. */
  readonly ranks: readonly number[]
}

function compareRanked(a: Ranked, b: Ranked): number {
  for (const [at, rank] of a.ranks.entries()) {
    const difference = (b.ranks[at] as number) - rank
    if (difference !== 0) return difference
  }
  return orderOf(a.voice.row) < orderOf(b.voice.row) ? -1 : 1
}

function orderOf({ record }: RecordRow): string {
  return `${record.supplier}\u0000${record.code}`
}

function foldValue(value: unknown): string {
  if (typeof value === 'string') return fold(value)
  if (Array.isArray(value))
    return (value as unknown as Coordinates).map((each) => Math.round(each * COORDINATE_STEPS)).join()
  return String(value)
}

function isShouted(value: unknown): boolean {
  return typeof value === 'string' && /\p{Lu}/u.test(value) && !/\p{Ll}/u.test(value)
}

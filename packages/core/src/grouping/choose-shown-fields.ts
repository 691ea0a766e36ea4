import type { Coordinates } from '../model/place.ts'
import type { PolicyRule, ShownFieldsPolicy } from '../model/policy.ts'
import type { SupplierRecord } from '../model/supplier-record.ts'
import type { RecordId, RecordRow, ShownFields } from '../storage/rows.ts'
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
  /** Record that each field came from. */
  readonly provenance: Readonly<Record<string, RecordId>>
  /** Share of the fields that matter which the product has, 0 to 1. */
  readonly completeness: number
}

/**
 * Chooses, field by field, what a product shows of its records, by the stated policy.
 *
 * @param priorityOf - Priority of a supplier.
 */
export function chooseShownFields(
  records: readonly RecordRow[],
  policy: ShownFieldsPolicy,
  priorityOf: (supplier: string) => number,
): ChosenFields {
  const shown: Record<string, unknown> = {}
  const provenance: Record<string, RecordId> = {}
  for (const field of FIELDS) {
    const said = records.flatMap((row) => {
      const value = READERS[field](row.record)
      return value === undefined || (field === 'category' && value === 'other')
        ? []
        : [{ row, value, folded: foldValue(value) }]
    })
    const best = choose(said, policy, priorityOf)
    if (best === undefined) continue
    shown[field] = best.value
    provenance[field] = best.row.id
  }
  shown.category ??= 'other'
  const filled = COMPLETENESS_FIELDS.filter((field) => shown[field] !== undefined && shown[field] !== 'other').length
  return { shown: shown as unknown as ShownFields, provenance, completeness: filled / COMPLETENESS_FIELDS.length }
}

interface Said {
  readonly row: RecordRow
  readonly value: unknown
  readonly folded: string
}

function choose(
  said: readonly Said[],
  policy: ShownFieldsPolicy,
  priorityOf: (supplier: string) => number,
): Said | undefined {
  if (said.length < 2) return said[0]
  const ranked = said
    .map((each) => ({ ...each, ranks: policy.order.map((rule) => rankBy(rule, each, said, priorityOf)) }))
    .sort(compareRanked)
  const best = ranked[0] as Ranked
  if (!isShouted(best.value)) return best
  // Of two spellings of one value the one in mixed case reads better than capitals, if nothing before agreement says
  // otherwise. Looked for after ranking: as one more rule it would set values against each other in a circle.
  const before = policy.order.indexOf('agreement')
  const isAsGood = ({ ranks }: Ranked): boolean => ranks.slice(0, before).every((rank, at) => rank === best.ranks[at])
  const better = ranked.find((each) => each.folded === best.folded && !isShouted(each.value) && isAsGood(each))
  return before < 0 ? best : (better ?? best)
}

interface Ranked extends Said {
  /** By rule of the policy, higher first. */
  readonly ranks: readonly number[]
}

function compareRanked(a: Ranked, b: Ranked): number {
  for (const [at, rank] of a.ranks.entries()) {
    const difference = (b.ranks[at] as number) - rank
    if (difference !== 0) return difference
  }
  const one = `${a.row.record.supplier}\u0000${a.row.record.code}`
  const other = `${b.row.record.supplier}\u0000${b.row.record.code}`
  return one < other ? -1 : 1
}

function rankBy(
  rule: PolicyRule,
  { row, folded }: Said,
  all: readonly Said[],
  priorityOf: (supplier: string) => number,
): number {
  switch (rule) {
    case 'priority':
      return priorityOf(row.record.supplier)
    case 'agreement':
      return new Set(all.filter((each) => each.folded === folded).map((each) => each.row.record.supplier)).size
    case 'completeness':
      return FIELDS.filter((field) => READERS[field](row.record) !== undefined).length
    case 'newest':
      return Date.parse(row.updatedAt)
  }
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

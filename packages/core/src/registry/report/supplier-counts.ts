import { UNKNOWN_COUNTRY } from '../../geo/unknown-country.ts'
import type { SupplierRecord } from '../../model/supplier-record.ts'
import type { ProductRow } from '../../storage/rows.ts'

/** The numbers of active records of a supplier. `linked`, `alone` and `own` add up to `records`. */
export interface LinkCounts {
  readonly records: number
  /** The number of records whose product has a record of another supplier. */
  readonly linked: number
  /** The number of records whose product has only this record. */
  readonly alone: number
  /** The number of records whose product has several records, all of this supplier. */
  readonly own: number
  /** The number of records whose product has an open alert. These records also count as linked, alone or own. */
  readonly doubtful: number
}

/** The records of one country or category. */
export interface GroupCounts extends LinkCounts {
  /** The country code or the slug of the category; `other` for the sum of the remaining groups. */
  readonly name: string
}

/** The fields whose effect on links the report shows. */
export const REPORTED_FIELDS = [
  'coordinates',
  'address',
  'city',
  'postalCode',
  'phone',
  'website',
  'identifiers',
] as const

export type ReportedField = (typeof REPORTED_FIELDS)[number]

/** The links of the supplier's records with a field and without it. */
export interface FieldEffect {
  readonly field: ReportedField
  readonly with: Pick<LinkCounts, 'records' | 'linked'>
  readonly without: Pick<LinkCounts, 'records' | 'linked'>
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The number of countries and categories of a report. The remaining ones are summed as `other`. */
const SHOWN_GROUPS = 20
/** The number of distinct countries or categories to count apart. A category is free text, so it needs a limit. */
const COUNTED_GROUPS = 2_000
const REST = 'other'

/** Counts the active records of one supplier, in constant memory. */
export class SupplierCounts {
  readonly total: Mutable<LinkCounts> = noCounts()
  readonly #countries = new Map<string, Mutable<LinkCounts>>()
  readonly #categories = new Map<string, Mutable<LinkCounts>>()
  readonly #fields = new Map<ReportedField, { with: Mutable<LinkCounts>; without: Mutable<LinkCounts> }>(
    REPORTED_FIELDS.map((field) => [field, { with: noCounts(), without: noCounts() }]),
  )

  add(record: SupplierRecord, product: ProductRow): void {
    const { location, category } = record
    count(this.total, product)
    count(groupOf(this.#countries, location?.country ?? UNKNOWN_COUNTRY), product)
    count(groupOf(this.#categories, category ?? REST), product)
    for (const [field, sides] of this.#fields) count(hasField(record, field) ? sides.with : sides.without, product)
  }

  byCountry(): GroupCounts[] {
    return largest(this.#countries)
  }

  byCategory(): GroupCounts[] {
    return largest(this.#categories)
  }

  fields(): FieldEffect[] {
    return [...this.#fields].map(([field, sides]) => ({
      field,
      with: { records: sides.with.records, linked: sides.with.linked },
      without: { records: sides.without.records, linked: sides.without.linked },
    }))
  }
}

function hasField({ location, phone, website, identifiers }: SupplierRecord, field: ReportedField): boolean {
  switch (field) {
    case 'coordinates':
      // Coordinates of a city or country do not show where the product is.
      return location?.coordinates !== undefined && location.precisionMeters === undefined
    case 'phone':
      return phone !== undefined
    case 'website':
      return website !== undefined
    case 'identifiers':
      return identifiers !== undefined && identifiers.length > 0
    default:
      return location?.[field] !== undefined
  }
}

function noCounts(): Mutable<LinkCounts> {
  return { records: 0, linked: 0, alone: 0, own: 0, doubtful: 0 }
}

function count(counts: Mutable<LinkCounts>, { suppliers, records, duplicates }: ProductRow): void {
  counts.records++
  if (suppliers.length > 1) counts.linked++
  else if (records.length === 1) counts.alone++
  else counts.own++
  if (duplicates > 0) counts.doubtful++
}

function groupOf(groups: Map<string, Mutable<LinkCounts>>, name: string): Mutable<LinkCounts> {
  const key = groups.has(name) || groups.size < COUNTED_GROUPS ? name : REST
  const known = groups.get(key)
  if (known !== undefined) return known
  const counts = noCounts()
  groups.set(key, counts)
  return counts
}

/** Returns the largest groups, largest first, and the sum of the others at the end. */
function largest(groups: ReadonlyMap<string, LinkCounts>): GroupCounts[] {
  const ranked = [...groups]
    .filter(([name]) => name !== REST)
    .sort(([a, x], [b, y]) => y.records - x.records || (a < b ? -1 : 1))
  const rest = noCounts()
  for (const counts of [...ranked.slice(SHOWN_GROUPS).map(([, each]) => each), groups.get(REST) ?? rest]) {
    if (counts === rest) continue
    for (const name of Object.keys(rest) as (keyof LinkCounts)[]) rest[name] += counts[name]
  }
  const shown = ranked.slice(0, SHOWN_GROUPS).map(([name, counts]) => ({ name, ...counts }))
  return rest.records === 0 ? shown : [...shown, { name: REST, ...rest }]
}

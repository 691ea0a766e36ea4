import type { Coordinates } from '../model/place.ts'
import type { SupplierRecord } from '../model/supplier-record.ts'
import type { Pin, RecordId, RecordRow, ShownFields } from '../storage/rows.ts'
import { fold } from '../text/fold.ts'
import type { PolicyRule, ShownFieldsPolicy } from './policy.ts'

type Field = keyof ShownFields

/** Reads each displayed field from a record. */
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
  /** Source record of each field; pinned fields are absent. */
  readonly provenance: Readonly<Record<string, RecordId>>
  /** Share of the important fields that the product has, 0 to 1. */
  readonly completeness: number
}

/**
 * Chooses the golden record of a product, field by field, by the survivorship rules.
 *
 * @param priorityOf - Returns the priority of a supplier.
 * @param pins - Pinned values by field; they override the records.
 */
export function chooseShownFields(
  records: readonly RecordRow[],
  policy: ShownFieldsPolicy,
  priorityOf: (supplier: string) => number,
  pins: Readonly<Record<string, Pin>> = {},
): ChosenFields {
  const shown: Record<string, unknown> = {}
  const provenance: Record<string, RecordId> = {}
  const voices = inOrder(records, policy, priorityOf)
  const agreementAt = policy.order.indexOf('agreement')
  const said: Said[] = []
  for (const field of FIELDS) {
    const pin = Object.hasOwn(pins, field) ? pins[field] : undefined
    if (pin !== undefined) {
      shown[field] = pin.value
      continue
    }
    said.length = 0
    for (const voice of voices) {
      const value = READERS[field](voice.row.record)
      if (value !== undefined && !(field === 'category' && value === 'other')) said.push({ voice, value })
    }
    const best = choose(said, agreementAt)
    if (best === undefined) continue
    shown[field] = best.value
    provenance[field] = best.voice.row.id
  }
  shown.category ??= 'other'
  const filled = COMPLETENESS_FIELDS.filter((field) => shown[field] !== undefined && shown[field] !== 'other').length
  return { shown: shown as unknown as ShownFields, provenance, completeness: filled / COMPLETENESS_FIELDS.length }
}

/** A record with its rank by each rule, higher is better. Agreement depends on the value and is 0 here. */
interface Voice {
  readonly row: RecordRow
  readonly ranks: readonly number[]
}

interface Said {
  readonly voice: Voice
  readonly value: unknown
}

/** Sorts records by all rules except agreement, in order of the rules. */
function inOrder(
  records: readonly RecordRow[],
  policy: ShownFieldsPolicy,
  priorityOf: (supplier: string) => number,
): Voice[] {
  // Most products have one record, so its rank does not matter.
  if (records.length === 1) return [{ row: records[0] as RecordRow, ranks: [] }]
  return records
    .map((row): Voice => ({ row, ranks: policy.order.map((rule) => rankBy(rule, row, priorityOf)) }))
    .sort(compareVoices)
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

/**
 * @param said - Values, from higher-ranked records first.
 * @param agreementAt - Index of the agreement rule; below 0 if there is none.
 */
function choose(said: readonly Said[], agreementAt: number): Said | undefined {
  const [first] = said
  if (first === undefined || agreementAt < 0) return first
  // All values are equal: there is no other value and no other spelling.
  if (said.every(({ value }) => value === first.value)) return first
  const folded = said.map(({ value }) => foldValue(value))
  const suppliers = suppliersSaying(said, folded)
  const agreement = folded.map((text) => suppliers.get(text)?.size ?? 0)
  let best = 0
  for (let at = 1; at < said.length; at++) {
    const difference =
      comparePrefix(said[best] as Said, said[at] as Said, agreementAt) ||
      (agreement[at] as number) - (agreement[best] as number)
    if (difference > 0) best = at
  }
  const chosen = said[best] as Said
  if (!isShouted(chosen.value)) return chosen
  // Mixed case reads better than capitals, unless a rule before agreement decides. Checked after ranking: as another
  // rule it would make the order of values circular.
  const isAsGood = (each: Said): boolean => comparePrefix(chosen, each, agreementAt) === 0
  return said.find((each, at) => folded[at] === folded[best] && !isShouted(each.value) && isAsGood(each)) ?? chosen
}

/** Returns the suppliers of each value. */
function suppliersSaying(said: readonly Said[], folded: readonly string[]): Map<string, Set<string>> {
  const suppliers = new Map<string, Set<string>>()
  for (const [at, { voice }] of said.entries()) {
    const { supplier } = voice.row.record
    const text = folded[at] as string
    const known = suppliers.get(text)
    if (known === undefined) suppliers.set(text, new Set([supplier]))
    else known.add(supplier)
  }
  return suppliers
}

/** Compares by the rules before agreement: above 0 if `b` ranks higher. */
function comparePrefix(a: Said, b: Said, agreementAt: number): number {
  for (let at = 0; at < agreementAt; at++) {
    const difference = (b.voice.ranks[at] as number) - (a.voice.ranks[at] as number)
    if (difference !== 0) return difference
  }
  return 0
}

function compareVoices(a: Voice, b: Voice): number {
  for (const [at, rank] of a.ranks.entries()) {
    const difference = (b.ranks[at] as number) - rank
    if (difference !== 0) return difference
  }
  return orderOf(a.row) < orderOf(b.row) ? -1 : 1
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

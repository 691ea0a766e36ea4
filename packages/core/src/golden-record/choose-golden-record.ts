import type { Coordinates } from '../model/place.ts'
import type { SupplierRecord } from '../model/supplier-record.ts'
import type { GoldenRecord, Pin, RecordId, RecordRow } from '../storage/rows.ts'
import { fold } from '../text/fold.ts'
import type { SurvivorshipRule, SurvivorshipRules } from './survivorship-rules.ts'

type Field = keyof GoldenRecord

/** Functions that read each displayed field from a record. */
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
/** Coordinates agree if they round to the same thousandth of a degree, which is about 100 m. */
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
  readonly goldenRecord: GoldenRecord
  /** The source record of each field. Pinned fields are absent. */
  readonly provenance: Readonly<Record<string, RecordId>>
  /** The share of the important fields that the product has, 0 to 1. */
  readonly completeness: number
}

/**
 * Chooses the golden record of a product, field by field, by the survivorship rules.
 *
 * @param priorityOf - Returns the priority of a supplier.
 * @param pins - Pinned values by field, which override the values of records.
 */
export function chooseGoldenRecord(
  records: readonly RecordRow[],
  survivorshipRules: SurvivorshipRules,
  priorityOf: (supplier: string) => number,
  pins: Readonly<Record<string, Pin>> = {},
): ChosenFields {
  const goldenRecord: Record<string, unknown> = {}
  const provenance: Record<string, RecordId> = {}
  const voices = rankRecords(records, survivorshipRules, priorityOf)
  const agreementAt = survivorshipRules.order.indexOf('agreement')
  const values: RankedValue[] = []
  for (const field of FIELDS) {
    const pin = Object.hasOwn(pins, field) ? pins[field] : undefined
    if (pin !== undefined) {
      goldenRecord[field] = pin.value
      continue
    }
    values.length = 0
    for (const voice of voices) {
      const value = READERS[field](voice.row.record)
      if (value !== undefined && !(field === 'category' && value === 'other')) values.push({ voice, value })
    }
    const best = choose(values, agreementAt)
    if (best === undefined) continue
    goldenRecord[field] = best.value
    provenance[field] = best.voice.row.id
  }
  goldenRecord.category ??= 'other'
  const filled = COMPLETENESS_FIELDS.filter(
    (field) => goldenRecord[field] !== undefined && goldenRecord[field] !== 'other',
  ).length
  return {
    goldenRecord: goldenRecord as unknown as GoldenRecord,
    provenance,
    completeness: filled / COMPLETENESS_FIELDS.length,
  }
}

/**
 * A record with its rank by each rule; a higher rank is better. Agreement depends on the value, so its rank is 0 here.
 */
interface RankedRecord {
  readonly row: RecordRow
  readonly ranks: readonly number[]
}

interface RankedValue {
  readonly voice: RankedRecord
  readonly value: unknown
}

/** Sorts records by all rules except agreement, in order of the rules. */
function rankRecords(
  records: readonly RecordRow[],
  survivorshipRules: SurvivorshipRules,
  priorityOf: (supplier: string) => number,
): RankedRecord[] {
  // Most products have one record, so its rank does not matter.
  if (records.length === 1) return [{ row: records[0] as RecordRow, ranks: [] }]
  return records
    .map((row): RankedRecord => ({ row, ranks: survivorshipRules.order.map((rule) => rankBy(rule, row, priorityOf)) }))
    .sort(compareRanked)
}

function rankBy(
  rule: SurvivorshipRule,
  { record, updatedAt }: RecordRow,
  priorityOf: (supplier: string) => number,
): number {
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
 * Chooses one of several values.
 *
 * @param values - Values; the values of higher-ranked records come first.
 * @param agreementAt - Index of the agreement rule; below 0 without this rule.
 */
function choose(values: readonly RankedValue[], agreementAt: number): RankedValue | undefined {
  const [first] = values
  if (first === undefined || agreementAt < 0) return first
  // All values are equal, so there is no other value and no other spelling.
  if (values.every(({ value }) => value === first.value)) return first
  const folded = values.map(({ value }) => foldValue(value))
  const suppliers = suppliersByValue(values, folded)
  const agreement = folded.map((text) => suppliers.get(text)?.size ?? 0)
  let best = 0
  for (let at = 1; at < values.length; at++) {
    const difference =
      comparePrefix(values[best] as RankedValue, values[at] as RankedValue, agreementAt) ||
      (agreement[at] as number) - (agreement[best] as number)
    if (difference > 0) best = at
  }
  const chosen = values[best] as RankedValue
  if (!isUpperCase(chosen.value)) return chosen
  // Mixed case reads better than capitals, unless a rule before agreement decides. This check follows the ranking: as a
  // further rule, it would make the order of values circular.
  const isAsGood = (each: RankedValue): boolean => comparePrefix(chosen, each, agreementAt) === 0
  return values.find((each, at) => folded[at] === folded[best] && !isUpperCase(each.value) && isAsGood(each)) ?? chosen
}

/** Returns the suppliers of each value. */
function suppliersByValue(said: readonly RankedValue[], folded: readonly string[]): Map<string, Set<string>> {
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

/** Compares two values by the rules before agreement. The result is above 0 if `b` ranks higher. */
function comparePrefix(a: RankedValue, b: RankedValue, agreementAt: number): number {
  for (let at = 0; at < agreementAt; at++) {
    const difference = (b.voice.ranks[at] as number) - (a.voice.ranks[at] as number)
    if (difference !== 0) return difference
  }
  return 0
}

function compareRanked(a: RankedRecord, b: RankedRecord): number {
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

function isUpperCase(value: unknown): boolean {
  return typeof value === 'string' && /\p{Lu}/u.test(value) && !/\p{Ll}/u.test(value)
}

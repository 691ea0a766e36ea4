import { GOLDEN_FIELDS, valueAt } from '../fields/field-paths.ts'
import type { GoldenRecord, Pin, RecordId, RecordRow } from '../storage/rows.ts'
import { chooseValue, type RankedValue } from './choose-value.ts'
import { RecordRanking } from './record-ranking.ts'
import type { SurvivorshipRules } from './survivorship-rules.ts'

/** The fields that count for the completeness of a product. */
const COMPLETENESS_FIELDS: readonly string[] = [
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
  const ranking = new RecordRanking(records, priorityOf)
  const values: RankedValue[] = []
  for (const { name, path } of GOLDEN_FIELDS) {
    const pin = Object.hasOwn(pins, name) ? pins[name] : undefined
    if (pin !== undefined) {
      goldenRecord[name] = pin.value
      continue
    }
    const order = survivorshipRules.fields?.[path.join('.')] ?? survivorshipRules.order
    values.length = 0
    for (const ranked of ranking.by(order)) {
      const value = valueAt(ranked.row.record, path)
      if (value !== undefined && !(name === 'category' && value === 'other')) values.push({ ranked, value })
    }
    const best = chooseValue(values, order)
    if (best === undefined) continue
    goldenRecord[name] = best.value
    provenance[name] = best.ranked.row.id
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

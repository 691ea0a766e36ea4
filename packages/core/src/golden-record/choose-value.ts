import type { Coordinates } from '../model/place.ts'
import { fold } from '../text/fold.ts'
import type { RankedRecord } from './record-ranking.ts'
import type { SurvivorshipRule } from './survivorship-rules.ts'

/** A value with its record. */
export interface RankedValue {
  readonly ranked: RankedRecord
  readonly value: unknown
}

/** Coordinates agree if they round to the same thousandth of a degree, which is about 100 m. */
const COORDINATE_STEPS = 1_000

/**
 * Chooses one of several values of a field.
 *
 * @param values - The values; the values of higher-ranked records come first.
 * @param order - The rules by which the records are sorted.
 * @returns undefined without a value.
 */
export function chooseValue(
  values: readonly RankedValue[],
  order: readonly SurvivorshipRule[],
): RankedValue | undefined {
  const [first] = values
  if (first === undefined || !order.some(dependsOnValue)) return first
  // All values are equal, so there is no other value and no other spelling.
  if (values.every(({ value }) => value === first.value)) return first
  const folded = values.map(({ value }) => foldValue(value))
  const suppliers = order.includes('agreement') ? suppliersByValue(values, folded) : undefined
  const ranks = values.map(({ ranked, value }, at) =>
    order.map((rule, position) => {
      if (rule === 'agreement') return suppliers?.get(folded[at] as string)?.size ?? 0
      return rule === 'longest' ? lengthOf(value) : (ranked.ranks[position] ?? 0)
    }),
  )
  let best = 0
  for (let at = 1; at < values.length; at++) {
    if (compareRanks(ranks[best] as number[], ranks[at] as number[], order.length) > 0) best = at
  }
  const chosen = values[best] as RankedValue
  const agreementAt = order.indexOf('agreement')
  if (agreementAt === -1 || !isUpperCase(chosen.value)) return chosen
  // Mixed case reads better than capitals, unless a rule before agreement decides. This check follows the ranking: as a
  // further rule, it would make the order of values circular.
  const isAsGood = (at: number): boolean =>
    compareRanks(ranks[best] as number[], ranks[at] as number[], agreementAt) === 0
  return values.find((each, at) => folded[at] === folded[best] && !isUpperCase(each.value) && isAsGood(at)) ?? chosen
}

function dependsOnValue(rule: SurvivorshipRule): boolean {
  return rule === 'agreement' || rule === 'longest'
}

/** Returns the suppliers of each value. */
function suppliersByValue(values: readonly RankedValue[], folded: readonly string[]): Map<string, Set<string>> {
  const suppliers = new Map<string, Set<string>>()
  for (const [at, { ranked }] of values.entries()) {
    const { supplier } = ranked.row.record
    const text = folded[at] as string
    const known = suppliers.get(text)
    if (known === undefined) suppliers.set(text, new Set([supplier]))
    else known.add(supplier)
  }
  return suppliers
}

/** Compares two values by the first rules. The result is above 0 if `b` ranks higher. */
function compareRanks(a: readonly number[], b: readonly number[], rules: number): number {
  for (let at = 0; at < rules; at++) {
    const [one, other] = [a[at] as number, b[at] as number]
    if (one !== other) return other > one ? 1 : -1
  }
  return 0
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

function foldValue(value: unknown): string {
  if (typeof value === 'string') return fold(value)
  if (isPoint(value)) return value.map((each) => Math.round(each * COORDINATE_STEPS)).join()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isPoint(value: unknown): value is Coordinates {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'number')
}

function isUpperCase(value: unknown): boolean {
  return typeof value === 'string' && /\p{Lu}/u.test(value) && !/\p{Ll}/u.test(value)
}

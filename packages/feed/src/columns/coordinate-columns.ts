import type { SampleColumn } from './sample-columns.ts'
import { isWithin } from './values/country-bounds.ts'
import {
  type DegreeNotation,
  decimalDegrees,
  decimalsOf,
  hemisphereOf,
  isScaledDegrees,
  sexagesimalDegrees,
} from './values/degrees.ts'

/** A column whose values may be coordinates. */
export interface DegreeColumn {
  readonly column: SampleColumn
  readonly notation: DegreeNotation
  /** The degrees of each row; NaN for a row without a value or with another value. */
  readonly degrees: readonly number[]
  /** The factor of scaled integers, or 1. */
  readonly scale: number
}

/** The two columns of a pair, in the right order. */
export interface CoordinatePair {
  readonly latitude: DegreeColumn
  readonly longitude: DegreeColumn
  readonly confidence: number
}

const MIN_FIT = 0.95
/** A coordinate with fewer decimals may be a price or a distance. */
const MIN_DECIMALS = 3
const LATITUDE_MAX = 90
const LONGITUDE_MAX = 180
/** The powers of ten by which suppliers multiply degrees to send integers. */
const SCALES = [1e6, 1e7, 1e5] as const
/** Degrees that a pair of columns differs from a fixed place. Constant columns are no coordinates. */
const MIN_DISTINCT = 0.5

/** Returns the column as coordinates if almost all of its values are in a notation of coordinates. */
export function degreeColumn(column: SampleColumn, hasClearName = false): DegreeColumn | undefined {
  const { filled } = column
  if (filled.length === 0) return undefined
  if (!hasClearName && new Set(filled).size / filled.length < Math.min(MIN_DISTINCT, 4 / filled.length + 0.2))
    return undefined
  const share = (test: (text: string) => boolean): number => filled.filter(test).length / filled.length
  const inRange = (degrees: number | undefined): boolean => degrees !== undefined && Math.abs(degrees) <= LONGITUDE_MAX
  const isPrecise = (text: string): boolean =>
    hasClearName || decimalsOf(text.replace(/[\s°]{0,9}[NSEW]$/i, '')) >= MIN_DECIMALS
  if (
    share((text) => inRange(decimalDegrees(text)) && isPrecise(text)) >= (hasClearName ? MIN_FIT : 0.8) &&
    share((text) => inRange(decimalDegrees(text))) >= MIN_FIT
  ) {
    return withDegrees(column, 'decimal', decimalDegrees, 1)
  }
  if (share((text) => inRange(sexagesimalDegrees(text))) >= MIN_FIT) {
    return withDegrees(column, 'sexagesimal', sexagesimalDegrees, 1)
  }
  return undefined
}

function withDegrees(
  column: SampleColumn,
  notation: DegreeNotation,
  parse: (text: string) => number | undefined,
  scale: number,
): DegreeColumn {
  return {
    column,
    notation,
    scale,
    degrees: column.texts.map((text) => (text === '' ? Number.NaN : (parse(text) ?? Number.NaN))),
  }
}

/**
 * Reads two columns of integers as degrees multiplied by a power of ten. The country of the rows must prove the factor
 * and the order.
 */
export function scaledPair(
  first: SampleColumn,
  second: SampleColumn,
  countries: readonly (string | undefined)[],
): CoordinatePair | undefined {
  if (![first, second].every(({ filled }) => filled.length > 0 && filled.every(isScaledDegrees))) return undefined
  const proven = SCALES.flatMap((scale) => {
    const columns = [first, second].map((column) =>
      withDegrees(column, 'scaled', (text) => Number(text) / scale, scale),
    )
    const pair = orderedPair(columns[0] as DegreeColumn, columns[1] as DegreeColumn, countries)
    return pair === undefined || pair.confidence < PROVEN ? [] : [pair]
  })
  return proven.length === 1 ? proven[0] : undefined
}

/** The confidence of a pair whose order is proven by its range, its letters or the country of the rows. */
export const PROVEN = 0.99
/** The confidence of a pair in an unknown order. */
const UNORDERED = 0.5
const MIN_ROWS = 3
const WITHIN_SHARE = 0.9

/**
 * Returns the order of two columns. The range of values, the letters of hemispheres or the countries of the rows prove
 * it; without proof the confidence is low.
 *
 * @param countries - The ISO 3166-1 code of each row, if known.
 * @param minRows - Rows with both values that are needed.
 */
export function orderedPair(
  first: DegreeColumn,
  second: DegreeColumn,
  countries: readonly (string | undefined)[],
  minRows: number = MIN_ROWS,
): CoordinatePair | undefined {
  const [a, b] = [first.degrees, second.degrees]
  const rows = a.map((_, at) => at).filter((at) => !Number.isNaN(a[at]) && !Number.isNaN(b[at]))
  if (rows.length < minRows) return undefined
  const firstMayBe = rows.every((at) => Math.abs(a[at] as number) <= LATITUDE_MAX)
  const secondMayBe = rows.every((at) => Math.abs(b[at] as number) <= LATITUDE_MAX)
  if (!firstMayBe && !secondMayBe) return undefined
  const pair = (isSwapped: boolean, confidence: number): CoordinatePair =>
    isSwapped ? { latitude: second, longitude: first, confidence } : { latitude: first, longitude: second, confidence }
  const letter = hemisphereOf(first.column.filled[0] ?? '')
  if (letter !== undefined) return pair(letter === 'longitude', PROVEN)
  const [direct, swapped] = votes(a, b, rows, countries)
  if (direct !== undefined && swapped !== undefined) {
    if (direct >= WITHIN_SHARE && swapped < 0.1) return pair(false, PROVEN)
    if (swapped >= WITHIN_SHARE && direct < 0.1) return pair(true, PROVEN)
    if (direct < 0.1 && swapped < 0.1) return undefined
  }
  if (firstMayBe !== secondMayBe) return pair(secondMayBe, PROVEN)
  return pair(false, UNORDERED)
}

/** Returns the shares of rows whose point is in the country of the row, as given and swapped. */
function votes(
  a: readonly number[],
  b: readonly number[],
  rows: readonly number[],
  countries: readonly (string | undefined)[],
): [direct: number | undefined, swapped: number | undefined] {
  let [known, direct, swapped] = [0, 0, 0]
  for (const at of rows) {
    const country = countries[at]
    if (country === undefined) continue
    const within = isWithin(country, a[at] as number, b[at] as number)
    if (within === undefined) continue
    known += 1
    if (within) direct += 1
    if (isWithin(country, b[at] as number, a[at] as number) === true) swapped += 1
  }
  return known < MIN_ROWS ? [undefined, undefined] : [direct / known, swapped / known]
}

/** Returns a function that converts values to decimal degrees; undefined for decimal degrees, which core reads. */
export function degreeConverter({ notation, scale, column }: DegreeColumn): ((value: unknown) => unknown) | undefined {
  const hasMarks = notation === 'decimal' && column.filled.some((text) => /[°NSEW]/i.test(text))
  if (notation === 'decimal' && !hasMarks) return undefined
  const parse =
    notation === 'scaled'
      ? (text: string): number | undefined => (isScaledDegrees(text) ? Number(text) / scale : undefined)
      : notation === 'decimal'
        ? decimalDegrees
        : sexagesimalDegrees
  return (value) =>
    typeof value === 'string' || typeof value === 'number' ? (parse(String(value).trim()) ?? value) : value
}

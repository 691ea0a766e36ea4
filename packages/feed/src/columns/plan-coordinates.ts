import { parseCountry } from '@utpid/core'
import { keyWords } from '../keys/key-words.ts'
import { isModifier } from '../keys/modifier-words.ts'
import { foldKey } from '../mapping/field-key.ts'
import { AXIS_NAMES } from './ambiguous-names.ts'
import {
  type CoordinatePair,
  type DegreeColumn,
  degreeColumn,
  degreeConverter,
  orderedPair,
  PROVEN,
  scaledPair,
} from './coordinate-columns.ts'
import { APPLIED_CONFIDENCE } from './guess-kinds.ts'
import type { PlanDraft } from './plan-draft.ts'
import type { SampleColumn } from './sample-columns.ts'
import { pairOf } from './values/value-kinds.ts'

const LATITUDE = 'location.latitude'
const LONGITUDE = 'location.longitude'
const PAIR = 'location.coordinates'
const RANK = 350
/** The confidence of a pair that its names put in order, within the range of coordinates. */
const NAMED = 0.97

/** Finds latitude and longitude: by clear names in any notation, by ambiguous names of a pair, then by values. */
export function planCoordinates(draft: PlanDraft): void {
  const countries = countriesOf(draft)
  convertPairs(draft, countries)
  if (draft.has(PAIR)) return
  const [latitudes, longitudes] = [draft.columnsOf(LATITUDE), draft.columnsOf(LONGITUDE)]
  if (latitudes.length > 0 && longitudes.length > 0) {
    convertClear(draft, latitudes[0] as SampleColumn, longitudes[0] as SampleColumn, countries)
    return
  }
  if (draft.has(LATITUDE) && draft.has(LONGITUDE)) return
  const free = draft.unexplained()
  const named = namedPair(free, latitudes, longitudes, countries)
  const pair = named ?? pairOfValues(free, latitudes, longitudes, countries)
  if (pair === undefined) return
  const known = new Set([...latitudes, ...longitudes].map(({ path }) => path))
  for (const [target, each] of [
    [LATITUDE, pair.latitude],
    [LONGITUDE, pair.longitude],
  ] as const) {
    const { path } = each.column
    if (known.has(path)) continue
    const isOrdered = pair.confidence >= APPLIED_CONFIDENCE
    draft.guesses.set(path, { kind: 'coordinate', target: isOrdered ? target : PAIR, confidence: pair.confidence })
    if (isOrdered) applyDegrees(draft, each, target, named === undefined ? 'value' : 'name')
  }
}

/** Returns the ISO code of the country of each row, from the columns of the country or its constant. */
export function countriesOf(draft: PlanDraft): readonly (string | undefined)[] {
  const [column] = draft.columnsOf('location.country')
  return column?.texts.map((text) => (text === '' ? undefined : parseCountry(text))) ?? []
}

function applyDegrees(draft: PlanDraft, column: DegreeColumn, target: string, by: 'name' | 'value'): void {
  const convert = degreeConverter(column)
  draft.set(
    column.column.path,
    { kind: 'field', target, rank: RANK, ...(convert === undefined ? {} : { convert }) },
    by,
  )
}

/** Converts columns with clear names whose notation core does not read. The names keep their order. */
function convertClear(
  draft: PlanDraft,
  latitude: SampleColumn,
  longitude: SampleColumn,
  countries: readonly (string | undefined)[],
): void {
  const scaled = scaledPair(latitude, longitude, countries)
  for (const [column, target] of [
    [latitude, LATITUDE],
    [longitude, LONGITUDE],
  ] as const) {
    const found = degreeColumn(column, true) ?? scaledAs(scaled, column)
    const meaning = draft.meaningOf(column.path)
    const convert = found === undefined ? undefined : degreeConverter(found)
    if (convert !== undefined && meaning?.kind === 'field') {
      draft.set(column.path, { kind: 'field', target, rank: meaning.rank, convert }, 'name')
    }
  }
}

function scaledAs(pair: CoordinatePair | undefined, column: SampleColumn): DegreeColumn | undefined {
  return [pair?.latitude, pair?.longitude].find((each) => each?.column.path === column.path)
}

/** Converts a column with both coordinates in a notation, or an order, that core does not read. */
function convertPairs(draft: PlanDraft, countries: readonly (string | undefined)[]): void {
  const clear = draft.columnsOf(PAIR)
  const free = draft.has(PAIR) || draft.has(LATITUDE) ? [] : draft.unexplained()
  const isPair = (column: SampleColumn): boolean =>
    column.filled.length > 0 &&
    column.filled.filter((text) => pairOf(text) !== undefined).length / column.filled.length >= 0.95
  const found = [...clear, ...free].filter(isPair)
  if (found.length !== 1) return
  const [column] = found as [SampleColumn]
  const parts = [0, 1].map((side): DegreeColumn => {
    const degrees = column.texts.map((text) => pairOf(text)?.[side] ?? Number.NaN)
    return { column: { ...column, filled: ['0'] }, notation: 'decimal', degrees, scale: 1 }
  })
  const [first, second] = parts as [DegreeColumn, DegreeColumn]
  const pair = orderedPair(first, second, countries)
  const isSwapped = pair?.latitude === second && pair.confidence >= PROVEN
  const isClear = clear.includes(column)
  const isKnown = isClear || column.filled.length >= 3
  const confidence = isSwapped ? PROVEN : isKnown ? NAMED : 0.7
  if (!isClear) draft.guesses.set(column.path, { kind: 'coordinates', target: PAIR, confidence })
  if (confidence < APPLIED_CONFIDENCE) return
  const meaning = draft.meaningOf(column.path)
  const convert = (value: unknown): unknown => {
    const values = typeof value === 'string' ? pairOf(value.trim()) : undefined
    if (values === undefined) return value
    return isSwapped ? [values[1], values[0]] : [...values]
  }
  const rank = meaning?.kind === 'field' ? meaning.rank : RANK
  draft.set(column.path, { kind: 'field', target: PAIR, rank, convert }, isClear ? 'name' : 'value')
}

/** Returns the pair of columns with ambiguous names such as `Breite` and `Länge`, if the values are coordinates. */
function namedPair(
  free: readonly SampleColumn[],
  latitudes: readonly SampleColumn[],
  longitudes: readonly SampleColumn[],
  countries: readonly (string | undefined)[],
): CoordinatePair | undefined {
  const first = latitudes[0] ?? free.find(({ key }) => isAxis(key, 'latitude'))
  const second = longitudes[0] ?? free.find(({ key }) => isAxis(key, 'longitude'))
  if (first === undefined || second === undefined) return undefined
  const [a, b] = [degreeColumn(first, true), degreeColumn(second, true)]
  if (a === undefined || b === undefined) return scaledPair(first, second, countries)
  const isFraction = [first, second].some(({ filled }) =>
    filled.some((text) => /[.,°]\d/.test(text) || /[NSEW]/i.test(text)),
  )
  if (!isFraction) return undefined
  const pair = orderedPair(a, b, countries, 1)
  if (pair === undefined || pair.confidence >= PROVEN) return pair
  return { latitude: a, longitude: b, confidence: NAMED }
}

function isAxis(key: string, axis: 'latitude' | 'longitude'): boolean {
  const names = AXIS_NAMES[axis]
  if (names.includes(foldKey(key))) return true
  const { words } = keyWords(key)
  const rest = words.filter(
    (word) => !['neutral', 'owner', 'place', 'geo'].some((group) => isModifier(word, group as 'geo')),
  )
  return rest.length === 1 && names.includes(rest[0] as string)
}

/** Returns the only pair of columns whose values are coordinates. With more such columns nothing is certain. */
function pairOfValues(
  free: readonly SampleColumn[],
  latitudes: readonly SampleColumn[],
  longitudes: readonly SampleColumn[],
  countries: readonly (string | undefined)[],
): CoordinatePair | undefined {
  const found = free.flatMap((column) => degreeColumn(column) ?? [])
  const [clear] = [...latitudes, ...longitudes]
  if (clear !== undefined) {
    const half = degreeColumn(clear, true)
    const [other] = found
    if (half === undefined || other === undefined || found.length !== 1) return undefined
    const isLatitude = latitudes.length > 0
    const pair = isLatitude ? { latitude: half, longitude: other } : { latitude: other, longitude: half }
    const order = orderedPair(pair.latitude, pair.longitude, countries)
    if (order === undefined || (order.confidence >= PROVEN && order.latitude !== pair.latitude)) return undefined
    return { ...pair, confidence: order.confidence >= PROVEN ? PROVEN : 0.9 }
  }
  if (found.length === 2) return orderedPair(found[0] as DegreeColumn, found[1] as DegreeColumn, countries)
  if (found.length > 0) return undefined
  const scaled = free.filter(({ filled }) => filled.length > 0 && filled.every((text) => /^-?\d{5,10}$/.test(text)))
  return scaled.length === 2 ? scaledPair(scaled[0] as SampleColumn, scaled[1] as SampleColumn, countries) : undefined
}

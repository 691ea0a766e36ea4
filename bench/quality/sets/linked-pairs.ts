import type { RecordFeatures } from '@utpid/core/scoring'
import { hideFields, parseHiddenFields, readRecord, storedFeatures } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import { deriveCandidates, type KnownMatch, type LabelledPair } from '@utpid/training'
import { type Airport, airportsOf } from './airport-rows.ts'
import { FEEDS_SET, OVERTURE_SET } from './labelled-sets.ts'
import type { LabelledSet, QualityPair } from './read-sets.ts'

/** The kinds of products of linked pairs. */
export const LINK_KINDS = ['hotels', 'places', 'airports'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/**
 * A pair of one country without contacts and identifiers. A positive pair is linked by a telephone, a web host or an
 * identifier.
 */
export interface LinkedPair extends LabelledPair {
  readonly country: string
  readonly kind: LinkKind
}

const CONTACTS = parseHiddenFields('phone,website,email,ref')
const gazetteer = loadGazetteer()

/** Returns the linked positives and the negatives of all countries, without contacts and identifiers. */
export async function linkedPairs(data: string, sets: readonly LabelledSet[]): Promise<LinkedPair[]> {
  const hotels = sets.filter(({ id }) => id === FEEDS_SET).flatMap(({ pairs }) => pairs)
  const overture = sets.filter(({ id }) => id === OVERTURE_SET)
  const places = overture
    .flatMap(({ pairs, trainPairs }) => [...pairs, ...trainPairs])
    .filter(({ a, b, match }) => !match || isLinked(a.features, b.features))
  return [
    // All positives of the feeds were linked by a telephone, a web host or an identifier.
    ...hotels.flatMap((pair) => linkedPair('hotels', pair)),
    ...places.flatMap((pair) => linkedPair('places', pair)),
    ...(await airportPairs(data)),
  ]
}

/** Reports whether two records have a telephone, the host of a web site or an identifier in common. */
export function isLinked(a: RecordFeatures, b: RecordFeatures): boolean {
  if (a.phone !== undefined && a.phone === b.phone) return true
  // A shared host, such as a social network, proves nothing.
  if (a.web !== undefined && a.web.host === b.web?.host && !a.web.shared) return true
  return a.identifiers.some((one) =>
    b.identifiers.some(({ scheme, value }) => scheme === one.scheme && value === one.value),
  )
}

function linkedPair(kind: LinkKind, { a, b, match }: QualityPair): LinkedPair[] {
  const [left, right] = [withoutContacts(a.sent), withoutContacts(b.sent)]
  return left === undefined || right === undefined ? [] : ofOneCountry(kind, { left, right, match })
}

function ofOneCountry(kind: LinkKind, pair: LabelledPair): LinkedPair[] {
  const { country } = pair.left
  return country === undefined || country !== pair.right.country ? [] : [{ ...pair, country, kind }]
}

function withoutContacts(row: Readonly<Record<string, unknown>>): RecordFeatures | undefined {
  const read = readRecord(hideFields(row, CONTACTS), { hidden: CONTACTS, gazetteer })
  return 'record' in read ? storedFeatures(read.record, true, gazetteer) : undefined
}

/** Returns the airports of two feeds with one IATA code, and the candidates of these airports with another code. */
async function airportPairs(data: string): Promise<LinkedPair[]> {
  const [left, right] = await Promise.all(
    ['airports-geonames', 'airports-openflights'].map(async (feed) => featuresByCode(await airportsOf(data, feed))),
  )
  if (left === undefined || right === undefined) return []
  const matches = [...left].flatMap(([iata, features]): KnownMatch[] => {
    const other = right.get(iata)
    return other === undefined ? [] : [[features, other]]
  })
  const candidates = deriveCandidates([...left.values()], [...right.values()], matches)
  // A match that blocking does not find is also a linked positive.
  const positives = matches.map(([one, other]): LabelledPair => ({ left: one, right: other, match: true }))
  const negatives = candidates.filter(({ match }) => !match)
  return [...positives, ...negatives].flatMap((pair) => ofOneCountry('airports', pair))
}

function featuresByCode(airports: readonly Airport[]): Map<string, RecordFeatures> {
  const found = new Map<string, RecordFeatures>()
  for (const { iata, row } of airports) {
    const features = withoutContacts(row)
    if (features !== undefined) found.set(iata, features)
  }
  return found
}

import type { Storage } from '@utpid/core'
import { CURRENT_RULES, decodeFeatures, type LookupKey, queryKeys, type RecordFeatures } from '@utpid/core/scoring'
import type { RecordId, StoredRecord } from '@utpid/core/storage'
import { findCandidates } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import { denseDistricts } from '../../base/dense-districts.ts'
import { PARIS_CITY, PARIS_HIDDEN } from '../../feeds/paris.ts'
import { inMemory } from '../../feeds/registries.ts'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { mean, quantile } from '../../harness/statistics.ts'
import { storedRecords } from '../../harness/stored-rows.ts'
import { importParis, parisPositives } from '../sets/paris-registry.ts'

/** A record to find among the candidates of an input. */
interface SoughtRecord {
  readonly input: StoredRecord
  readonly record: RecordId
}

/** The results of blocking. */
interface BlockingResult {
  /** Share of the sought records among the candidates. */
  readonly recall: number
  /** Number of candidates of each input after both rounds of key lookups, without the input's own record. */
  readonly counts: readonly number[]
  /** Number of candidates after the first round, which looks up only near keys. */
  readonly nearCounts: readonly number[]
}

/** Each apartment has two listings on average. */
const DENSE_RECORDS = 2_000

/** Measures whether blocking finds true pairs, also for inputs without the fields that it uses, and at what cost. */
export const blockingPart = dataPart('blocking', async ({ data, seed, say }) => {
  say('blocking: the Paris feeds without contact data')
  const hidden = await importParis(data, PARIS_HIDDEN)
  const targets = bothWays(await parisPositives(hidden, data))
  const asGiven = await measure(hidden, targets, (features) => features)
  const noPlace = await measure(hidden, targets, withoutCoordinates)
  const centre = centreOfParis()
  const moved = await measure(hidden, targets, (features) => ({ ...features, coordinates: centre }))
  say('blocking: the Paris feeds with contact data')
  const open = await importParis(data, '')
  const noPlaceOpen = await measure(open, bothWays(await parisPositives(open, data)), withoutCoordinates)
  say('blocking: a dense district')
  const { first, apartments } = denseDistricts(seed, DENSE_RECORDS, DENSE_RECORDS)
  const { storage: dense } = await inMemory(first)
  const denseFound = await measure(dense, await listingsOfOne(dense, apartments), (features) => features)
  const openWhat = '... for such an input that has its telephone, web site and identifiers'
  const movedWhat = "... for an input with the city's centre for coordinates"
  const denseWhat = `${apartments.at(-1) ?? 0} apartments in one district`
  const rows = below('blocking', [
    ['sought', 'Paris: records sought, both ways of every positive pair', targets.length, 'count'],
    ['as-given.recall', 'Paris: candidates hold the record sought', asGiven.recall, 'fraction', '>= 0.995'],
    ['without-coordinates.recall', '... for an input without coordinates', noPlace.recall, 'fraction', '>= 0.97'],
    ['without-coordinates-open.recall', openWhat, noPlaceOpen.recall, 'fraction', '>= 0.99'],
    ['moved.recall', movedWhat, moved.recall, 'fraction', '>= 0.96'],
    ...below('as-given', countFigures('Paris', asGiven, true)),
    ...below('without-coordinates', countFigures('Paris, no coordinates', noPlace, false)),
    ['dense.recall', 'dense district: candidates hold the record sought', denseFound.recall, 'fraction'],
    ...below('dense', countFigures(denseWhat, denseFound, true)),
  ])
  return { n: targets.length, rows }
})

function countFigures(what: string, { counts, nearCounts }: BlockingResult, hasBars: boolean): Figure[] {
  const hundredths = (value: number): number => Math.round(value * 100) / 100
  return [
    [
      'candidates',
      `${what}: candidates of an input, mean`,
      hundredths(mean(counts)),
      'count',
      hasBars ? '<= 30' : undefined,
    ],
    ['candidates-p99', '... p99', quantile(counts, 0.99), 'count', hasBars ? '<= 200' : undefined],
    ['near', '... in the first round alone, mean', hundredths(mean(nearCounts)), 'count'],
  ]
}

function bothWays(pairs: readonly { readonly a: StoredRecord; readonly b: StoredRecord }[]): SoughtRecord[] {
  return pairs.flatMap(({ a, b }) => [
    { input: a, record: b.row.id },
    { input: b, record: a.row.id },
  ])
}

/** Returns every pair of listings of one apartment, in both directions. */
async function listingsOfOne(storage: Storage, apartments: readonly number[]): Promise<SoughtRecord[]> {
  const byApartment = new Map<number, StoredRecord[]>()
  for await (const stored of storedRecords(storage)) {
    // Codes are numbered in order of generation.
    const apartment = apartments[Number(stored.row.record.code.slice(1))] as number
    byApartment.set(apartment, [...(byApartment.get(apartment) ?? []), stored])
  }
  return [...byApartment.values()].flatMap((listings) =>
    listings.flatMap((input) =>
      listings.filter((other) => other !== input).map((other) => ({ input, record: other.row.id })),
    ),
  )
}

async function measure(
  storage: Storage,
  targets: readonly SoughtRecord[],
  change: (features: RecordFeatures) => RecordFeatures,
): Promise<BlockingResult> {
  const inputs = [...new Map(targets.map(({ input }) => [input.row.id, input.row])).values()]
  const lookups = inputs.map(({ features }) => queryKeys(asInput(change(decodeFeatures(features))), CURRENT_RULES))
  const near = lookups.map((keys): readonly LookupKey[] => keys.filter(({ wide }) => !wide))
  const candidates = new Map<RecordId, ReadonlySet<RecordId>>()
  const counts: number[] = []
  for (const [at, found] of (await findCandidates(storage, lookups)).entries()) {
    const { id } = inputs[at] as { id: RecordId }
    candidates.set(id, found)
    counts.push(found.size - Number(found.has(id)))
  }
  const nearCounts = (await findCandidates(storage, near)).map(
    (found, at) => found.size - Number(found.has((inputs[at] as { id: RecordId }).id)),
  )
  const hits = targets.filter(({ input, record }) => candidates.get(input.row.id)?.has(record) === true)
  return { recall: hits.length / targets.length, counts, nearCounts }
}

/** Removes the supplier, so that the code does not find the record. */
function asInput({ supplier: _supplier, ...features }: RecordFeatures): RecordFeatures {
  return features
}

function withoutCoordinates({ coordinates: _coordinates, ...features }: RecordFeatures): RecordFeatures {
  return features
}

function centreOfParis(): readonly [number, number] {
  const [paris] = loadGazetteer().citiesByName(PARIS_CITY, 'FR')
  if (paris === undefined) throw new Error('The gazetteer does not know Paris.')
  return paris.coordinates
}

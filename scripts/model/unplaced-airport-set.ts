import type { RecordContent } from '@utpid/core'
import type { RecordFeatures } from '@utpid/core/scoring'
import { isAirportForTraining } from '@utpid/evaluation'
import type { LabelledPair, TrainingSet } from '@utpid/training'
import { AIRPORT_SOURCES, iataOf } from './airport-set.ts'
import { type FeedRecords, featuresOf } from './feed-records.ts'

/** Maximum number of pairs of an airport, so that the word `international` does not dominate. */
const PAIRS_OF_RECORD = 3
const WEIGHT = 0.1

interface Airport {
  readonly features: RecordFeatures
  readonly code: string
  readonly words: ReadonlySet<number>
}

/**
 * Returns pairs for learning from airport names alone. Matches: airports with the same IATA code. Non-matches: airports
 * of the same country with different codes and a shared word, mostly their city. The pairs come from the same half of
 * the countries as in {@link airportSet}.
 */
export function unplacedAirportSet(records: FeedRecords): TrainingSet[] {
  const [left, right] = AIRPORT_SOURCES.map((source) => airportsOf(records.get(source)?.values() ?? [])) as [
    Airport[],
    Airport[],
  ]
  const byWord = new Map<string, Airport[]>()
  for (const airport of left) {
    for (const word of airport.words) {
      const key = `${airport.features.country}:${word}`
      byWord.set(key, [...(byWord.get(key) ?? []), airport])
    }
  }
  const byCode = new Map(left.map((airport) => [airport.code, airport]))
  const pairs = right.flatMap((airport): LabelledPair[] => {
    const others = new Set(
      [...airport.words].flatMap((word) => byWord.get(`${airport.features.country}:${word}`) ?? []),
    )
    const two = [...others].filter(({ code }) => code !== airport.code).slice(0, PAIRS_OF_RECORD)
    const one = byCode.get(airport.code)
    return [
      ...two.map((other) => ({ left: other.features, right: airport.features, match: false })),
      ...(one === undefined ? [] : [{ left: one.features, right: airport.features, match: true }]),
    ]
  })
  return pairs.length === 0 ? [] : [{ name: 'names of two feeds of airports', pairs, weight: WEIGHT }]
}

function airportsOf(contents: Iterable<RecordContent>): Airport[] {
  return [...contents].flatMap((content): Airport[] => {
    const { name, category, location } = content
    const code = iataOf(content)
    if (name === undefined || category === undefined || code === undefined) return []
    if (!isAirportForTraining(location?.country)) return []
    const { city, country } = location ?? {}
    const features = featuresOf({
      name,
      category,
      location: { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) },
    })
    const telling = features.names[0]?.words.filter(({ kind }) => kind !== 'article' && kind !== 'generic') ?? []
    return [{ features, code, words: new Set(telling.map(({ hash }) => hash)) }]
  })
}

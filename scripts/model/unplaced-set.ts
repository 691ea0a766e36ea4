import type { RecordContent, RecordFeatures } from '@utpid/core'
import { isTownForTraining } from '@utpid/evaluation'
import type { LabelledPair, TrainingSet } from '@utpid/training'
import { type FeedRecords, featuresOf } from './feed-records.ts'
import type { KnownPair } from './known-pairs.ts'

/** Hotels are called alike all over a country: each record counts in a few pairs, so that no name decides. */
const PAIRS_OF_RECORD = 3
const PAIRS_MOST = 8_000
/** Towns of two departments are not one under two names. */
const DEPARTMENT_DIGITS = 2
const WEIGHT = 0.1

/**
 * What name and city tell where nobody says more: known pairs with all else hidden, and hotels of one name in towns of
 * two departments, which one register lists under two codes; of every other department, so that the rest can be measured.
 * What is known of pairs with a place says nothing of cities: nearly all of it lies in one.
 */
export function unplacedSet(known: readonly KnownPair[], records: FeedRecords): TrainingSet {
  const features = new Map(
    [...records].map(([source, contents]) => [
      source,
      new Map([...contents].map(([id, content]) => [id, featuresOf(nameAndCity(content))])),
    ]),
  )
  const pairs = known.flatMap(({ a, b, match }): LabelledPair[] => {
    const [left, right] = [features.get(a[0])?.get(a[1]), features.get(b[0])?.get(b[1])]
    return left === undefined || right === undefined ? [] : [{ left, right, match }]
  })
  for (const [source, contents] of records) pairs.push(...inOtherTowns(contents, features.get(source) ?? new Map()))
  return { name: 'names and cities of open feeds', pairs, weight: WEIGHT }
}

function nameAndCity({ name, altNames, category, brand, location }: RecordContent): RecordContent {
  const { city, country } = location ?? {}
  return {
    ...(name === undefined ? {} : { name }),
    ...(altNames === undefined ? {} : { altNames }),
    ...(category === undefined ? {} : { category }),
    ...(brand === undefined ? {} : { brand }),
    location: { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) },
  }
}

/** Pairs of one feed with the same telling words, in two cities of two departments. */
function inOtherTowns(
  contents: ReadonlyMap<string, RecordContent>,
  features: ReadonlyMap<string, RecordFeatures>,
): LabelledPair[] {
  const byName = new Map<string, { features: RecordFeatures; department: string; pairs: number }[]>()
  const pairs: LabelledPair[] = []
  for (const [id, content] of contents) {
    const own = features.get(id)
    const department = content.location?.postalCode?.slice(0, DEPARTMENT_DIGITS)
    const name = own === undefined ? '' : tellingWords(own)
    if (isTownForTraining(content.location?.postalCode) !== true) continue
    if (own?.city === undefined || department === undefined || name === '') continue
    const others = byName.get(name) ?? []
    const each = { features: own, department, pairs: 0 }
    for (const other of others) {
      if (each.pairs === PAIRS_OF_RECORD || pairs.length === PAIRS_MOST) break
      if (other.pairs === PAIRS_OF_RECORD || other.department === department || other.features.city === own.city)
        continue
      each.pairs++
      other.pairs++
      pairs.push({ left: other.features, right: own, match: false })
    }
    byName.set(name, [...others, each])
  }
  return pairs
}

function tellingWords({ names: [name] }: RecordFeatures): string {
  const words = name?.words.filter(({ kind, ofCity }) => kind !== 'article' && kind !== 'generic' && !ofCity) ?? []
  return words
    .map(({ text }) => text)
    .sort()
    .join(' ')
}

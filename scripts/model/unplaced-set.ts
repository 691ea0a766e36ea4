import type { RecordContent } from '@utpid/core'
import type { RecordFeatures } from '@utpid/core/scoring'
import { isTownForTraining } from '@utpid/evaluation'
import type { LabelledPair, TrainingSet } from '@utpid/training'
import { type FeedRecords, featuresOf } from './feed-records.ts'
import type { KnownPair } from './known-pairs.ts'

/** Maximum number of pairs of a record: many hotels share a name, and no name should dominate. */
const PAIRS_OF_RECORD = 3
const MAX_PAIRS = 12_000
/** Number of digits of a postcode that identify the department. Towns in two departments are different towns. */
const DEPARTMENT_DIGITS = 2
const WEIGHT = 0.1

/**
 * Returns pairs for learning from name and city alone. Matches: known pairs, with all other fields hidden. Non-matches:
 * hotels of the same name in two neighbouring or equally named towns, with two codes in one register. The pairs come
 * from every second department; the other departments can measure the result. Pairs with coordinates teach nothing
 * about cities, since nearly all such pairs are in one city.
 */
export function unplacedSet(known: readonly KnownPair[], records: FeedRecords): TrainingSet {
  const sides = new Map(
    [...records].map(([source, contents]) => [
      source,
      new Map([...contents].map(([id, content]) => [id, sideOf(content)])),
    ]),
  )
  const pairs = known.flatMap(({ a, b, match }): UnplacedPair[] => {
    const [left, right] = [sides.get(a[0])?.get(a[1]), sides.get(b[0])?.get(b[1])]
    return left === undefined || right === undefined ? [] : [{ left, right, match }]
  })
  for (const contents of records.values()) pairs.push(...inOtherTowns(contents, true))
  return { name: 'names and cities of open feeds', pairs: pairs.map(shownPair), weight: WEIGHT }
}

/** A record with only name and city, and the same record with its postcode. */
interface UnplacedSide {
  readonly bare: RecordFeatures
  readonly coded: RecordFeatures
}

interface UnplacedPair {
  readonly left: UnplacedSide
  readonly right: UnplacedSide
  readonly match: boolean
}

/** Every second pair has postcodes, because only some suppliers send postcodes. */
function shownPair({ left, right, match }: UnplacedPair, at: number): LabelledPair {
  const shown = at % 2 === 0 ? 'bare' : 'coded'
  return { left: left[shown], right: right[shown], match }
}

function sideOf({ name, altNames, category, brand, location }: RecordContent): UnplacedSide {
  const { city, country, postalCode } = location ?? {}
  const content = {
    ...(name === undefined ? {} : { name }),
    ...(altNames === undefined ? {} : { altNames }),
    ...(category === undefined ? {} : { category }),
    ...(brand === undefined ? {} : { brand }),
  }
  const place = { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) }
  const bare = featuresOf({ ...content, location: place })
  return {
    bare,
    coded: postalCode === undefined ? bare : featuresOf({ ...content, location: { ...place, postalCode } }),
  }
}

/** Returns non-matches as in {@link unplacedSet}, but from departments that are not in training. */
export function namesakesOutsideTraining(contents: ReadonlyMap<string, RecordContent>): LabelledPair[] {
  return inOtherTowns(contents, false).map(shownPair)
}

/**
 * Returns pairs of one feed with the same core words, either in two departments or in two cities with two postcodes.
 */
function inOtherTowns(contents: ReadonlyMap<string, RecordContent>, forTraining: boolean): UnplacedPair[] {
  const byName = new Map<string, (InTown & { pairs: number })[]>()
  const pairs: UnplacedPair[] = []
  for (const content of contents.values()) {
    const postcode = content.location?.postalCode
    if (postcode === undefined || isTownForTraining(postcode) !== forTraining) continue
    const own = sideOf(content)
    const name = coreWords(own.bare)
    if (own.bare.city === undefined || name === '') continue
    const others = byName.get(name) ?? []
    const each = { side: own, postcode, pairs: 0 }
    for (const other of others) {
      if (each.pairs === PAIRS_OF_RECORD || pairs.length === MAX_PAIRS) break
      if (other.pairs === PAIRS_OF_RECORD || !areTwoTowns(each, other)) continue
      each.pairs++
      other.pairs++
      pairs.push({ left: other.side, right: own, match: false })
    }
    byName.set(name, [...others, each])
  }
  return pairs
}

interface InTown {
  readonly side: UnplacedSide
  readonly postcode: string
}

/**
 * Returns whether two towns differ: equal names in two departments, or different names and postcodes in one department.
 */
function areTwoTowns(a: InTown, b: InTown): boolean {
  const department = ({ postcode }: InTown): string => postcode.slice(0, DEPARTMENT_DIGITS)
  return department(a) !== department(b) || (a.side.bare.city !== b.side.bare.city && a.postcode !== b.postcode)
}

function coreWords({ names: [name] }: RecordFeatures): string {
  const words = name?.words.filter(({ kind, ofCity }) => kind !== 'article' && kind !== 'generic' && !ofCity) ?? []
  return words
    .map(({ text }) => text)
    .sort()
    .join(' ')
}

import type { FeatureView } from '../../features/codec/feature-view.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { PossibleLevels, WordBits } from '../comparison.ts'
import { ANY_LEVEL, maxSpellingShare, possibleLevels, rarestSharedBits } from './name-bound.ts'
import { NAME_LEVELS } from './name-levels.ts'
import { queryName } from './query-name.ts'

/** Bounds for comparing the names of two records, computed without decoding the names. */
export interface NameBounds {
  /** Possible levels of `nameComparison`; undefined if any is possible. */
  name: PossibleLevels
  /** Upper bound of the share of common trigrams, 0 to 1; undefined if unknown. */
  spelling: number | undefined
  /** Bits of the rarest shared word; undefined if unknown. */
  rarest: number | undefined
}

const bounds: NameBounds = { name: undefined, spelling: undefined, rarest: undefined }
let lastQuery: RecordFeatures | undefined
let lastOther: FeatureView | undefined
let lastReadCount = -1
let lastBits: WordBits | undefined

/**
 * Reads the names once for all comparisons that need them.
 *
 * @returns The same object each time.
 */
export function nameBounds(query: RecordFeatures, other: FeatureView, wordBits: WordBits): NameBounds {
  const isKnown =
    lastReadCount === other.readCount && lastOther === other && lastQuery === query && lastBits === wordBits
  if (!isKnown) {
    computeBounds(query, other, wordBits)
    lastQuery = query
    lastOther = other
    lastReadCount = other.readCount
    lastBits = wordBits
  }
  return bounds
}

function computeBounds({ names }: RecordFeatures, other: FeatureView, wordBits: WordBits): void {
  let [levels, spelling, rarest] = [0, 0, 0]
  let at = other.firstNameAt
  for (let count = other.names; count > 0; count--) {
    at = other.readName(at)
    const { name } = other
    if (!name.isAscii) {
      clearBounds()
      return
    }
    for (let each = 0; each < names.length; each++) {
      const query = queryName(names[each] as RecordFeatures['names'][number], wordBits)
      levels |= possibleLevels(query, name)
      spelling = Math.max(spelling, query.whole === name.whole ? 1 : maxSpellingShare(query, name))
      rarest = Math.max(rarest, rarestSharedBits(query, name))
    }
  }
  bounds.name = levels === 0 ? 'unknown' : listOf(levels)
  bounds.spelling = spelling
  bounds.rarest = rarest
}

function clearBounds(): void {
  bounds.name = undefined
  bounds.spelling = undefined
  bounds.rarest = undefined
}

const lists = new Map<number, readonly string[]>()

/** Returns the list of the levels in a set. The best pair of names decides the level, which is always in this set. */
function listOf(levels: number): PossibleLevels {
  if (levels === ANY_LEVEL) return undefined
  let list = lists.get(levels)
  if (list === undefined) {
    list = NAME_LEVELS.filter((_, at) => (levels & (1 << at)) !== 0)
    lists.set(levels, list)
  }
  return list
}

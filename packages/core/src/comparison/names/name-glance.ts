import type { FeatureGlance } from '../../features/codec/feature-glance.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { PossibleLevels, WordBits } from '../comparison.ts'
import { askedName } from './asked-name.ts'
import { ANY_LEVEL, mostSpeltAlike, possibleLevels, rarestOf } from './name-bound.ts'
import { NAME_LEVELS } from './name-levels.ts'

/** Bounds for the names of two records, without decoding them. */
export interface NamesAtAGlance {
  /** Possible levels of `nameComparison`; undefined if any is possible. */
  name: PossibleLevels
  /** Upper bound of the share of common trigrams, 0 to 1; undefined if unknown. */
  spelling: number | undefined
  /** Bits of the rarest shared word; undefined if unknown. */
  rarest: number | undefined
}

const told: NamesAtAGlance = { name: undefined, spelling: undefined, rarest: undefined }
let lastAsked: RecordFeatures | undefined
let lastOther: FeatureGlance | undefined
let lastReading = -1
let lastBits: WordBits | undefined

/**
 * Reads the names once for all comparisons that need them.
 *
 * @returns The same object each time.
 */
export function glanceAtNames(asked: RecordFeatures, other: FeatureGlance, wordBits: WordBits): NamesAtAGlance {
  const isKnown = lastReading === other.reading && lastOther === other && lastAsked === asked && lastBits === wordBits
  if (!isKnown) {
    tell(asked, other, wordBits)
    lastAsked = asked
    lastOther = other
    lastReading = other.reading
    lastBits = wordBits
  }
  return told
}

function tell({ names }: RecordFeatures, other: FeatureGlance, wordBits: WordBits): void {
  let [levels, spelling, rarest] = [0, 0, 0]
  let at = other.firstNameAt
  for (let count = other.names; count > 0; count--) {
    at = other.readName(at)
    const { name } = other
    if (!name.isAscii) {
      tellNothing()
      return
    }
    for (let each = 0; each < names.length; each++) {
      const asked = askedName(names[each] as RecordFeatures['names'][number], wordBits)
      levels |= possibleLevels(asked, name)
      spelling = Math.max(spelling, asked.whole === name.whole ? 1 : mostSpeltAlike(asked, name))
      rarest = Math.max(rarest, rarestOf(asked, name))
    }
  }
  told.name = levels === 0 ? 'unknown' : listOf(levels)
  told.spelling = spelling
  told.rarest = rarest
}

function tellNothing(): void {
  told.name = undefined
  told.spelling = undefined
  told.rarest = undefined
}

const lists = new Map<number, readonly string[]>()

/** The best pair of names decides, and its level is in this set. */
function listOf(levels: number): PossibleLevels {
  if (levels === ANY_LEVEL) return undefined
  let list = lists.get(levels)
  if (list === undefined) {
    list = NAME_LEVELS.filter((_, at) => (levels & (1 << at)) !== 0)
    lists.set(levels, list)
  }
  return list
}

import type { NameFeatures, RecordFeatures } from '../../features/record-features.ts'
import type { RecordContent } from '../../model/supplier-record.ts'
import type { Comparison, WordBits } from '../comparison.ts'
import { alignNames } from './name-alignment.ts'
import {
  HALF_SHARE,
  LITTLE_BITS,
  MOSTLY_SHARE,
  NAME_LEVELS,
  type NameLevel,
  RARE_BITS,
  SOME_BITS,
} from './name-levels.ts'
import { isOneCoreScript } from './name-spelling.ts'
import { nameBounds } from './shared-name-bounds.ts'

/**
 * Compares names by the information of their words. Suppliers add and drop generic words, articles and the city, and
 * change order, case and accents. Typos are rare (0 to 2 % of pairs). So equal core words count in any context, rare
 * words count more than common ones, and unshared core words count against a match. If a record has several names, the
 * best pair decides.
 *
 * The name of a chain alone has its own level. Two names cannot be compared if their core words are in two scripts and
 * share no word. Their level `other_script` is no evidence, and a place alone must not link two records.
 */
export const nameComparison: Comparison = {
  name: 'name',
  description: 'How much of their names two records share. Rare words count more than common ones.',
  levels: NAME_LEVELS,
  monotoneLevels: [
    ['identical_rare', 'identical', 'mostly_same', 'half_same', 'some_shared', 'little_shared', 'nothing_shared'],
    ['identical_rare', 'same_core_rare', 'same_core', 'contained'],
    ['identical', 'same_core'],
    ['same_core_rare', 'same_core_typo', 'nothing_shared'],
    ['same_core_rare', 'contained_rare', 'contained'],
    ['same_core', 'brand_only', 'nothing_shared'],
  ],
  isPresent: ({ names }) => names.length > 0,
  cost: 40,
  viewCost: 10,
  compare: (left, right, wordBits) => compareNames(left, right, wordBits),
  compareView: (query, other, wordBits) => nameBounds(query, other, wordBits).name,
  fieldOf: ({ names }) => ({ names }),
  show: showNames,
}

/** Returns all names of a record as one text for explanations; undefined without a name. */
export function showNames({ name, altNames }: RecordContent): string | undefined {
  return [name, ...(altNames ?? []).map((alt) => alt.name)].filter(Boolean).join(' | ') || undefined
}

function compareNames(left: RecordFeatures, right: RecordFeatures, wordBits: WordBits): NameLevel {
  let best: number = NAME_LEVELS.length - 1
  for (const a of left.names) {
    for (const b of right.names) {
      best = Math.min(best, NAME_LEVELS.indexOf(compareTwo(a, b, wordBits)))
      if (best === 0) return NAME_LEVELS[0]
    }
  }
  return NAME_LEVELS[best] ?? 'unknown'
}

function compareTwo(a: NameFeatures, b: NameFeatures, wordBits: WordBits): NameLevel {
  const { sharedCore, leftCore, rightCore, leftGeneric, rightGeneric, sharedGeneric, sharedRest, sharedBrand, typos } =
    alignNames(a, b, wordBits)
  const total = sharedCore + leftCore + rightCore
  if (total === 0) {
    // Neither name has a core word (`Hotel`, `The Apartment`), so only the kind of place can be compared.
    return sharedGeneric + sharedRest > 0 && leftGeneric + rightGeneric === 0 ? 'generic_only' : 'little_shared'
  }
  // `Premier Inn` and `Premier Inn London`: a chain has many hotels in a city.
  const isBrandOnly = sharedBrand > 0 && sharedCore === sharedBrand && leftCore === 0 && rightCore === 0
  if (isBrandOnly) return 'brand_only'
  if (a.whole === b.whole) return sharedCore >= RARE_BITS ? 'identical_rare' : 'identical'
  const share = sharedCore / total
  if (leftCore === 0 && rightCore === 0) {
    if (leftGeneric > 0 && rightGeneric > 0) return 'same_core_other_kind'
    // `Riad Yasmine` and `Riad Jasmine` may be two products.
    if (typos > 0) return 'same_core_typo'
    return sharedCore >= RARE_BITS ? 'same_core_rare' : 'same_core'
  }
  // Branches of a chain differ in the words after the brand, so a shared brand alone does not mean that one name
  // contains the other.
  const ownCore = sharedCore - sharedBrand
  if ((leftCore === 0 || rightCore === 0) && ownCore > 0) {
    if (sharedCore >= RARE_BITS) return 'contained_rare'
    if (share >= HALF_SHARE || sharedCore >= SOME_BITS) return 'contained'
  }
  if (share >= MOSTLY_SHARE) return 'mostly_same'
  if (share >= HALF_SHARE) return 'half_same'
  if (sharedCore >= SOME_BITS) return 'some_shared'
  if (sharedCore >= LITTLE_BITS) return 'little_shared'
  return sharedCore > 0 || isOneCoreScript(a, b) ? 'nothing_shared' : 'other_script'
}

import type { Comparison } from '../comparison/comparison.ts'
import { CachedValue } from '../features/cached-value.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { Profile } from '../model/category.ts'
import type { ProfileDefinition } from '../schema/registry-schema.ts'

/** The number of sets of at most 30 bits. */
const SETS = 2 ** 30

/** The definitions of one profile in different schemas share a cache. */
class SharedCache {
  /** Cache of the comparisons with a value, by record: one record is compared many times. */
  readonly present: CachedValue<RecordFeatures, number> = new CachedValue()
  definitions = 0
}

const caches: Readonly<Record<Profile, SharedCache>> = {
  lodging: new SharedCache(),
  activity: new SharedCache(),
  transfer: new SharedCache(),
  point: new SharedCache(),
  generic: new SharedCache(),
}

const known = new WeakMap<ProfileDefinition, PresentComparisons>()

/**
 * Finds the comparisons of a profile for which records have values. The position of a comparison in the profile is its
 * bit, so a profile has at most 30 comparisons.
 */
export class PresentComparisons {
  readonly #comparisons: readonly Comparison[]
  readonly #oneSide: number
  readonly #cache: CachedValue<RecordFeatures, number>
  /**
   * The addend of this definition's cached values, which tells them from those of other definitions. The addend of the
   * first definition, usually that of the default schema, is 0: engines store small integers without allocating.
   */
  readonly #addend: number

  private constructor(profile: Profile, { comparisons }: ProfileDefinition) {
    this.#comparisons = comparisons
    this.#oneSide = this.#bitsOf(({ oneSideIsEnough }) => oneSideIsEnough === true)
    const shared = caches[profile]
    this.#cache = shared.present
    this.#addend = SETS * shared.definitions++
  }

  static of(profile: Profile, definition: ProfileDefinition): PresentComparisons {
    let found = known.get(definition)
    if (found === undefined) {
      found = new PresentComparisons(profile, definition)
      known.set(definition, found)
    }
    return found
  }

  /** Returns the bit of a comparison of the profile in the result of {@link inBoth}. */
  bitOf(comparison: Comparison): number {
    return 1 << this.#comparisons.indexOf(comparison)
  }

  /**
   * Returns a set of bits, one for each comparison for which both records have values. All other comparisons yield
   * `unknown`.
   */
  inBoth(left: RecordFeatures, right: RecordFeatures): number {
    const a = this.#in(left)
    const b = this.#in(right)
    return (a & b) | ((a | b) & this.#oneSide)
  }

  #in(features: RecordFeatures): number {
    const cached = (this.#cache.get(features) ?? -1) - this.#addend
    if (cached >= 0 && cached < SETS) return cached
    const present = this.#bitsOf(({ isPresent }) => isPresent === undefined || isPresent(features))
    this.#cache.set(features, this.#addend + present)
    return present
  }

  #bitsOf(holds: (comparison: Comparison) => boolean): number {
    let bits = 0
    for (let at = 0; at < this.#comparisons.length; at++) {
      if (holds(this.#comparisons[at] as Comparison)) bits |= 1 << at
    }
    return bits
  }
}

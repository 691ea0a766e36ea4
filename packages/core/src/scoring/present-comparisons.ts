import type { Comparison } from '../comparison/comparison.ts'
import { CachedValue } from '../features/cached-value.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { Profile } from '../model/category.ts'
import type { ProfileDefinition } from '../schema/registry-schema.ts'

/** The number of sets of at most 30 bits. */
const SETS = 2 ** 30

/** Cache of the comparisons with a value, by profile and record: one record is compared many times. */
const presentByRecord: Readonly<Record<Profile, CachedValue<RecordFeatures, number>>> = {
  lodging: new CachedValue(),
  activity: new CachedValue(),
  transfer: new CachedValue(),
  point: new CachedValue(),
  generic: new CachedValue(),
}

const known = new WeakMap<ProfileDefinition, PresentComparisons>()
let definitions = 0

/**
 * Finds the comparisons of a profile for which records have values. The position of a comparison in the profile is its
 * bit, so a profile has at most 30 comparisons.
 */
export class PresentComparisons {
  readonly #comparisons: readonly Comparison[]
  readonly #oneSide: number
  readonly #cache: CachedValue<RecordFeatures, number>
  /**
   * The addend of this definition's cached values. Definitions of several schemas share the cache, and the addend tells
   * their values apart.
   */
  readonly #addend: number

  private constructor(profile: Profile, { comparisons }: ProfileDefinition) {
    this.#comparisons = comparisons
    this.#oneSide = this.#bitsOf(({ oneSideIsEnough }) => oneSideIsEnough === true)
    this.#cache = presentByRecord[profile]
    this.#addend = SETS * definitions++
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

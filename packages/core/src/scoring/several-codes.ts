import { hashText } from '../encoding/hash.ts'
import type { Profile } from '../model/category.ts'
import type { SupplierHabits } from '../model/term-frequency-count.ts'
import type { ScoringModel } from './scoring-model.ts'
import { bitsOfSeveral, MIN_SEVERAL_CODES } from './supplier-habits.ts'

/** The hash of a record's supplier. */
export interface Supplied {
  readonly supplier?: number | undefined
}

/**
 * Corrects the bits of a common supplier for suppliers that list products several times. The model takes two codes of one
 * supplier as strong evidence against one product.
 */
export class SeveralCodes {
  /** The bits to add to a pair of the supplier, by its hash. */
  readonly #bits: ReadonlyMap<number, number>
  readonly #ofModel: Readonly<Record<Profile, number>>

  private constructor(bits: ReadonlyMap<number, number>, model: ScoringModel) {
    this.#bits = bits
    const same = (profile: Profile): number => model.profiles[profile].bits.supplier?.same ?? 0
    this.#ofModel = {
      lodging: same('lodging'),
      activity: same('activity'),
      transfer: same('transfer'),
      point: same('point'),
      generic: same('generic'),
    }
  }

  /** Returns undefined if no supplier has the habit, so that most registries pay nothing. */
  static of(
    habits: Readonly<Record<string, SupplierHabits>> | undefined,
    model: ScoringModel,
  ): SeveralCodes | undefined {
    const bits = new Map<number, number>()
    for (const [supplier, { severalCodes }] of Object.entries(habits ?? {})) {
      if (severalCodes >= MIN_SEVERAL_CODES) bits.set(hashText(supplier), bitsOfSeveral(severalCodes))
    }
    return bits.size === 0 ? undefined : new SeveralCodes(bits, model)
  }

  /** Returns the bits to add to a pair with this profile: 0, unless both records are of one such supplier. */
  correction({ supplier }: Supplied, other: Supplied, profile: Profile): number {
    if (supplier === undefined || supplier !== other.supplier) return 0
    const bits = this.#bits.get(supplier)
    return bits === undefined ? 0 : Math.max(0, bits - this.#ofModel[profile])
  }
}

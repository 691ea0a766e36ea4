import type { CandidatePair } from './find-candidates.ts'
import type { NumberedRecord, SupplierRecords } from './supplier-records.ts'

/** Log odds above this value, in nats, are certain. */
const MAX_LOG_ODDS = 40
/** Probabilities are multiples of this unit, so that their sums are exact and do not depend on the order. */
const UNIT = 2 ** -20

/**
 * Computes the probabilities of pairs under the rule that a record matches at most one record of each other supplier: the
 * odds of a pair compete with the odds of all pairs that share a record with it.
 */
export class OneToOne {
  /** The two groups of competitors of each pair; -1 without competitors. */
  readonly #groups: Int32Array
  readonly #size: number
  /** The suppliers of the record and of its competitors, as one number, for each entry of `#groups`. */
  readonly #kindOf: Uint32Array
  readonly #kinds: number
  /** Number of records of the supplier, by kind. */
  readonly #sizes: readonly number[]

  constructor(
    pairs: readonly CandidatePair[],
    records: readonly NumberedRecord[],
    suppliers: readonly SupplierRecords[],
  ) {
    const groups = new Map<number, number>()
    this.#groups = new Int32Array(2 * pairs.length)
    this.#kindOf = new Uint32Array(2 * pairs.length)
    this.#kinds = suppliers.length ** 2
    this.#sizes = suppliers.flatMap((own) => suppliers.map(() => own.records.length))
    const kindOf = (record: number, other: number): number =>
      (records[record] as NumberedRecord).supplier * suppliers.length + (records[other] as NumberedRecord).supplier
    const groupOf = (record: number, other: number): number => {
      const { supplier } = records[other] as NumberedRecord
      if (suppliers[supplier]?.severalCodes === true) return -1
      const key = record * suppliers.length + supplier
      const group = groups.get(key) ?? groups.size
      groups.set(key, group)
      return group
    }
    for (const [at, [left, right]] of pairs.entries()) {
      this.#groups[2 * at] = groupOf(left, right)
      this.#groups[2 * at + 1] = groupOf(right, left)
      this.#kindOf[2 * at] = kindOf(left, right)
      this.#kindOf[2 * at + 1] = kindOf(right, left)
    }
    this.#size = groups.size
  }

  /**
   * Returns the probability of each pair.
   *
   * @param logOdds - The log odds of each pair without the rule, in nats.
   */
  probabilities(logOdds: Float64Array): Float64Array {
    const sums = new Float64Array(this.#size)
    const odds = logOdds.map((each) => Math.exp(Math.min(MAX_LOG_ODDS, each)))
    const groups = this.#groups
    for (let at = 0; at < groups.length; at++) {
      const group = groups[at] as number
      if (group >= 0) sums[group] = (sums[group] as number) + (odds[at >> 1] as number)
    }
    return odds.map((own, at) => {
      const others = [groups[2 * at] as number, groups[2 * at + 1] as number].reduce(
        (sum, group) => sum + (group < 0 ? 0 : Math.max(0, (sums[group] as number) - own)),
        0,
      )
      return Math.round(own / (1 + own + others) / UNIT) * UNIT
    })
  }

  /** Returns 1 for each pair whose weight no competitor exceeds, else 0. */
  bestPairs(weights: Float64Array): Uint8Array {
    const groups = this.#groups
    const highest = new Float64Array(this.#size).fill(Number.NEGATIVE_INFINITY)
    for (let at = 0; at < groups.length; at++) {
      const group = groups[at] as number
      if (group >= 0) highest[group] = Math.max(highest[group] as number, weights[at >> 1] as number)
    }
    return Uint8Array.from(weights, (weight, at) => {
      const [left, right] = [groups[2 * at] as number, groups[2 * at + 1] as number]
      return Number(
        (left < 0 || weight >= (highest[left] as number)) && (right < 0 || weight >= (highest[right] as number)),
      )
    })
  }

  /**
   * Returns for each pair the probability that at least one of its records has a match, if the pair itself is none. Records
   * that may have several matches do not count.
   */
  partnerShares(probabilities: Float64Array): Float64Array {
    const groups = this.#groups
    const matched = new Float64Array(this.#kinds)
    for (let at = 0; at < groups.length; at++) {
      const kind = this.#kindOf[at] as number
      matched[kind] = (matched[kind] as number) + (probabilities[at >> 1] as number)
    }
    const shareOf = (at: number): number =>
      (groups[at] as number) < 0
        ? 0
        : Math.min(
            1,
            (matched[this.#kindOf[at] as number] as number) / (this.#sizes[this.#kindOf[at] as number] as number),
          )
    return probabilities.map((_, at) => 1 - (1 - shareOf(2 * at)) * (1 - shareOf(2 * at + 1)))
  }
}

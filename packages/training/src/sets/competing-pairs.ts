import { encodeFeatures, type RecordFeatures } from '@utpid/core/scoring'
import type { RecordPair } from './training-set.ts'

/** A pair of records with its match weight. */
export interface WeighedRecords extends RecordPair {
  /** The match weight in bits, without competition. */
  readonly weight: number
  /** True if the records are known to be the same product. */
  readonly match?: boolean
}

/** The ends of a pair whose own matches are left out, as if the other source did not have them. */
export interface LeftOut {
  readonly left?: boolean
  readonly right?: boolean
}

/**
 * The competing pairs among the candidates of two sources, as in the components of a registry. Two pairs compete if they
 * share the left record or the right record, and their other records are from one supplier. Records without a supplier
 * count as records of one supplier for each side.
 */
export class CompetingPairs {
  readonly #pairs: readonly WeighedRecords[]
  readonly #ends: readonly (readonly [left: number, right: number])[]
  readonly #ofLeft = new Map<string, Partners>()
  readonly #ofRight = new Map<string, Partners>()

  /**
   * Collects pairs.
   *
   * @param pairs - The candidates. A pair may be repeated.
   * @param minWeight - The weight from which a registry stores an edge. Pairs below do not compete.
   */
  constructor(pairs: readonly WeighedRecords[], minWeight: number) {
    const numberOf = recordNumbers()
    this.#pairs = pairs
    this.#ends = pairs.map(({ left, right }) => [numberOf(left), numberOf(right)])
    for (const [at, { weight, match = false }] of pairs.entries()) {
      const [left, right] = this.#ends[at] as readonly [number, number]
      if (weight < minWeight && !match) continue
      partnersOf(this.#ofLeft, this.#leftKey(at)).add(right, weight, match)
      partnersOf(this.#ofRight, this.#rightKey(at)).add(left, weight, match)
    }
    for (const all of [this.#ofLeft, this.#ofRight]) for (const partners of all.values()) partners.sort(minWeight)
  }

  /** Returns the weight of the strongest competitor of the pair at a position; undefined without a competitor. */
  competitorOf(at: number, leftOut: LeftOut = {}): number | undefined {
    const [left, right] = this.#ends[at] as readonly [number, number]
    const ofLeft = this.#ofLeft.get(this.#leftKey(at))?.besides(right, leftOut.left === true)
    const ofRight = this.#ofRight.get(this.#rightKey(at))?.besides(left, leftOut.right === true)
    return ofLeft === undefined || ofRight === undefined ? (ofLeft ?? ofRight) : Math.max(ofLeft, ofRight)
  }

  #leftKey(at: number): string {
    return `${this.#ends[at]?.[0]} ${this.#pairs[at]?.right.supplier ?? ''}`
  }

  #rightKey(at: number): string {
    return `${this.#ends[at]?.[1]} ${this.#pairs[at]?.left.supplier ?? ''}`
  }
}

/** The partners of one record, best first after {@link sort}. */
class Partners {
  #all: { readonly partner: number; readonly weight: number }[] = []
  readonly #matches = new Set<number>()

  add(partner: number, weight: number, match: boolean): void {
    if (match) this.#matches.add(partner)
    this.#all.push({ partner, weight })
  }

  sort(minWeight: number): void {
    this.#all = this.#all.filter(({ weight }) => weight >= minWeight).sort((a, b) => b.weight - a.weight)
  }

  /** Returns the weight of the best partner besides one. */
  besides(partner: number, withoutMatches: boolean): number | undefined {
    const best = this.#all.find((each) => {
      return each.partner !== partner && !(withoutMatches && this.#matches.has(each.partner))
    })
    return best?.weight
  }
}

function partnersOf(known: Map<string, Partners>, key: string): Partners {
  let partners = known.get(key)
  if (partners === undefined) {
    partners = new Partners()
    known.set(key, partners)
  }
  return partners
}

/** Returns a function that numbers records. Files repeat a record in each of its pairs, so equal features are one record. */
function recordNumbers(): (record: RecordFeatures) => number {
  const byObject = new Map<RecordFeatures, number>()
  const byContent = new Map<string, number>()
  return (record) => {
    const known = byObject.get(record)
    if (known !== undefined) return known
    const content = encodeFeatures(record).join()
    const number = byContent.get(content) ?? byContent.size
    byContent.set(content, number)
    byObject.set(record, number)
    return number
  }
}

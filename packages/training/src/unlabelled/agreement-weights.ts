import type { RegistrySchema } from '@utpid/core'
import type { PairLevels } from '../sets/pair-levels.ts'
import type { OneToOne } from './one-to-one.ts'

/**
 * Comparisons of one field. They nearly always agree together, so the sum of their weights would count the same evidence
 * several times. A comparison that is not listed is a family of its own.
 */
const FAMILIES: readonly (readonly string[])[] = [
  ['name', 'spelling', 'beginning', 'opening', 'rarity', 'number', 'qualifier', 'continuation'],
  ['distance', 'address', 'postcode', 'city'],
  ['phone', 'web'],
]
const MAX_STEPS = 30
/** The estimate ends when the probabilities move by less than this share of the matches. */
const CONVERGED = 1e-3
/** Pairs added to each count, so that an unseen level has a finite weight. */
const SMOOTHING = 0.5

/** The levels of candidate pairs and of random pairs. */
export interface AgreementPairs {
  readonly candidates: readonly PairLevels[]
  /** Random pairs of records of different suppliers. Nearly all of them are non-matches. */
  readonly random: readonly PairLevels[]
  /** Log odds that a random pair matches, in nats, for each candidate. */
  readonly priors: Float64Array
  readonly oneToOne: OneToOne
}

/** The probabilities of candidates, estimated without labels. */
export interface AgreementEstimate {
  /** Probability of each candidate that it is a match. */
  readonly probabilities: Float64Array
  readonly steps: number
  readonly hasConverged: boolean
}

/**
 * Estimates which candidates match, by expectation-maximization in the model of Fellegi and Sunter (1969), as Winkler
 * (1988) and Splink do it. The share of a level among non-matches comes from random pairs, its share among matches from
 * the estimated matches. Two additions make this work without labels:
 *
 * - The comparisons of a family count once: by the strongest of them.
 * - A record matches at most one record of another supplier.
 *
 * The weight of a level is the mean of two log ratios of shares: of pairs with this level, and of pairs with this level or
 * a stronger one. The first is noisy for rare levels; the second alone is never evidence against a match.
 *
 * @param yieldNow - A function that is awaited before each step; its errors end the estimate.
 */
export async function estimateByAgreement(
  { candidates, random, priors, oneToOne }: AgreementPairs,
  schema: RegistrySchema,
  yieldNow: () => Promise<void>,
): Promise<AgreementEstimate> {
  const levels = new LevelTable(schema)
  const rows = candidates.map((pair) => levels.rowOf(pair))
  const nonMatches = levels.shares(random.map((pair) => levels.rowOf(pair)))
  // In the first step, all matches agree: a weight is the surprise of random agreement.
  let weights: Float64Array = nonMatches.atLeast.map((share) => -Math.log(share))
  let probabilities: Float64Array = new Float64Array(rows.length)
  for (let step = 1; step <= MAX_STEPS; step++) {
    await yieldNow()
    const logOdds = priors.map((prior, at) => prior + levels.evidence(rows[at] as Int32Array, weights))
    const next = oneToOne.probabilities(logOdds)
    const moved = next.reduce((sum, each, at) => sum + Math.abs(each - (probabilities[at] as number)), 0)
    const matches = next.reduce((sum, each) => sum + each, 0)
    probabilities = next
    if (moved <= CONVERGED * matches) return { probabilities, steps: step, hasConverged: true }
    const matching = levels.shares(rows, probabilities)
    weights = weights.map(
      (_, at) =>
        (logRatio(matching.atLeast, nonMatches.atLeast, at) + logRatio(matching.exactly, nonMatches.exactly, at)) / 2,
    )
  }
  return { probabilities, steps: MAX_STEPS, hasConverged: false }
}

function logRatio(above: Float64Array, below: Float64Array, at: number): number {
  return Math.log((above[at] as number) / (below[at] as number))
}

/** Shares of the pairs that a comparison compares, by level. */
interface LevelShares {
  /** Share of pairs with the level. */
  readonly exactly: Float64Array
  /** Share of pairs with the level or a stronger one. */
  readonly atLeast: Float64Array
}

/** Numbers the levels of all comparisons, so that each comparison has consecutive numbers, strongest level first. */
class LevelTable {
  readonly #numbers = new Map<string, number>()
  readonly #ranges: (readonly [first: number, end: number])[] = []
  /** The family of each level. */
  readonly #families: number[] = []
  readonly #evidence: Float64Array

  constructor({ profiles }: RegistrySchema) {
    const families = new Map<string, number>(FAMILIES.flatMap((names, at) => names.map((name) => [name, at] as const)))
    let size = FAMILIES.length
    for (const { name, levels } of new Set(Object.values(profiles).flatMap(({ comparisons }) => comparisons))) {
      const family = families.get(name) ?? size++
      const first = this.#numbers.size
      for (const level of levels) {
        if (level === 'unknown') continue
        this.#numbers.set(`${name}:${level}`, this.#numbers.size)
        this.#families.push(family)
      }
      this.#ranges.push([first, this.#numbers.size])
    }
    this.#evidence = new Float64Array(size)
  }

  /** Returns the numbers of the levels of a pair. */
  rowOf({ levels }: PairLevels): Int32Array {
    return Int32Array.from(levels, ([comparison, level]) => this.#numbers.get(`${comparison}:${level}`) as number)
  }

  /** @param weights - Weight of each pair. Default: 1. */
  shares(rows: readonly Int32Array[], weights?: Float64Array): LevelShares {
    const counts = new Float64Array(this.#numbers.size)
    for (const [at, row] of rows.entries()) {
      for (const level of row) counts[level] = (counts[level] as number) + (weights?.[at] ?? 1)
    }
    const [exactly, atLeast] = [new Float64Array(counts.length), new Float64Array(counts.length)]
    for (const [first, end] of this.#ranges) {
      const all = counts.subarray(first, end).reduce((sum, each) => sum + each, 0)
      let above = 0
      for (let level = first; level < end; level++) {
        const count = counts[level] as number
        above += count
        exactly[level] = (count + SMOOTHING) / (all + SMOOTHING * (end - first))
        atLeast[level] = (above + SMOOTHING) / (all + SMOOTHING)
      }
    }
    return { exactly, atLeast }
  }

  /** Returns the evidence of a pair, in nats: for each family the highest weight of its levels. */
  evidence(row: Int32Array, weights: Float64Array): number {
    const highest = this.#evidence.fill(Number.NEGATIVE_INFINITY)
    for (const level of row) {
      const family = this.#families[level] as number
      highest[family] = Math.max(highest[family] as number, weights[level] as number)
    }
    return highest.reduce((sum, each) => (each === Number.NEGATIVE_INFINITY ? sum : sum + each), 0)
  }
}

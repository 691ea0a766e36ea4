import { COMPETITION_LEVELS, type CompetitionBits, type CompetitionLevel, competitionLevel } from '@utpid/core/scoring'

/** A pair of a candidate set with the weight of its strongest competitor. */
export interface CompetingPair {
  /** The calibrated match weight in bits, of a model that has not seen the pair. */
  readonly weight: number
  /** The match weight of the strongest competing pair; undefined without a competitor. */
  readonly competitor: number | undefined
  readonly match: boolean
  /** The weight of the observation. */
  readonly share: number
}

/** Minimum number of matches, and of non-matches, to learn the bits. */
const MIN_OF_EACH = 50
/** Strength of the penalty that pulls the bits of a level to 0, in pairs of counter-evidence. */
const REGULARIZATION = 2
const MAX_STEPS = 50
const CONVERGED = 1e-9
/** Maximum change of one step, in bits. */
const MAX_CHANGE = 4

/** Pairs of adjacent levels that share their bits. */
interface Block {
  readonly levels: readonly CompetitionLevel[]
  readonly pairs: readonly CompetingPair[]
  readonly bits: number
}

/**
 * Fits the bits of the levels of competition by logistic regression with the weight of each pair as offset. If a level
 * would have more bits than the better level before it, both levels get the same bits (pool adjacent violators; Ayer et
 * al., 1955).
 *
 * @param pairs - Pairs whose weight reaches `review`, in the proportions of a registry.
 * @returns The bits; undefined for fewer than {@link MIN_OF_EACH} matches or non-matches.
 */
export function fitCompetition(pairs: readonly CompetingPair[]): CompetitionBits | undefined {
  const matches = pairs.filter(({ match }) => match).length
  if (Math.min(matches, pairs.length - matches) < MIN_OF_EACH) return undefined
  const blocks: Block[] = []
  for (const level of COMPETITION_LEVELS) {
    const own = pairs.filter(({ weight, competitor }) => competitionLevel(weight, competitor) === level)
    let block = fitted([level], own)
    for (let before = blocks.at(-1); before !== undefined && block.bits > before.bits; before = blocks.at(-1)) {
      blocks.pop()
      block = fitted([...before.levels, ...block.levels], [...before.pairs, ...block.pairs])
    }
    blocks.push(block)
  }
  const bits = blocks.flatMap(({ levels, bits }) => levels.map((level) => [level, Math.round(bits * 100) / 100 + 0]))
  return Object.fromEntries(bits) as CompetitionBits
}

/** Fits the bits that some levels share by Newton's method. */
function fitted(levels: readonly CompetitionLevel[], pairs: readonly CompetingPair[]): Block {
  let bits = 0
  for (let step = 0; step < MAX_STEPS; step++) {
    let gradient = -REGULARIZATION * bits
    let curvature = REGULARIZATION
    for (const { weight, match, share } of pairs) {
      const probability = 1 / (1 + 2 ** -(weight + bits))
      gradient += share * (Number(match) - probability) * Math.LN2
      curvature += share * probability * (1 - probability) * Math.LN2 ** 2
    }
    const change = Math.max(-MAX_CHANGE, Math.min(MAX_CHANGE, gradient / curvature))
    bits += change
    if (Math.abs(change) < CONVERGED) break
  }
  return { levels, pairs, bits }
}

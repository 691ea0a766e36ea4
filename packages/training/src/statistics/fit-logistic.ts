import { solveSymmetric } from './solve-symmetric.ts'

/** One observation: its active parameters, each with coefficient 1. */
export interface Observation {
  /** Positions of parameters, distinct. */
  readonly active: Int32Array
  readonly match: boolean
  /** Weight of the observation, above 0. */
  readonly weight: number
}

/** A quadratic penalty: half of `strength * (sum of coefficient * parameter - aim)^2`, in nats. */
export interface Penalty {
  readonly terms: readonly (readonly [parameter: number, coefficient: number])[]
  /** The target of the sum, in nats. Default: 0. */
  readonly aim?: number
  readonly strength: number
}

const MAX_STEPS = 60
/** The fit ends when every parameter changes by less than this number, in nats. */
const CONVERGED = 1e-6
/**
 * The maximum step of a parameter, in nats. Without a maximum, a parameter diverges if the data are perfectly
 * separated.
 */
const MAX_STEP = 2
const MIN_CURVATURE = 1e-9

/**
 * Fits a logistic regression with quadratic penalties by Newton's method (iteratively reweighted least squares; Nelder
 * and Wedderburn, 1972). The fit is deterministic: the same observations in the same order give the same bits.
 *
 * @param size - Number of parameters.
 * @param start - Initial parameters; parameters close to the result need fewer steps.
 * @param yieldNow - A function that is awaited before each step. Its errors end the fit, so the caller can stop it.
 * @returns the parameters: their addends to the log odds, in nats.
 */
export async function fitLogistic(
  observations: readonly Observation[],
  size: number,
  penalties: readonly Penalty[],
  start: Float64Array = new Float64Array(size),
  yieldNow: () => Promise<void> = async () => {},
): Promise<Float64Array> {
  const parameters = Float64Array.from(start)
  for (let step = 0; step < MAX_STEPS; step++) {
    await yieldNow()
    const { curvature, slope } = derivatives(observations, parameters)
    for (const penalty of penalties) addPenalty(penalty, parameters, curvature, slope)
    for (let at = 0; at < size; at++) curvature[at * size + at] = (curvature[at * size + at] as number) + MIN_CURVATURE
    const change = solveSymmetric(curvature, slope)
    const largest = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
    const share = Math.min(1, MAX_STEP / largest)
    for (let at = 0; at < size; at++) parameters[at] = (parameters[at] as number) + share * (change[at] as number)
    if (largest < CONVERGED) break
  }
  return parameters
}

/** Returns the log odds of an observation, in nats. */
export function logOddsOf(active: Int32Array, parameters: Float64Array): number {
  let sum = 0
  for (const parameter of active) sum += parameters[parameter] as number
  return sum
}

function derivatives(
  observations: readonly Observation[],
  parameters: Float64Array,
): { curvature: Float64Array; slope: Float64Array } {
  const size = parameters.length
  const curvature = new Float64Array(size * size)
  const slope = new Float64Array(size)
  for (const { active, match, weight } of observations) {
    const probability = 1 / (1 + Math.exp(-logOddsOf(active, parameters)))
    const missing = weight * (Number(match) - probability)
    const spread = weight * probability * (1 - probability)
    for (const [at, row] of active.entries()) {
      slope[row] = (slope[row] as number) + missing
      for (let other = 0; other <= at; other++) {
        const column = active[other] as number
        const cell = row >= column ? row * size + column : column * size + row
        curvature[cell] = (curvature[cell] as number) + spread
      }
    }
  }
  return { curvature, slope }
}

function addPenalty(
  { terms, aim = 0, strength }: Penalty,
  parameters: Float64Array,
  curvature: Float64Array,
  slope: Float64Array,
): void {
  const size = parameters.length
  const strayed = terms.reduce((sum, [parameter, by]) => sum + by * (parameters[parameter] as number), -aim)
  for (const [row, by] of terms) {
    slope[row] = (slope[row] as number) - strength * strayed * by
    for (const [column, other] of terms) {
      if (column <= row)
        curvature[row * size + column] = (curvature[row * size + column] as number) + strength * by * other
    }
  }
}

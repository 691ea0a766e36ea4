/** The weight of an unseen pair, in bits, with its label. */
export interface WeighedPair {
  readonly weight: number
  readonly match: boolean
}

/** A function from a weight to calibrated log odds: `prior + slope * weight`, in bits. */
export interface Calibration {
  readonly slope: number
  readonly prior: number
  /** The calibration of pairs of which a record lacks coordinates; absent if it is the same. */
  readonly unplaced?: Calibration
}

const MAX_STEPS = 50
const CONVERGED = 1e-9
/** Strength of the penalty that pulls the slope to 1 if data are few. */
const SLOPE_REGULARIZATION = 1

/** Fits slope and prior by Newton's method, so that a confidence equals the share of matches (Platt, 1999). */
export function calibrate(pairs: readonly WeighedPair[]): Calibration {
  let [prior, slope] = [0, 1]
  for (let step = 0; step < MAX_STEPS; step++) {
    // The derivatives are in bits. The factor of nats per bit cancels in the step, except for the penalty.
    let [gPrior, gSlope] = [0, -SLOPE_REGULARIZATION * (slope - 1)]
    let [hPrior, hBoth, hSlope] = [CONVERGED, 0, SLOPE_REGULARIZATION]
    for (const { weight, match } of pairs) {
      const probability = 1 / (1 + 2 ** -(prior + slope * weight))
      const missing = (Number(match) - probability) * Math.LN2
      const spread = probability * (1 - probability) * Math.LN2 ** 2
      gPrior += missing
      gSlope += missing * weight
      hPrior += spread
      hBoth += spread * weight
      hSlope += spread * weight ** 2
    }
    const determinant = hPrior * hSlope - hBoth ** 2
    if (!(determinant > 0)) break
    const [byPrior, bySlope] = [
      (hSlope * gPrior - hBoth * gSlope) / determinant,
      (hPrior * gSlope - hBoth * gPrior) / determinant,
    ]
    const share = Math.min(1, 4 / Math.abs(byPrior), 0.5 / Math.abs(bySlope))
    prior += share * byPrior
    slope += share * bySlope
    if (Math.abs(byPrior) + Math.abs(bySlope) < CONVERGED) break
  }
  return { slope, prior }
}

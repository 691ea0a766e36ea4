import type { ScoredLabel } from './pair-metrics.ts'

/** Pairs of similar confidence. */
export interface CalibrationBin {
  readonly pairs: number
  /** Mean confidence of the pairs in this bin, 0 to 1. */
  readonly confidence: number
  /** Share of matches among the pairs in this bin, 0 to 1. */
  readonly observed: number
}

/**
 * Divides pairs into bins of about equal size by confidence, lowest first. Pairs of equal confidence are in one bin, so
 * that the order of pairs does not matter. For this reason, a bin may be larger than the others, and there may be fewer
 * bins.
 */
export function calibrationBins(labels: readonly ScoredLabel[], bins: number): CalibrationBin[] {
  const sorted = [...labels].sort((a, b) => a.confidence - b.confidence)
  const found: CalibrationBin[] = []
  for (let from = 0; from < sorted.length; ) {
    // Divide the remaining pairs among the remaining bins.
    const left = Math.max(1, bins - found.length)
    let to = Math.min(sorted.length, from + Math.ceil((sorted.length - from) / left))
    while (to < sorted.length && sorted[to]?.confidence === sorted[to - 1]?.confidence) to++
    found.push(binOf(sorted.slice(from, to)))
    from = to
  }
  return found
}

/**
 * Returns the mean over all pairs of the difference between the confidence and the observed share of the pair's bin;
 * null without pairs.
 */
export function calibrationGap(bins: readonly CalibrationBin[]): number | null {
  const pairs = bins.reduce((sum, bin) => sum + bin.pairs, 0)
  if (pairs === 0) return null
  return bins.reduce((sum, bin) => sum + bin.pairs * Math.abs(bin.confidence - bin.observed), 0) / pairs
}

function binOf(labels: readonly ScoredLabel[]): CalibrationBin {
  return {
    pairs: labels.length,
    confidence: labels.reduce((sum, { confidence }) => sum + confidence, 0) / labels.length,
    observed: labels.filter(({ match }) => match).length / labels.length,
  }
}

import type { ScoredLabel } from './pair-metrics.ts'

/** Pairs of like confidence. */
export interface CalibrationBin {
  readonly pairs: number
  /** Mean confidence of its pairs, 0 to 1. */
  readonly confidence: number
  /** Share of them that are matches, 0 to 1. */
  readonly observed: number
}

/**
 * Bins of about equally many pairs, by confidence, lowest first. Pairs of one confidence stay together, so that the
 * order of the pairs is nothing; a bin may therefore hold more than its part, and there may be fewer bins.
 */
export function calibrationBins(labels: readonly ScoredLabel[], bins: number): CalibrationBin[] {
  const sorted = [...labels].sort((a, b) => a.confidence - b.confidence)
  const found: CalibrationBin[] = []
  for (let from = 0; from < sorted.length; ) {
    // What is left, shared among the bins that are left.
    const left = Math.max(1, bins - found.length)
    let to = Math.min(sorted.length, from + Math.ceil((sorted.length - from) / left))
    while (to < sorted.length && sorted[to]?.confidence === sorted[to - 1]?.confidence) to++
    found.push(binOf(sorted.slice(from, to)))
    from = to
  }
  return found
}

/** Mean over the pairs of how far their bin's confidence is from what was observed in it; null without pairs. */
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

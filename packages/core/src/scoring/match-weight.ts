/**
 * Returns the confidence of a match weight: the binary logarithm of the odds that two records are the same product
 * (Fellegi and Sunter, 1969). At 0 bits, both cases are equally likely. Each further bit doubles the odds.
 */
export function confidenceOfWeight(bits: number): number {
  return 1 / (1 + 2 ** -bits)
}

/**
 * Returns the match weight of a confidence, the inverse of {@link confidenceOfWeight}. The confidence must be above 0
 * and below 1.
 */
export function weightOfConfidence(confidence: number): number {
  return Math.log2(confidence / (1 - confidence))
}

/**
 * Returns the entropy in bits, 0 to 1, of a yes-or-no decision with this probability. The entropy is the information
 * that the decision gives.
 */
export function entropyOfConfidence(confidence: number): number {
  if (confidence <= 0 || confidence >= 1) return 0
  return -confidence * Math.log2(confidence) - (1 - confidence) * Math.log2(1 - confidence)
}

/** Rounds to hundredths of a bit, so that a sum does not depend on the order of addition. */
export function roundWeight(bits: number): number {
  // Adding 0 changes -0 into 0, since JSON cannot represent -0.
  return Math.round(bits * 100) / 100 + 0
}

/** Rounds a confidence to the four decimals that answers show. */
export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000
}

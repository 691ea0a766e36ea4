/**
 * Returns the confidence of a match weight: the binary logarithm of the odds that two records are the same product
 * (Fellegi and Sunter, 1969). 0 bits is as likely as not; each bit doubles the odds.
 */
export function confidenceOfWeight(bits: number): number {
  return 1 / (1 + 2 ** -bits)
}

/** Inverse of {@link confidenceOfWeight}; confidence strictly between 0 and 1. */
export function weightOfConfidence(confidence: number): number {
  return Math.log2(confidence / (1 - confidence))
}

/** Returns the entropy in bits, 0 to 1, of a yes-or-no question with this probability: the information of an answer. */
export function entropyOfConfidence(confidence: number): number {
  if (confidence <= 0 || confidence >= 1) return 0
  return -confidence * Math.log2(confidence) - (1 - confidence) * Math.log2(1 - confidence)
}

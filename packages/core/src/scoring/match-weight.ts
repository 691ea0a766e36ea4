/**
 * Match weight: the binary logarithm of the odds that two records are the same product
 * (Fellegi and Sunter, 1969). 0 bits is as likely as not; each bit doubles the odds.
 */
export function confidenceOfWeight(bits: number): number {
  return 1 / (1 + 2 ** -bits)
}

/** The inverse; confidence strictly between 0 and 1. */
export function weightOfConfidence(confidence: number): number {
  return Math.log2(confidence / (1 - confidence))
}

/** Entropy in bits of a yes-or-no question with this probability: what an answer tells, 0 to 1. */
export function entropyOfConfidence(confidence: number): number {
  if (confidence <= 0 || confidence >= 1) return 0
  return -confidence * Math.log2(confidence) - (1 - confidence) * Math.log2(1 - confidence)
}

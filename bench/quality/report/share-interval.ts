/** 95 % of a normal distribution lie within this many standard deviations of the mean. */
const DEVIATIONS = 1.96

/**
 * Returns the 95 % score interval of an observed share (Wilson, 1927). It is also valid for few trials, and stays
 * within 0 and 1.
 *
 * @param observed - 0 to 1.
 * @param trials - 1 or more.
 */
export function shareInterval(observed: number, trials: number): { readonly low: number; readonly high: number } {
  const square = DEVIATIONS ** 2 / trials
  const middle = (observed + square / 2) / (1 + square)
  const half = Math.sqrt(square * (observed * (1 - observed) + square / 4)) / (1 + square)
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

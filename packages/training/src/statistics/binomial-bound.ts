const STEPS = 60

/**
 * Returns the upper bound of a share, by Clopper and Pearson (1934). If the share were higher, so few hits in so many
 * trials would have a probability below `1 - level`.
 *
 * @param hits - 0 to `trials`.
 * @param level - Confidence of the bound, 0 to 1 exclusive; one-sided.
 * @returns 0 to 1; 1 without trials.
 */
export function upperBoundOfShare(hits: number, trials: number, level: number): number {
  if (hits >= trials) return 1
  let [low, high] = [hits / trials, 1]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (probabilityOfAtMost(hits, trials, middle) > 1 - level) low = middle
    else high = middle
  }
  return high
}

/**
 * Returns the number of trials that proves a share below `share` if no trial is a hit. This is the minimum number of
 * labels.
 *
 * @param share - 0 to 1 exclusive.
 */
export function trialsToProve(share: number, level: number): number {
  return Math.ceil(Math.log(1 - level) / Math.log1p(-share))
}

/**
 * Returns the probability of at most `hits` hits in `trials` trials: the binomial distribution, summed in logarithms.
 *
 * @param share - Probability of a hit in one trial, 0 to 1 exclusive.
 */
export function probabilityOfAtMost(hits: number, trials: number, share: number): number {
  const [of, not] = [Math.log(share), Math.log1p(-share)]
  let ways = 0
  let sum = 0
  for (let hit = 0; hit <= hits; hit++) {
    if (hit > 0) ways += Math.log(trials - hit + 1) - Math.log(hit)
    sum += Math.exp(ways + hit * of + (trials - hit) * not)
  }
  return Math.min(1, sum)
}

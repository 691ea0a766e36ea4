/** Ratio of adjacent bins: the middle of a bin differs by less than 5 % from any value in the bin. */
const RATIO = 1.1
/** Bin 0 contains all shorter times. */
const MIN_MS = 0.1
const MAX_MS = 100_000
const LAST_BIN: number = Math.ceil(Math.log(MAX_MS / MIN_MS) / Math.log(RATIO)) + 1

/** Calls by latency: the number of a bin, then the number of calls in that bin. */
export type LatencyBins = readonly (readonly [bin: number, calls: number])[]

/** Returns the number of the bin of a time. The last bin contains all times above 100 s. */
export function latencyBin(milliseconds: number): number {
  if (!(milliseconds > MIN_MS)) return 0
  return Math.min(LAST_BIN, Math.floor(Math.log(milliseconds / MIN_MS) / Math.log(RATIO)) + 1)
}

/** Returns the representative time of a bin. */
function middleOf(bin: number): number {
  if (bin === 0) return MIN_MS
  return Math.min(MAX_MS, MIN_MS * RATIO ** (bin - 0.5))
}

/** A histogram under construction. */
export class LatencyHistogram {
  readonly #calls = new Map<number, number>()
  #total = 0

  add(milliseconds: number): void {
    this.#put(latencyBin(milliseconds), 1)
  }

  addBins(bins: LatencyBins): void {
    for (const [bin, calls] of bins) this.#put(bin, calls)
  }

  bins(): LatencyBins {
    return [...this.#calls].sort(([a], [b]) => a - b)
  }

  /**
   * Returns the latency in milliseconds that this share of calls does not exceed: within 5 %, from 0.1 ms to 100 s.
   * Null without calls.
   */
  percentile(share: number): number | null {
    if (this.#total === 0) return null
    const rank = Math.max(1, Math.ceil(share * this.#total))
    let seen = 0
    for (const [bin, calls] of this.bins()) {
      seen += calls
      if (seen >= rank) return Number(middleOf(bin).toPrecision(3))
    }
    return null
  }

  #put(bin: number, calls: number): void {
    this.#calls.set(bin, (this.#calls.get(bin) ?? 0) + calls)
    this.#total += calls
  }
}

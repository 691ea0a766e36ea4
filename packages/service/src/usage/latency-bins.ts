/** Of a bin to the next one: the middle of a bin is less than 5 % from all that is in it. */
const RATIO = 1.1
/** Bin 0 has all that is faster. */
const LEAST_MILLISECONDS = 0.1
const MOST_MILLISECONDS = 100_000
const LAST_BIN: number = Math.ceil(Math.log(MOST_MILLISECONDS / LEAST_MILLISECONDS) / Math.log(RATIO)) + 1

/** Calls by the length of their time: the number of a bin, then the calls in it. */
export type LatencyBins = readonly (readonly [bin: number, calls: number])[]

/** The number of the bin of a time; the last one has all that takes longer than 100 s. */
export function latencyBin(milliseconds: number): number {
  if (!(milliseconds > LEAST_MILLISECONDS)) return 0
  return Math.min(LAST_BIN, Math.floor(Math.log(milliseconds / LEAST_MILLISECONDS) / Math.log(RATIO)) + 1)
}

/** The time that stands for all of a bin. */
function middleOf(bin: number): number {
  if (bin === 0) return LEAST_MILLISECONDS
  return Math.min(MOST_MILLISECONDS, LEAST_MILLISECONDS * RATIO ** (bin - 0.5))
}

/** A histogram that is being filled. */
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
   * The time within which a share of the calls were answered, in milliseconds, within 5 % of it from .1 ms to 100 s;
   * null without calls.
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

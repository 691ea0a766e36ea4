import type { PossibleLevels } from '../comparison/comparison.ts'

/**
 * The maximum bits of each result of one comparison. There are few results, and each result is always the same text or
 * list object. So a linear search is faster than a map.
 */
export class LevelWeights {
  readonly #bits: Readonly<Record<string, number>>
  readonly #vetoes: readonly string[]
  readonly #results: PossibleLevels[] = []
  readonly #weights: number[] = []
  readonly #isVeto: boolean[] = []

  constructor(bits: Readonly<Record<string, number>>, vetoes: readonly string[]) {
    this.#bits = bits
    this.#vetoes = vetoes
  }

  /**
   * Returns the number of a result, for {@link bits} and {@link isVeto}.
   *
   * @param result - One level, or all possible levels.
   */
  find(result: PossibleLevels): number {
    const results = this.#results
    for (let at = 0; at < results.length; at++) if (results[at] === result) return at
    const levels = typeof result === 'string' ? [result] : (result ?? Object.keys(this.#bits))
    const weights = levels.map((level) => this.#bits[level] ?? 0)
    // Without a restriction, `unknown` is also possible.
    this.#weights.push(Math.max(...(result === undefined ? [0] : []), ...weights))
    this.#isVeto.push(result !== undefined && levels.every((level) => this.#vetoes.includes(level)))
    return results.push(result) - 1
  }

  /** Returns the maximum bits of a result. */
  bits(result: number): number {
    return this.#weights[result] as number
  }

  /** Reports whether all possible levels are vetoes. */
  isVeto(result: number): boolean {
    return this.#isVeto[result] as boolean
  }
}

import type { PossibleLevels } from '../comparison/comparison.ts'

/**
 * Maximum bits of each result of one comparison. The few results repeat as the same text or list object, so a linear
 * search is faster than a map.
 */
export class AnswerWorths {
  readonly #bits: Readonly<Record<string, number>>
  readonly #vetoes: readonly string[]
  readonly #answers: PossibleLevels[] = []
  readonly #worths: number[] = []
  readonly #isVeto: boolean[] = []

  constructor(bits: Readonly<Record<string, number>>, vetoes: readonly string[]) {
    this.#bits = bits
    this.#vetoes = vetoes
  }

  /**
   * Returns the number of a result, for {@link bits} and {@link isVeto}.
   *
   * @param answer - One level, or all possible levels.
   */
  find(answer: PossibleLevels): number {
    const answers = this.#answers
    for (let at = 0; at < answers.length; at++) if (answers[at] === answer) return at
    const levels = typeof answer === 'string' ? [answer] : (answer ?? Object.keys(this.#bits))
    const worths = levels.map((level) => this.#bits[level] ?? 0)
    // Without a restriction, `unknown` is possible too.
    this.#worths.push(Math.max(...(answer === undefined ? [0] : []), ...worths))
    this.#isVeto.push(answer !== undefined && levels.every((level) => this.#vetoes.includes(level)))
    return answers.push(answer) - 1
  }

  /** Returns the maximum bits of a result. */
  bits(answer: number): number {
    return this.#worths[answer] as number
  }

  /** Whether all possible levels are vetoes. */
  isVeto(answer: number): boolean {
    return this.#isVeto[answer] as boolean
  }
}

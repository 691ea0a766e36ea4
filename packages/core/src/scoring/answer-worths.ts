import type { PossibleLevels } from '../comparison/comparison.ts'

/**
 * What the answers of one comparison are worth at most. A comparison has a few answers that come again and again, each the same
 * text or list, so that one is found faster by looking through them than by a map.
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
   * The number of an answer, for {@link bits} and {@link isVeto}.
   *
   * @param answer - One level, or all that are possible.
   */
  find(answer: PossibleLevels): number {
    const answers = this.#answers
    for (let at = 0; at < answers.length; at++) if (answers[at] === answer) return at
    const levels = typeof answer === 'string' ? [answer] : (answer ?? Object.keys(this.#bits))
    const worths = levels.map((level) => this.#bits[level] ?? 0)
    // Any level may be `unknown`.
    this.#worths.push(Math.max(...(answer === undefined ? [0] : []), ...worths))
    this.#isVeto.push(answer !== undefined && levels.every((level) => this.#vetoes.includes(level)))
    return answers.push(answer) - 1
  }

  /** The most that it is worth. */
  bits(answer: number): number {
    return this.#worths[answer] as number
  }

  /** Whether whatever is possible is a veto. */
  isVeto(answer: number): boolean {
    return this.#isVeto[answer] as boolean
  }
}

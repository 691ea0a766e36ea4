import type { RecordRow } from '../storage/rows.ts'
import { nameWords } from '../text/name-words.ts'

/** Counts active records by the words of their names. Later term-frequency versions use these counts. */
export class WordChanges {
  readonly #amounts = new Map<string, number>()

  record({ record }: RecordRow, amount: 1 | -1): void {
    for (const word of new Set(nameWords(record.name))) this.add(word, amount)
  }

  add(word: string, amount: number): void {
    this.#amounts.set(word, (this.#amounts.get(word) ?? 0) + amount)
  }

  /** Returns all words with their amounts, as parallel columns. */
  columns(): { readonly words: readonly string[]; readonly amounts: Iterable<number> } {
    return { words: [...this.#amounts.keys()], amounts: this.#amounts.values() }
  }

  /** Returns the amounts that are not 0. */
  finish(): Record<string, number> {
    // Without a prototype, adding thousands of words is fast, and any word can be a key.
    const amounts = Object.create(null) as Record<string, number>
    for (const [word, amount] of this.#amounts) if (amount !== 0) amounts[word] = amount
    return amounts
  }
}

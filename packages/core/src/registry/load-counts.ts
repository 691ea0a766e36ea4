import { CounterChanges } from '../grouping/counter-changes.ts'
import { WordChanges } from '../grouping/word-changes.ts'
import type { LoadTotals } from '../storage/bulk-load.ts'
import type { LedgerRow } from '../storage/ledger-row.ts'

/** What rows of an export add up to, each told once. */
export class LoadCounts {
  readonly #counters = new CounterChanges()
  readonly #words = new WordChanges()

  add(row: LedgerRow): void {
    if (row.kind === 'product') this.#counters.product(row.row, 1)
    else if (row.kind === 'alert') this.#counters.alerts(row.row.status, 1)
    else if (row.kind === 'record' && row.link !== undefined) {
      this.#counters.record(row.row, 1)
      this.#words.record(row.row, 1)
    }
  }

  /** What other rows added up to. */
  addTotals({ counters, words }: LoadTotals): void {
    for (const [name, amount] of Object.entries(counters)) this.#counters.add(name, amount)
    for (const [word, records] of Object.entries(words)) this.#words.add(word, records)
  }

  finish(): LoadTotals {
    return { counters: this.#counters.finish(), words: this.#words.finish() }
  }
}

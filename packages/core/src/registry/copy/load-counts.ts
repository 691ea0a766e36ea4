import { CounterChanges } from '../../golden-record/counter-changes.ts'
import { WordChanges } from '../../golden-record/word-changes.ts'
import type { ExportFacts, LoadTotals } from '../../storage/bulk-load.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'

type CountedFacts = Pick<ExportFacts, 'counters' | 'words' | 'wordRecords'>

/** The totals of the rows of an export. Each row counts once. */
export class LoadCounts {
  readonly #counters = new CounterChanges()
  readonly #words = new WordChanges()

  add(row: LedgerRow): void {
    if (row.kind === 'product') this.#counters.product(row.row, 1)
    else if (row.kind === 'alert') this.#counters.alerts(row.row.status, 1)
    else if (row.kind === 'concordance') this.#counters.concordances(row.row, 1)
    else if (row.kind === 'record' && row.link !== undefined) {
      this.#counters.record(row.row, 1)
      this.#words.record(row.row, 1)
    }
  }

  /** Adds the totals of other rows. */
  addFacts({ counters, words, wordRecords }: CountedFacts): void {
    this.#counters.addAll(counters)
    for (let at = 0; at < words.length; at++) this.#words.add(words[at] as string, wordRecords[at] as number)
  }

  /** Returns the totals, so that another `LoadCounts` can add them. */
  facts(): CountedFacts {
    const { words, amounts } = this.#words.columns()
    return { counters: this.#counters.finish(), words, wordRecords: Uint32Array.from(amounts) }
  }

  finish(): LoadTotals {
    return { counters: this.#counters.finish(), words: this.#words.finish() }
  }
}

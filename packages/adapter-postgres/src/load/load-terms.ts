import type { ClientBase } from 'pg'
import { arrayOf } from '../connection.ts'
import { MAGNITUDE_SQL, spellingOf } from '../index/spelling.ts'
import { EVERY_PRODUCT, hashTerm } from '../index/term-hash.ts'
import { storedText } from '../stored-text.ts'
import type { DerivedTables } from '../tables.ts'
import { copyLine } from './copy-line.ts'
import type { TableLines } from './table-lines.ts'
import { TermCounts } from './term-counts.ts'

const SPELLED = 'pg_temp.utpid_load_spellings'

/** What products are found by: how many hold a term is known when all have come. */
export class LoadTerms {
  readonly #lines: TableLines
  readonly #counts = new TermCounts()
  #products = 0

  constructor(lines: TableLines) {
    this.#lines = lines
  }

  /** Makes the table in which spellings wait for the counts of their terms; it is gone with the transaction. */
  static async begin(client: ClientBase): Promise<void> {
    const texts = 'tag text collate "C", word text collate "C"'
    const columns = `hash bigint, ${texts}, units smallint, marks integer, traces integer[]`
    await client.query(`create temporary table utpid_load_spellings (${columns}) on commit drop`)
  }

  /** @returns the hashes of the terms of one product, each once. */
  add(terms: readonly string[]): Set<number> {
    this.#products++
    const hashes = new Set<number>()
    for (const term of terms) {
      const hash = hashTerm(term)
      if (hashes.has(hash)) continue
      hashes.add(hash)
      if (this.#counts.add(hash)) this.#addSpelling(hash, term)
    }
    return hashes
  }

  async finish(client: ClientBase, { terms, spellings }: DerivedTables): Promise<void> {
    const target = `${terms} (hash, products)`
    if (this.#products > 0) this.#lines.add(target, copyLine([EVERY_PRODUCT, this.#products]))
    for (const [hash, products] of this.#counts.entries()) {
      this.#lines.add(target, copyLine([hash, products]))
      await this.#lines.sendIfMuch()
    }
    await this.#lines.sendAll()
    await client.query(
      `insert into ${spellings} (hash, tag, word, units, marks, magnitude, traces)
       select hash, tag, word, units, marks, ${MAGNITUDE_SQL}, traces from ${SPELLED} join ${terms} using (hash)`,
    )
  }

  #addSpelling(hash: number, term: string): void {
    const spelling = spellingOf(term)
    if (spelling === undefined) return
    const { tag, word, units, marks, traces } = spelling
    const values = [
      hash,
      storedText(tag),
      storedText(word),
      units,
      marks,
      traces === undefined ? null : arrayOf(traces),
    ]
    this.#lines.add(`${SPELLED} (hash, tag, word, units, marks, traces)`, copyLine(values))
  }
}

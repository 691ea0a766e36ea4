import type { ClientBase } from 'pg'
import { hashTerm, marksOf } from '../index/term-hash.ts'
import { storedText } from '../stored-text.ts'
import type { DerivedTables } from '../tables.ts'
import { copyLine } from './copy-line.ts'
import type { TableLines } from './table-lines.ts'
import { TermCounts } from './term-counts.ts'

const TEXTS = 'pg_temp.utpid_load_texts'
const COUNTS = 'pg_temp.utpid_load_counts'

/** What products are found by: how many hold a term is known when all have come. */
export class LoadTerms {
  readonly #lines: TableLines
  readonly #counts = new TermCounts()

  constructor(lines: TableLines) {
    this.#lines = lines
  }

  /** Makes the tables in which terms and their counts wait for each other; they are gone with the transaction. */
  static async begin(client: ClientBase): Promise<void> {
    const columns = 'hash bigint, term text collate "C", units integer, marks integer'
    await client.query(`create temporary table utpid_load_texts (${columns}) on commit drop`)
    await client.query('create temporary table utpid_load_counts (hash bigint, products bigint) on commit drop')
  }

  /** @returns the hashes of the terms of one product, each once. */
  add(terms: readonly string[]): Set<number> {
    const hashes = new Set<number>()
    for (const term of terms) {
      const hash = hashTerm(term)
      if (hashes.has(hash)) continue
      hashes.add(hash)
      if (!this.#counts.add(hash)) continue
      this.#lines.add(`${TEXTS} (hash, term, units, marks)`, copyLine([hash, storedText(term), ...marksOf(term)]))
    }
    return hashes
  }

  async finish(client: ClientBase, { terms }: DerivedTables): Promise<void> {
    for (const [hash, products] of this.#counts.entries()) {
      this.#lines.add(`${COUNTS} (hash, products)`, copyLine([hash, products]))
      await this.#lines.sendIfMuch()
    }
    await this.#lines.sendAll()
    await client.query(
      `insert into ${terms} (hash, term, units, marks, products)
       select hash, term, units, marks, products from ${TEXTS} join ${COUNTS} using (hash)`,
    )
  }
}

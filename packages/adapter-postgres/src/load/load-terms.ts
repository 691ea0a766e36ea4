import type { ProductRow } from '@utpid/core/storage'
import { isExpandable, magnitudeOf } from '../index/terms/spelling.ts'
import { EVERY_PRODUCT, hashTerm } from '../index/terms/term-hash.ts'
import type { DerivedTables } from '../tables/tables.ts'
import type { TableLines } from './lines/table-lines.ts'
import type { TermBatch } from './lines/term-batch.ts'
import { TermCounts } from './lines/term-counts.ts'
import { termHashes } from './lines/term-hashes.ts'
import {
  type CountedTerms,
  countLines,
  countsTarget,
  type SpelledTerms,
  spellingLines,
  spellingsTarget,
} from './lines/term-lines.ts'
import type { LoadThreads } from './load-threads.ts'

const TERMS_PER_BATCH = 20_000

/** Collects the terms of products. Product counts are complete after the last product. */
export class LoadTerms {
  readonly #lines: TableLines
  readonly #counts = new TermCounts()
  /** The distinct terms with a spelling. */
  readonly #spelled: string[] = []
  /** The product count of each rank, by the term that represents the rank. */
  readonly #ranks = new Map<number, number>()
  #products = 0
  /** The texts of terms from unused batches, by hash. */
  readonly #unusedTexts = new Map<number, string>()

  constructor(lines: TableLines) {
    this.#lines = lines
  }

  /** @returns the distinct hashes of the terms of one product. */
  add(row: Pick<ProductRow, 'id' | 'rank' | 'terms'>): Set<number> {
    this.#products++
    return termHashes(row, (hash, term) => this.#count(hash, term))
  }

  /** Adds the terms of products that another thread has read. */
  addBatch({ products, hashes, positions, texts }: TermBatch): void {
    this.#products += products
    let next = 0
    for (let at = 0; at < hashes.length; at++) {
      const hasText = positions[next] === at
      this.#count(hashes[at] as number, hasText ? texts[next] : undefined)
      if (hasText) next++
    }
  }

  /**
   * Stores the texts of an unused batch. Its products are added as rows later, but threads do not send the texts again.
   */
  keepTexts({ texts }: TermBatch): void {
    for (const text of texts) this.#unusedTexts.set(hashTerm(text), text)
  }

  #count(hash: number, term: string | undefined): void {
    if (hash < 0) {
      this.#ranks.set(hash, (this.#ranks.get(hash) ?? 0) + 1)
      return
    }
    if (!this.#counts.add(hash)) return
    const text = term ?? this.#unusedTexts.get(hash)
    if (text !== undefined && isExpandable(text)) this.#spelled.push(text)
  }

  /**
   * Sends all terms. Resolves when the server has received them.
   *
   * @param threads - The threads that create the lines, while they are running.
   */
  async finish(tables: DerivedTables, threads: LoadThreads): Promise<void> {
    const [counts, spellings] = [countsTarget(tables), spellingsTarget(tables)]
    await this.#sendAll(threads.atOnce, counts, this.#counted(), async (counted) => {
      return (await threads.linesOf({ counted })) ?? countLines(counted)
    })
    await this.#sendAll(threads.atOnce, spellings, this.#spellings(), async (spelled) => {
      return (await threads.linesOf({ spelled })) ?? spellingLines(spelled)
    })
    await this.#lines.sendAll()
  }

  /** Creates lines for several batches at once and sends them in order. */
  async #sendAll<Batch>(
    atOnce: number,
    target: string,
    batches: Iterable<Batch>,
    make: (batch: Batch) => Promise<string | Uint8Array>,
  ): Promise<void> {
    const making: Promise<string | Uint8Array>[] = []
    const addFirst = async (): Promise<void> => {
      const made = await making.shift()
      if (made !== undefined && made.length > 0) this.#lines.add(target, made)
      await this.#lines.sendIfFull()
    }
    for (const batch of batches) {
      making.push(make(batch))
      if (making.length > atOnce) await addFirst()
    }
    while (making.length > 0) await addFirst()
  }

  *#counted(): Generator<CountedTerms, void> {
    const first = [...(this.#products > 0 ? [[EVERY_PRODUCT, this.#products] as const] : []), ...this.#ranks]
    yield { hashes: Float64Array.from(first, ([hash]) => hash), products: Float64Array.from(first, ([, of]) => of) }
    yield* this.#counts.batches(TERMS_PER_BATCH)
  }

  *#spellings(): Generator<SpelledTerms, void> {
    for (let from = 0; from < this.#spelled.length; from += TERMS_PER_BATCH) {
      const texts = this.#spelled.slice(from, from + TERMS_PER_BATCH)
      const magnitudes = Uint8Array.from(texts, (text) => magnitudeOf(this.#counts.of(hashTerm(text))))
      yield { texts, magnitudes }
    }
  }
}

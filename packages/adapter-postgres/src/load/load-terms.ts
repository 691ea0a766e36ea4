import type { ProductRow } from '@utpid/core'
import { hasSpelling, magnitudeOf } from '../index/terms/spelling.ts'
import { EVERY_PRODUCT, hashTerm } from '../index/terms/term-hash.ts'
import type { DerivedTables } from '../tables/tables.ts'
import type { TableLines } from './lines/table-lines.ts'
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
import type { ToldTerms } from './lines/told-terms.ts'
import type { LoadThreads } from './load-threads.ts'

/** Lines of which a thread makes one answer. */
const TERMS_PER_BATCH = 20_000

/** What products are found by: how many hold a term is known when all have come. */
export class LoadTerms {
  readonly #lines: TableLines
  readonly #counts = new TermCounts()
  /** Terms that have a spelling, each once. */
  readonly #spelled: string[] = []
  /** Products by what stands for their rank. */
  readonly #ranks = new Map<number, number>()
  #products = 0
  /** Texts by hash, of terms that were told for nothing. */
  readonly #left = new Map<number, string>()

  constructor(lines: TableLines) {
    this.#lines = lines
  }

  /** @returns the hashes of what one product is found by, each once. */
  add(row: Pick<ProductRow, 'id' | 'rank' | 'terms'>): Set<number> {
    this.#products++
    return termHashes(row, (hash, term) => this.#count(hash, term))
  }

  /** Those of products that were read on another thread. */
  addTold({ products, hashes, positions, texts }: ToldTerms): void {
    this.#products += products
    let next = 0
    for (let at = 0; at < hashes.length; at++) {
      const isTold = positions[next] === at
      this.#count(hashes[at] as number, isTold ? texts[next] : undefined)
      if (isTold) next++
    }
  }

  /** They come as rows, but their texts are not told again. */
  leaveTold({ texts }: ToldTerms): void {
    for (const text of texts) this.#left.set(hashTerm(text), text)
  }

  #count(hash: number, term: string | undefined): void {
    if (hash < 0) {
      this.#ranks.set(hash, (this.#ranks.get(hash) ?? 0) + 1)
      return
    }
    if (!this.#counts.add(hash)) return
    const text = term ?? this.#left.get(hash)
    if (text !== undefined && hasSpelling(text)) this.#spelled.push(text)
  }

  /** Resolves when the server has everything. @param threads - They make the lines, as long as there are any. */
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

  /** Sends what is made of batches, some of which are made at once, in their order. */
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
      await this.#lines.sendIfMuch()
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

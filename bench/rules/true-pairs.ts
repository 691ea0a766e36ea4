import { LIMITS, type ProductId } from '@utpid/core'
import type { Ledger, RecordId } from '@utpid/core/storage'
import { storedRecords } from '../harness/stored-rows.ts'

/** The true product of a record. */
export type Truth = (id: RecordId) => number | undefined

/** Counts pairs of records of one product: by the truth, by the registry, and by both. */
export class TruePairs {
  readonly #truth: Truth
  readonly #groupOf = new Map<RecordId, ProductId>()
  readonly #groups = new Map<ProductId, Set<RecordId>>()
  #true = 0
  #joined = 0
  #both = 0

  constructor(truth: Truth, links: ReadonlyMap<RecordId, ProductId>) {
    this.#truth = truth
    const counts = new Map<number, number>()
    for (const [id, product] of links) {
      const real = truth(id)
      if (real !== undefined) counts.set(real, (counts.get(real) ?? 0) + 1)
      this.#add(id, product)
    }
    for (const count of counts.values()) this.#true += (count * (count - 1)) / 2
  }

  /** 0 to 1. */
  get f1(): number {
    return this.#true + this.#joined === 0 ? 1 : (2 * this.#both) / (this.#true + this.#joined)
  }

  /** Reads the current products of some records. */
  async refresh(ledger: Pick<Ledger, 'getRecords'>, ids: readonly RecordId[]): Promise<void> {
    for (let from = 0; from < ids.length; from += LIMITS.idsPerRead) {
      const chunk = ids.slice(from, from + LIMITS.idsPerRead)
      const stored = await ledger.getRecords(chunk)
      for (const [at, id] of chunk.entries()) {
        const product = stored[at]?.link?.productId
        if (product === this.#groupOf.get(id)) continue
        this.#remove(id)
        if (product !== undefined) this.#add(id, product)
      }
    }
  }

  #add(id: RecordId, product: ProductId): void {
    const group = this.#groups.get(product) ?? new Set()
    this.#count(id, group, 1)
    this.#groups.set(product, group.add(id))
    this.#groupOf.set(id, product)
  }

  #remove(id: RecordId): void {
    const group = this.#groups.get(this.#groupOf.get(id) ?? -1)
    if (group?.delete(id) !== true) return
    this.#count(id, group, -1)
    this.#groupOf.delete(id)
  }

  #count(id: RecordId, group: ReadonlySet<RecordId>, amount: 1 | -1): void {
    const real = this.#truth(id)
    this.#joined += amount * group.size
    for (const other of group) if (real !== undefined && this.#truth(other) === real) this.#both += amount
  }
}

export async function readTruePairs(ledger: Ledger, truth: Truth): Promise<TruePairs> {
  const links = new Map<RecordId, ProductId>()
  for await (const { row, link } of storedRecords({ ledger })) {
    if (link !== undefined) links.set(row.id, link.productId)
  }
  return new TruePairs(truth, links)
}

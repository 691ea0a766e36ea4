import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** What answering a question reads of the ledger. */
export type AnswerLedger = Pick<Ledger, 'getProducts' | 'getRecords'>

/** A context whose ledger only has to answer by id. */
export interface AnswerContext extends Omit<RegistryContext, 'ledger'> {
  readonly ledger: AnswerLedger
}

/**
 * A ledger for one call that answers many questions, each on its own: what they ask for at once is read together, and
 * each row once. A storage behind a network then takes a few round trips for all of them instead of a few for each.
 */
export function gatheredReads(ledger: AnswerLedger): AnswerLedger {
  const products = new GatheredRows((ids: readonly number[]) => ledger.getProducts(ids))
  const records = new GatheredRows((ids: readonly number[]) => ledger.getRecords(ids))
  return { getProducts: (ids) => products.get(ids), getRecords: (ids) => records.get(ids) }
}

/** Rows of one kind by id, read at most once. */
class GatheredRows<Row> {
  readonly #read: (ids: readonly number[]) => Promise<Row[]>
  readonly #rows = new Map<number, Row>()
  /** Ids that are being read, each with what it waits for. */
  readonly #awaited = new Map<number, Promise<void>>()
  /** Ids of the next read, until it begins. */
  #next: { readonly ids: Set<number>; readonly done: Promise<void> } | undefined

  constructor(read: (ids: readonly number[]) => Promise<Row[]>) {
    this.#read = read
  }

  async get(ids: readonly number[]): Promise<Row[]> {
    const waits = new Set<Promise<void>>()
    for (const id of ids) if (!this.#rows.has(id)) waits.add(this.#awaited.get(id) ?? this.#ask(id))
    if (waits.size > 0) await Promise.all(waits)
    return ids.map((id) => this.#rows.get(id) as Row)
  }

  #ask(id: number): Promise<void> {
    if (this.#next === undefined) {
      const ids = new Set<number>()
      // After all who ask in this turn.
      this.#next = { ids, done: Promise.resolve().then(() => this.#readAll(ids)) }
    }
    this.#next.ids.add(id)
    this.#awaited.set(id, this.#next.done)
    return this.#next.done
  }

  async #readAll(asked: ReadonlySet<number>): Promise<void> {
    this.#next = undefined
    const ids = [...asked]
    try {
      const rows = await readInChunks(ids, this.#read)
      ids.forEach((id, at) => {
        this.#rows.set(id, rows[at] as Row)
      })
    } finally {
      for (const id of ids) this.#awaited.delete(id)
    }
  }
}

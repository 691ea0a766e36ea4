import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** The ledger methods that matching uses. */
export type AnswerLedger = Pick<Ledger, 'getProducts' | 'getRecords'>

/** A context whose ledger can only read rows by id. */
export interface AnswerContext extends Omit<RegistryContext, 'ledger'> {
  readonly ledger: AnswerLedger
}

/**
 * Wraps a ledger for one call with many independent inputs. It batches concurrent reads and reads each row once. So a
 * remote storage needs a few round trips for all inputs together.
 */
export function batchedReads(ledger: AnswerLedger): AnswerLedger {
  const products = new BatchedRows((ids: readonly number[]) => ledger.getProducts(ids))
  const records = new BatchedRows((ids: readonly number[]) => ledger.getRecords(ids))
  return { getProducts: (ids) => products.get(ids), getRecords: (ids) => records.get(ids) }
}

/** The rows of one kind by id. Each row is read at most once. */
class BatchedRows<Row> {
  readonly #read: (ids: readonly number[]) => Promise<Row[]>
  readonly #rows = new Map<number, Row>()
  /** The ids that are being read, with the promise of the read. */
  readonly #pending = new Map<number, Promise<void>>()
  /** The ids of the next batch, until its read starts. */
  #next: { readonly ids: Set<number>; readonly done: Promise<void> } | undefined

  constructor(read: (ids: readonly number[]) => Promise<Row[]>) {
    this.#read = read
  }

  async get(ids: readonly number[]): Promise<Row[]> {
    const waits = new Set<Promise<void>>()
    for (const id of ids) if (!this.#rows.has(id)) waits.add(this.#pending.get(id) ?? this.#enqueue(id))
    if (waits.size > 0) await Promise.all(waits)
    return ids.map((id) => this.#rows.get(id) as Row)
  }

  #enqueue(id: number): Promise<void> {
    if (this.#next === undefined) {
      const ids = new Set<number>()
      // The read starts after all requests of this tick are collected.
      this.#next = { ids, done: Promise.resolve().then(() => this.#readAll(ids)) }
    }
    this.#next.ids.add(id)
    this.#pending.set(id, this.#next.done)
    return this.#next.done
  }

  async #readAll(requested: ReadonlySet<number>): Promise<void> {
    this.#next = undefined
    const ids = [...requested]
    try {
      const rows = await readInChunks(ids, this.#read)
      ids.forEach((id, at) => {
        this.#rows.set(id, rows[at] as Row)
      })
    } finally {
      for (const id of ids) this.#pending.delete(id)
    }
  }
}

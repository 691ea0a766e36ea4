import { randomUUID } from 'node:crypto'
import { type ProductId, RegistryError } from '@utpid/core'
import type {
  CandidateColumns,
  Commit,
  CommitResult,
  EdgeRow,
  Generation,
  GenerationPlan,
  GenerationRows,
  KeyLookup,
  ProductRow,
  RecordId,
  StoredRecord,
} from '@utpid/core/storage'
import { checkCommit, checkIds, checkLookups, type Lifetime } from '@utpid/core/storage'
import { addTo, DerivedRows } from '../commit/derived-rows.ts'
import { readProducts, readRecords } from '../commit/stored-state.ts'
import { clearSpare, lockGeneration, physicalTables } from '../commit/swap-sets.ts'
import { writeDerived } from '../commit/write-derived.ts'
import { Backoff } from '../connection/backoff.ts'
import type { Database } from '../connection/database.ts'
import { readCandidates } from '../index/candidates/candidates.ts'
import { LedgerReads } from '../ledger/ledger-reads.ts'
import type { PostgresLedger } from '../ledger/postgres-ledger.ts'
import { headRow } from '../tables/head-row.ts'
import type { Tables } from '../tables/tables.ts'
import type { GenerationSlot } from './generation-slot.ts'
import { retryWhileRead } from './retry-while-read.ts'

interface GenerationParts {
  readonly lifetime: Lifetime
  readonly database: Database
  readonly tables: Tables
  readonly ledger: PostgresLedger
  /** A slot that the caller has entered. The generation leaves the slot at its end. */
  readonly slot: GenerationSlot
  /** The maximum time to retry the start and the swap of a generation while other transactions block them. */
  readonly swapMilliseconds: number
}

const PAUSES = { firstMilliseconds: 100, maxMilliseconds: 5_000 }

function backoffOf({ swapMilliseconds }: GenerationParts): Backoff {
  return new Backoff({ ...PAUSES, totalMilliseconds: swapMilliseconds })
}

interface OpenedRow {
  readonly plan: GenerationPlan
  readonly progress: string | null
}

/** A generation under construction, in the spare set of tables. */
export class PostgresGeneration implements Generation {
  readonly #parts: GenerationParts
  readonly #openedBy: string
  readonly #reads: LedgerReads
  readonly plan: GenerationPlan
  #progress: string | undefined
  /** The backoff of all attempts to swap: the registry repeats a swap after a conflict. */
  #backoff: Backoff | undefined
  #state: 'open' | 'swapped' | 'suspended' | 'discarded' = 'open'

  private constructor(parts: GenerationParts, opened: string, { plan, progress }: OpenedRow) {
    this.#parts = parts
    this.#openedBy = opened
    this.plan = plan
    this.#progress = progress ?? undefined
    const { lifetime, database, tables } = parts
    this.#reads = new LedgerReads(lifetime, database, { ...tables, derived: tables.spare })
  }

  static async begin(parts: GenerationParts, plan: GenerationPlan): Promise<PostgresGeneration> {
    const opened = randomUUID()
    const { database, tables } = parts
    await retryWhileRead(parts, backoffOf(parts), () =>
      database.transaction(async (connection) => {
        await clearSpare(connection, tables)
        await connection.query(`insert into ${tables.generation} (opened, plan) values ($1, $2)`, [
          opened,
          JSON.stringify(plan),
        ])
      }),
    )
    return new PostgresGeneration(parts, opened, { plan, progress: null })
  }

  /** Resumes a suspended or abandoned generation; undefined if there is none. */
  static async resume(parts: GenerationParts): Promise<PostgresGeneration | undefined> {
    const opened = randomUUID()
    const { database, tables } = parts
    const [row] = await database.query<OpenedRow>(
      `update ${tables.generation} set opened = $1 where progress is not null returning plan, progress`,
      [opened],
    )
    return row === undefined ? undefined : new PostgresGeneration(parts, opened, row)
  }

  get progress(): string | undefined {
    return this.#progress
  }

  async put(rows: GenerationRows): Promise<void> {
    this.#check()
    const { database, tables } = this.#parts
    const { spare } = tables
    const progress = rows.progress ?? this.#progress
    await database.transaction(async (connection) => {
      await lockGeneration(connection, tables, this.#openedBy)
      const productIds = [...rows.products.map(({ id }) => id), ...rows.removedProducts]
      const stored = {
        records: await readRecords(connection, spare, new Set(rows.records.map(({ row }) => row.id))),
        products: await readProducts(connection, spare, new Set(productIds)),
      }
      const derived = new DerivedRows(stored.records)
      for (const { row, link } of rows.records) derived.putRecord(row, link?.productId)
      for (const row of rows.products) derived.products.set(row.id, row)
      for (const id of rows.removedProducts) derived.products.set(id, null)
      derived.changeEdges(rows.edges)
      addTo(derived.words, rows.words)
      await writeDerived(connection, spare, derived, stored)
      if (rows.progress === undefined) return
      await connection.query(`update ${tables.generation} set progress = $1`, [JSON.stringify(rows.progress)])
    })
    this.#progress = progress
  }

  async getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]> {
    this.#check()
    return await this.#reads.getRecords(ids)
  }

  async getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]> {
    this.#check()
    return await this.#reads.getProducts(ids)
  }

  async edges(ids: readonly RecordId[]): Promise<EdgeRow[][]> {
    this.#check()
    checkIds(ids)
    return await this.#reads.edges(ids)
  }

  async candidates(lookups: readonly KeyLookup[], recordsPerKey: number): Promise<CandidateColumns> {
    this.#check()
    checkLookups(lookups)
    const { database, tables } = this.#parts
    return await readCandidates(database, tables.spare, lookups, recordsPerKey)
  }

  async swap(commit: Commit): Promise<CommitResult> {
    this.#check()
    checkCommit(commit)
    if (commit.idempotencyKey !== undefined) {
      throw new RegistryError(
        'validation_failed',
        'A swap accepts no idempotency key. To repeat it, start another generation.',
      )
    }
    const { database, tables, ledger, slot } = this.#parts
    this.#backoff ??= backoffOf(this.#parts)
    // Rejects the commit like any conflicting transaction if other processes have written meanwhile.
    const result = await retryWhileRead(this.#parts, this.#backoff, () =>
      ledger.swapTo(commit, this.plan, this.#openedBy),
    )
    this.#state = 'swapped'
    try {
      await this.#analyse().catch(() => undefined)
      // Clears the previous set. If this fails, or another transaction reads the set, the next generation clears it.
      await database.transaction((connection) => clearSpare(connection, tables)).catch(() => undefined)
    } finally {
      await slot.leave()
    }
    return result
  }

  async suspend(): Promise<void> {
    if (this.#progress === undefined) return await this.discard()
    if (this.#state !== 'open') return
    this.#state = 'suspended'
    await this.#parts.slot.leave()
  }

  async discard(): Promise<void> {
    if (this.#state !== 'open') return
    this.#state = 'discarded'
    const { lifetime, database, tables, slot } = this.#parts
    try {
      lifetime.check()
      await database.transaction(async (connection) => {
        await lockGeneration(connection, tables, this.#openedBy)
        await clearSpare(connection, tables)
      })
    } finally {
      await slot.leave()
    }
  }

  /** Updates the statistics, so that PostgreSQL plans queries for the active set even before the next autovacuum. */
  async #analyse(): Promise<void> {
    const { database, tables } = this.#parts
    const rows = await database.query<{ serving: number }>(`select serving from ${tables.head}`)
    const serving = Object.values(physicalTables(tables, headRow(rows, tables).serving))
    await database.transaction(async (connection) => {
      await connection.query('set local statement_timeout = 0')
      await connection.query(`analyze ${serving.join(', ')}`)
    })
  }

  #check(): void {
    this.#parts.lifetime.check()
    if (this.#state === 'open') return
    throw new RegistryError('validation_failed', `This generation ${STATE_TEXTS[this.#state]}. Start another one.`)
  }
}

const STATE_TEXTS = { swapped: 'is active already', suspended: 'was suspended', discarded: 'was discarded' } as const

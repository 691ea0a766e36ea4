import { type Database, open, type RootDatabase } from 'lmdb'
import { textKey } from '../rows/row-keys.ts'
import { ChecksummedTable, type KnownPages } from './checksummed-table.ts'
import { EMPTY_DATABASE } from './empty-database.ts'
import type { LedgerTable } from './ledger-table.ts'
import { RowCounts } from './row-counts.ts'

export type Table = LedgerTable

const NAMES = [
  'meta',
  'records',
  'details',
  'links',
  'codes',
  'products',
  'lineage',
  'aliases',
  'edges',
  'edgesReverse',
  'judgements',
  'judgementsReverse',
  'alerts',
  'verifications',
  'decisions',
  'decisionOrder',
  'suppliers',
  'concordances',
  'imports',
  'modelVersions',
  'counters',
  'words',
  'changes',
  'idempotencyKeys',
  'idempotencyKeysByChange',
] as const

/**
 * The tables that depend on the index version. The file has two sets of these tables: one set can be filled while the
 * other is active.
 */
const DERIVED_NAMES = ['records', 'products', 'edges', 'edgesReverse', 'words'] as const

/** The keys in `meta` of the plan and of the progress of the generation in the spare tables. */
export const PLAN_KEY: Buffer = textKey('generation')
export const PROGRESS_KEY: Buffer = textKey('generation progress')

/** A key that is in `meta` while a load fills the tables. The tables are no complete registry then. */
export const LOAD_KEY: Buffer = textKey('load')
export const HEAD_KEY: Buffer = textKey('head')

export type TableName = (typeof NAMES)[number]
type DerivedName = (typeof DERIVED_NAMES)[number]

/** All tables of the file. */
export const TABLE_NAMES: readonly string[] = [...NAMES, ...DERIVED_NAMES.map(secondOf)]

/** The tables of a ledger, which one transaction can write together. */
export interface LedgerTables {
  readonly root: Pick<RootDatabase<Buffer, Buffer>, 'transaction' | 'childTransaction'>
  /** The active tables. The object stays the same after a swap. */
  readonly table: Readonly<Record<TableName, Table>>
  /** The spare set of derived tables. It contains the generation that is being built, if any; otherwise it is empty. */
  readonly spare: Readonly<Record<DerivedName, Table>>
  /** Swaps the spare and the active derived tables. */
  swap(): void
}

/** Operations on the whole file. */
export type LedgerRoot = Pick<
  RootDatabase<Buffer, Buffer>,
  'transaction' | 'childTransaction' | 'backup' | 'close' | 'getStats' | 'resetReadTxn' | 'openDB'
>

/** The tables of a durable ledger in one LMDB file. */
export interface LmdbTables extends LedgerTables {
  /** The operations on the whole file. Each transaction also stores the row count of every table. */
  readonly root: LedgerRoot
  readonly table: Readonly<Record<TableName, ChecksummedTable>>
  readonly spare: Readonly<Record<DerivedName, ChecksummedTable>>
  /** All tables except `meta`, by their names in the file, which a swap does not change. */
  readonly named: ReadonlyMap<string, ChecksummedTable>
  /** Empties the spare tables and deletes the plan of their generation. */
  clearSpare(): Promise<void>
}

const BINARY = { encoding: 'binary', keyEncoding: 'binary' } as const

export interface OpenTablesOptions {
  /** Whether the file may be written or created. Default: true. */
  readonly isWritable?: boolean
  /** The known valid pages of a file that has not been checked completely. Closing the file also closes this object. */
  readonly sound?: KnownPages | undefined
}

/** Opens or creates the file. Keys and values are bytes in the encodings of `rows/`. */
export function openTables(path: string, { isWritable = true, sound }: OpenTablesOptions = {}): LmdbTables {
  const root = open<Buffer, Buffer>({
    path,
    ...BINARY,
    noSubdir: true,
    readOnly: !isWritable,
    maxDbs: TABLE_NAMES.length,
    // A transaction resolves and becomes visible only after its flush, so all data read from this ledger is on disk.
    overlappingSync: false,
    // This package batches transactions itself. lmdb's own batching would lose a promise when a batch fails.
    eventTurnBatching: false,
  })
  const openTable = (name: string): ChecksummedTable => {
    // A read-only file of an earlier version may lack a table, although the type does not say so.
    const database: Database<Buffer, Buffer> | undefined = root.openDB<Buffer, Buffer>({ name, ...BINARY })
    if (database === undefined) return new ChecksummedTable(name, EMPTY_DATABASE)
    return new ChecksummedTable(name, database, sound?.table(name))
  }
  const openAll = (): { table: Record<TableName, ChecksummedTable>; spare: Record<DerivedName, ChecksummedTable> } => ({
    table: Object.fromEntries(NAMES.map((name) => [name, openTable(name)])) as Record<TableName, ChecksummedTable>,
    spare: Object.fromEntries(DERIVED_NAMES.map((name) => [name, openTable(secondOf(name))])) as Record<
      DerivedName,
      ChecksummedTable
    >,
  })
  // Uses one transaction, so creating a file takes one flush instead of one flush per table.
  const { table, spare } = isWritable ? root.transactionSync(openAll) : openAll()
  const named = namedTables(table, spare)
  const counts = new RowCounts(table.meta, named)
  const transaction: LedgerRoot['transaction'] = (work) => counts.run(() => root.transaction(() => counts.during(work)))
  return {
    root: {
      transaction,
      childTransaction: (work) => root.childTransaction(work),
      backup: (file, isCompact) => root.backup(file, isCompact),
      close: async () => {
        sound?.close()
        await root.close()
      },
      getStats: () => root.getStats(),
      resetReadTxn: () => root.resetReadTxn(),
      openDB: ((options: never) => root.openDB(options)) as LedgerRoot['openDB'],
    },
    table,
    spare,
    named,
    swap() {
      const served = { ...table }
      Object.assign(table, spare)
      for (const name of DERIVED_NAMES) spare[name] = served[name]
    },
    async clearSpare() {
      const filled = Object.values(spare).filter((each) => each.entries > 0)
      if (filled.length === 0 && !table.meta.doesExist(PLAN_KEY)) return
      await transaction(() => {
        for (const each of filled) each.clearSync()
        forgetGeneration(table.meta)
      })
    },
  }
}

/** Returns all tables except `meta`, by their names in the file, while the first set of derived tables is active. */
function namedTables(
  table: Readonly<Record<TableName, ChecksummedTable>>,
  spare: Readonly<Record<DerivedName, ChecksummedTable>>,
): ReadonlyMap<string, ChecksummedTable> {
  return new Map([
    ...NAMES.filter((name) => name !== 'meta').map((name) => [name, table[name]] as const),
    ...DERIVED_NAMES.map((name) => [secondOf(name), spare[name]] as const),
  ])
}

/** Returns whether nothing was written after the creation or the last {@link clearTables}. */
export function isEmptyRegistry({ table }: Pick<LedgerTables, 'table'>): boolean {
  if (table.meta.doesExist(HEAD_KEY) || table.meta.doesExist(LOAD_KEY)) return false
  return NAMES.every((name) => name === 'meta' || table[name].entries === 0)
}

/**
 * Returns whether any table has a row. Unlike {@link isEmptyRegistry}, this function includes the rows of every new
 * registry.
 */
export function hasRows({ table, named }: Pick<LmdbTables, 'table' | 'named'>): boolean {
  return [table.meta, ...named.values()].some(({ entries }) => entries > 0)
}

/** Empties the ledger, except for its manifest. Call this function inside a transaction. */
export function clearTables({ table }: Pick<LedgerTables, 'table'>): void {
  for (const name of NAMES) if (name !== 'meta' && table[name].entries > 0) table[name].clearSync()
  table.meta.remove(HEAD_KEY)
  table.meta.remove(LOAD_KEY)
}

/** Deletes the plan and progress of a generation. Call this function inside a transaction. */
export function forgetGeneration(meta: Table): void {
  meta.remove(PLAN_KEY)
  meta.remove(PROGRESS_KEY)
}

function secondOf(name: DerivedName): string {
  return `${name}.second`
}

import { open, type RootDatabase } from 'lmdb'
import { textKey } from '../rows/row-keys.ts'
import { BoundTable, type KnownPages } from './bound-table.ts'
import type { LedgerTable } from './ledger-table.ts'
import { RowCounts } from './row-counts.ts'

export type Table = LedgerTable

const NAMES = [
  'meta',
  'records',
  'links',
  'codes',
  'products',
  'lineage',
  'aliases',
  'edges',
  'edgesBack',
  'rulings',
  'rulingsBack',
  'alerts',
  'verifications',
  'decisions',
  'suppliers',
  'scorings',
  'counters',
  'words',
  'feed',
  'tokens',
  'tokensByChange',
] as const

/** Tables that an index version decides on: two of each, so that a generation can be filled while the other serves. */
const DERIVED_NAMES = ['records', 'products', 'edges', 'edgesBack', 'words'] as const

/** Where `meta` has the plan of the generation in the spare tables, and how far it is. */
export const PLAN_KEY: Buffer = textKey('generation')
export const PROGRESS_KEY: Buffer = textKey('generation progress')

/** Where `meta` says that the tables are being filled, and hold no registry yet. */
export const LOAD_KEY: Buffer = textKey('load')
export const HEAD_KEY: Buffer = textKey('head')

export type TableName = (typeof NAMES)[number]
type DerivedName = (typeof DERIVED_NAMES)[number]

/** Every table that the file has. */
export const TABLE_NAMES: readonly string[] = [...NAMES, ...DERIVED_NAMES.map(secondOf)]

/** Where the tables of a ledger are written together. */
export interface LedgerTables {
  readonly root: Pick<RootDatabase<Buffer, Buffer>, 'transaction' | 'childTransaction'>
  /** Those that serve; the object stays the same over a switch. */
  readonly table: Readonly<Record<TableName, Table>>
  /** The second of each derived table: of a generation that is being filled, else empty. */
  readonly spare: Readonly<Record<DerivedName, Table>>
  /** Lets the spare tables serve, and the others be spare. */
  switch(): void
}

/** What is done with the file as a whole. */
export type LedgerRoot = Pick<
  RootDatabase<Buffer, Buffer>,
  'transaction' | 'childTransaction' | 'backup' | 'close' | 'getStats' | 'resetReadTxn' | 'openDB'
>

/** The tables of a durable ledger in one LMDB file. */
export interface LmdbTables extends LedgerTables {
  /** Each of its transactions also notes how many rows every table has then. */
  readonly root: LedgerRoot
  readonly table: Readonly<Record<TableName, BoundTable>>
  readonly spare: Readonly<Record<DerivedName, BoundTable>>
  /** All but `meta`, by their names in the file, which a switch does not change. */
  readonly named: ReadonlyMap<string, BoundTable>
  /** Empties the spare tables, and forgets of what generation they were. */
  clearSpare(): Promise<void>
}

const BINARY = { encoding: 'binary', keyEncoding: 'binary' } as const

export interface OpenTablesOptions {
  /** False: the file is there, and nobody writes to it. True unless given. */
  readonly isWritable?: boolean
  /** What is known of the pages of a file that nobody has walked; closed with it. */
  readonly sound?: KnownPages | undefined
}

/** Opens or makes the file. Keys and values are bytes of our own. */
export function openTables(path: string, { isWritable = true, sound }: OpenTablesOptions = {}): LmdbTables {
  const root = open<Buffer, Buffer>({
    path,
    ...BINARY,
    noSubdir: true,
    readOnly: !isWritable,
    maxDbs: TABLE_NAMES.length,
    // A transaction then resolves after its flush and is not seen by a reader before: what was
    // read from this ledger is on disk.
    overlappingSync: false,
    // Groups are made here and not by lmdb, which would drop a promise when a group fails.
    eventTurnBatching: false,
  })
  const openTable = (name: string): BoundTable =>
    new BoundTable(name, root.openDB<Buffer, Buffer>({ name, ...BINARY }), sound?.table(name))
  const openAll = (): { table: Record<TableName, BoundTable>; spare: Record<DerivedName, BoundTable> } => ({
    table: Object.fromEntries(NAMES.map((name) => [name, openTable(name)])) as Record<TableName, BoundTable>,
    spare: Object.fromEntries(DERIVED_NAMES.map((name) => [name, openTable(secondOf(name))])) as Record<
      DerivedName,
      BoundTable
    >,
  })
  // In one transaction, so that making a new file takes one flush and not one a table.
  const { table, spare } = isWritable ? root.transactionSync(openAll) : openAll()
  const named = namedTables(table, spare)
  const counts = new RowCounts(table.meta, named)
  const transaction: LedgerRoot['transaction'] = (work) =>
    counts.kept(() => root.transaction(() => counts.during(work)))
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
    switch() {
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

/** All tables but `meta`, as the file names them, while the first set of derived tables serves. */
function namedTables(
  table: Readonly<Record<TableName, BoundTable>>,
  spare: Readonly<Record<DerivedName, BoundTable>>,
): ReadonlyMap<string, BoundTable> {
  return new Map([
    ...NAMES.filter((name) => name !== 'meta').map((name) => [name, table[name]] as const),
    ...DERIVED_NAMES.map((name) => [secondOf(name), spare[name]] as const),
  ])
}

/** Whether nothing was ever written, or {@link clearTables} was called since. */
export function areClear({ table }: Pick<LedgerTables, 'table'>): boolean {
  if (table.meta.doesExist(HEAD_KEY) || table.meta.doesExist(LOAD_KEY)) return false
  return NAMES.every((name) => name === 'meta' || table[name].entries === 0)
}

/** Whether any table has a row. Unlike {@link areClear} it also looks at those that a new registry has. */
export function wasWritten({ table, named }: Pick<LmdbTables, 'table' | 'named'>): boolean {
  return [table.meta, ...named.values()].some(({ entries }) => entries > 0)
}

/** Inside a transaction: as of a ledger in which nothing was ever written, but for what it says of itself. */
export function clearTables({ table }: Pick<LedgerTables, 'table'>): void {
  for (const name of NAMES) if (name !== 'meta' && table[name].entries > 0) table[name].clearSync()
  table.meta.remove(HEAD_KEY)
  table.meta.remove(LOAD_KEY)
}

/** Inside a transaction. */
export function forgetGeneration(meta: Table): void {
  meta.remove(PLAN_KEY)
  meta.remove(PROGRESS_KEY)
}

function secondOf(name: DerivedName): string {
  return `${name}.second`
}

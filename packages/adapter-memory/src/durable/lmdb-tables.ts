import { type Database, open, type RootDatabase } from 'lmdb'

export type Table = Database<Buffer, Buffer>

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
  'suppliers',
  'counters',
  'words',
  'feed',
  'tokens',
  'tokensByChange',
] as const

export type TableName = (typeof NAMES)[number]

/** The tables of a durable ledger in one LMDB file. */
export interface LmdbTables {
  readonly root: RootDatabase<Buffer, Buffer>
  readonly table: Readonly<Record<TableName, Table>>
}

const BINARY = { encoding: 'binary', keyEncoding: 'binary' } as const

/** Opens or makes the file. Keys and values are bytes of our own. */
export function openTables(path: string): LmdbTables {
  const root = open<Buffer, Buffer>({
    path,
    ...BINARY,
    noSubdir: true,
    maxDbs: NAMES.length,
    // A transaction then resolves after its flush and is not seen by a reader before: what was
    // read from this ledger is on disk.
    overlappingSync: false,
    // Groups are made here and not by lmdb, which would drop a promise when a group fails.
    eventTurnBatching: false,
  })
  const table = Object.fromEntries(NAMES.map((name) => [name, root.openDB<Buffer, Buffer>({ name, ...BINARY })]))
  return { root, table: table as Record<TableName, Table> }
}

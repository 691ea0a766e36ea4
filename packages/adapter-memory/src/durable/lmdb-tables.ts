import { open, type RootDatabase } from 'lmdb'
import { BoundTable } from './bound-table.ts'

export type Table = BoundTable

/** Every table there is. */
export const TABLE_NAMES = [
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

export type TableName = (typeof TABLE_NAMES)[number]

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
    maxDbs: TABLE_NAMES.length,
    // A transaction then resolves after its flush and is not seen by a reader before: what was
    // read from this ledger is on disk.
    overlappingSync: false,
    // Groups are made here and not by lmdb, which would drop a promise when a group fails.
    eventTurnBatching: false,
  })
  const table = Object.fromEntries(
    TABLE_NAMES.map((name) => [name, new BoundTable(name, root.openDB<Buffer, Buffer>({ name, ...BINARY }))]),
  )
  return { root, table: table as Record<TableName, Table> }
}

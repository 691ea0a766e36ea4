import { quoted } from '../connection/schema-name.ts'

/**
 * The tables that depend on the index version, by the names of their views. To avoid deadlocks, statements use the
 * tables in this order, and a swap locks them in this order.
 */
export const DERIVED = [
  'record_keys',
  'records',
  'record_features',
  'edges',
  'products',
  'product_terms',
  'terms',
  'spellings',
  'words',
] as const

const SHARED = [
  'head',
  'changes',
  'touched_keys',
  'tokens',
  'details',
  'links',
  'codes',
  'lineage',
  'aliases',
  'rulings',
  'alerts',
  'verifications',
  'decisions',
  'suppliers',
  'concordances',
  'imports',
  'scorings',
  'counters',
  'generation',
] as const

export type DerivedTable = (typeof DERIVED)[number]

/** The SQL names of tables, qualified with the schema: the `search_path` of a session is not reliable. */
export type DerivedTables = Readonly<Record<DerivedTable, string>>
export type SharedTables = Readonly<Record<(typeof SHARED)[number], string>>

export interface Tables extends SharedTables {
  /** The active set of tables. */
  readonly derived: DerivedTables
  /** The spare set, which a generation fills. */
  readonly spare: DerivedTables
}

export function tablesOf(schema: string): Tables {
  const named = <Name extends string>(names: readonly Name[], prefix = ''): Record<Name, string> =>
    Object.fromEntries(names.map((name) => [name, `${quoted(schema)}.${prefix}${name}`])) as Record<Name, string>
  return { ...named(SHARED), derived: named(DERIVED), spare: named(DERIVED, 'spare_') }
}

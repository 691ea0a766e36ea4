import { quoted } from '../connection/schema-name.ts'

/**
 * Tables that an index version decides on, as their views are called. Statements name them in this order, in which a
 * switch locks them: two orders would stop each other.
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
  'links',
  'codes',
  'lineage',
  'aliases',
  'rulings',
  'alerts',
  'verifications',
  'decisions',
  'suppliers',
  'scorings',
  'counters',
  'generation',
] as const

export type DerivedTable = (typeof DERIVED)[number]

/** Names of tables as SQL takes them, with their schema: a session's `search_path` is nobody's to rely on. */
export type DerivedTables = Readonly<Record<DerivedTable, string>>
export type SharedTables = Readonly<Record<(typeof SHARED)[number], string>>

export interface Tables extends SharedTables {
  /** What serves. */
  readonly derived: DerivedTables
  /** What a generation fills. */
  readonly spare: DerivedTables
}

export function tablesOf(schema: string): Tables {
  const named = <Name extends string>(names: readonly Name[], prefix = ''): Record<Name, string> =>
    Object.fromEntries(names.map((name) => [name, `${quoted(schema)}.${prefix}${name}`])) as Record<Name, string>
  return { ...named(SHARED), derived: named(DERIVED), spare: named(DERIVED, 'spare_') }
}

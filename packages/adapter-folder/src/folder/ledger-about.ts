import type { RetentionSettings } from '@utpid/core/adapter'
import { damagedRow, decodeJson, encodeJson } from '../rows/row-encoding.ts'
import { textKey } from '../rows/row-keys.ts'
import { type LedgerTables, type LmdbTables, wasWritten } from '../tables/lmdb-tables.ts'
import { type AboutRegistry, checkFormat, FORMAT_VERSION } from './registry-folder.ts'

/** Where `meta` has what the ledger says of itself. */
export const ABOUT_KEY: Buffer = textKey('about')

/**
 * What a ledger says of itself; undefined of a new one.
 *
 * @throws `storage_version`, `storage_outdated`, `storage_corrupt`
 */
export function aboutIn({ table }: Pick<LedgerTables, 'table'>): AboutRegistry | undefined {
  const value = table.meta.get(ABOUT_KEY)
  if (value === undefined) return undefined
  const about = decodeJson<AboutRegistry>(value, 'What the ledger says of itself')
  checkFormat(about.format, 'The ledger')
  return about
}

/**
 * What the ledger says of itself; a new one is told first.
 *
 * @param isDescribed - Whether the folder says that it holds a registry.
 * @throws `storage_corrupt` also when the row is lost. Nothing is written then: a new row would hide that.
 */
export async function aboutOf(
  tables: LmdbTables,
  retention: RetentionSettings,
  isDescribed: boolean,
): Promise<AboutRegistry> {
  const about = aboutIn(tables)
  if (about !== undefined) return about
  if (isDescribed || wasWritten(tables)) throw damagedRow('The ledger lost the row that says what it holds')
  const begun: AboutRegistry = {
    kind: 'utpid-registry',
    format: FORMAT_VERSION,
    created: new Date(retention.clock()).toISOString(),
  }
  await tables.root.transaction(() => tables.table.meta.put(ABOUT_KEY, encodeJson(begun)))
  return begun
}

import type { RetentionSettings } from '@utpid/core/storage'
import { damagedRow, decodeJson, encodeJson } from '../rows/row-encoding.ts'
import { textKey } from '../rows/row-keys.ts'
import { type LedgerTables, type LmdbTables, wasWritten } from '../tables/lmdb-tables.ts'
import { type AboutRegistry, checkFormat, FORMAT_VERSION } from './registry-folder.ts'

/** Key in `meta` of the manifest. */
export const ABOUT_KEY: Buffer = textKey('about')

/**
 * Returns the manifest of a ledger; undefined for a new ledger.
 *
 * @throws `storage_version`, `storage_outdated`, `storage_corrupt`
 */
export function aboutIn({ table }: Pick<LedgerTables, 'table'>): AboutRegistry | undefined {
  const value = table.meta.get(ABOUT_KEY)
  if (value === undefined) return undefined
  const about = decodeJson<AboutRegistry>(value, 'The manifest of the ledger')
  checkFormat(about.format, 'The ledger')
  return about
}

/**
 * Returns the manifest of a ledger; writes it first to a new ledger.
 *
 * @param isDescribed - Whether the folder has a manifest file.
 * @throws `storage_corrupt` also if the row is lost. It is not written again, which would hide the loss.
 */
export async function aboutOf(
  tables: LmdbTables,
  retention: RetentionSettings,
  isDescribed: boolean,
): Promise<AboutRegistry> {
  const about = aboutIn(tables)
  if (about !== undefined) return about
  if (isDescribed || wasWritten(tables)) throw damagedRow('The ledger lost its manifest')
  const begun: AboutRegistry = {
    kind: 'utpid-registry',
    format: FORMAT_VERSION,
    created: new Date(retention.clock()).toISOString(),
  }
  await tables.root.transaction(() => tables.table.meta.put(ABOUT_KEY, encodeJson(begun)))
  return begun
}

import type { RetentionSettings } from '@utpid/core/storage'
import { damagedRow, decodeJson, encodeJson } from '../rows/row-encoding.ts'
import { textKey } from '../rows/row-keys.ts'
import { hasRows, type LedgerTables, type LmdbTables } from '../tables/lmdb-tables.ts'
import { checkFormat, FORMAT_VERSION, type Manifest } from './registry-folder.ts'

/** The key of the manifest in `meta`. */
export const MANIFEST_KEY: Buffer = textKey('manifest')

/**
 * Returns the manifest of a ledger; undefined for a new ledger.
 *
 * @throws `storage_version`, `storage_outdated`, `storage_corrupt`
 */
export function manifestIn({ table }: Pick<LedgerTables, 'table'>): Manifest | undefined {
  const value = table.meta.get(MANIFEST_KEY)
  if (value === undefined) return undefined
  const about = decodeJson<Manifest>(value, 'The manifest of the ledger')
  checkFormat(about.format, 'The ledger')
  return about
}

/**
 * Returns the manifest of a ledger. For a new ledger, writes the manifest first.
 *
 * @param hasManifestFile - Whether the folder has a manifest file.
 * @throws `storage_corrupt` also if the ledger lost the manifest. A new manifest would hide the loss.
 */
export async function readOrCreateManifest(
  tables: LmdbTables,
  retention: RetentionSettings,
  hasManifestFile: boolean,
): Promise<Manifest> {
  const about = manifestIn(tables)
  if (about !== undefined) return about
  if (hasManifestFile || hasRows(tables)) throw damagedRow('The ledger lost its manifest')
  const newManifest: Manifest = {
    kind: 'utpid-registry',
    format: FORMAT_VERSION,
    created: new Date(retention.clock()).toISOString(),
  }
  await tables.root.transaction(() => tables.table.meta.put(MANIFEST_KEY, encodeJson(newManifest)))
  return newManifest
}

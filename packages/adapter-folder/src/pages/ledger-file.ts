import { type FileHandle, open, rm, writeFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { RegistryError } from '@utpid/core'
import { unseal } from '../rows/row-encoding.ts'
import { nameOf } from '../rows/row-keys.ts'
import { maskChecksum } from '../tables/checksummed-table.ts'
import { DamagedPage, latestMeta, type MetaPage, readMeta } from './page.ts'
import { PageCheck } from './page-walk.ts'

const MAGIC = 0xbeefc0de
const DATA_VERSION = 2
/** The size of a file for about 250 readers; LMDB accepts any size. */
const READERS_BYTES = 16_384
const PAGE_SIZES: readonly number[] = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768]

/**
 * Checks an LMDB file before LMDB maps it into memory. LMDB trusts the file: if the file is truncated or changed, LMDB
 * crashes the process or omits rows. Therefore this function reads the whole file once, and checks all pages and the
 * checksums of all rows.
 *
 * Appends pages of zeros if unused pages are missing at the end.
 *
 * @param tables - The names of the allowed tables.
 * @returns false if the file does not exist.
 * @throws `storage_corrupt`, `storage_version`
 */
export async function checkLedgerFile(path: string, tables: readonly string[]): Promise<boolean> {
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (file === undefined) return false
  try {
    const { size } = await file.stat()
    // Skips the check on big-endian machines: LMDB writes numbers in native byte order, and this code expects
    // little-endian numbers.
    if (size === 0 || endianness() !== 'LE') return size > 0
    await checkPages(file, size, path, tables)
    return true
  } catch (error) {
    if (error instanceof DamagedPage) throw corrupt(path, error.message)
    throw error
  } finally {
    await file.close()
  }
}

/**
 * Creates the file in which LMDB counts its readers, if missing. LMDB itself would create a sparse file and write to it
 * through mapped memory. On a full disk, a mapped write crashes the process.
 *
 * @param path - The path of the ledger.
 */
export async function makeReadersFile(path: string): Promise<void> {
  try {
    await writeFile(`${path}-lock`, Buffer.alloc(READERS_BYTES), { flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    // A partly written file would look complete.
    await rm(`${path}-lock`, { force: true })
    throw error
  }
}

/**
 * Checks only the start and length of an LMDB file. With an index checkpoint, a check of all pages would take most of
 * the opening time. Rows are checked on reading.
 *
 * @returns false if the file is missing or needs {@link checkLedgerFile}.
 */
export async function hasValidStart(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return false
  try {
    const { size } = await file.stat()
    if (size === 0 || endianness() !== 'LE') return false
    const { pageSize, lastPage } = readMetas(file, path)
    return size >= (lastPage + 1) * pageSize
  } catch {
    return false
  } finally {
    await file.close()
  }
}

async function checkPages(file: FileHandle, size: number, path: string, tables: readonly string[]): Promise<void> {
  const meta = readMetas(file, path)
  const checksums = new Map(tables.map((name) => [name, crc32(name)]))
  new PageCheck(file.fd, meta).run((table, key, value) => {
    const checksum = checksums.get(table)
    if (checksum === undefined) throw corrupt(path, `it has an unknown table ${JSON.stringify(table)}`)
    unseal(maskChecksum(checksum, key, value), () => `Row ${nameOf(key)} of ${table} in ${path}`)
  })
  const expected = (meta.lastPage + 1) * meta.pageSize
  if (size < expected) await file.truncate(expected)
}

function readMetas(file: FileHandle, path: string): MetaPage {
  const first = readMeta(file.fd, 0, 0)
  checkMeta(first, path)
  const second = readMeta(file.fd, 1, first.pageSize)
  checkMeta(second, path)
  if (second.pageSize !== first.pageSize) throw corrupt(path, 'its first two pages are inconsistent')
  return latestMeta([first, second])
}

function checkMeta({ magic, version, pageSize }: MetaPage, path: string): void {
  if (magic !== MAGIC) throw corrupt(path, 'it does not start like a ledger')
  if (version > DATA_VERSION) {
    throw new RegistryError(
      'storage_version',
      `${path} is in LMDB's format ${version}; this version of utpid reads ${DATA_VERSION}. Upgrade utpid.`,
    )
  }
  if (version < DATA_VERSION || !PAGE_SIZES.includes(pageSize)) throw corrupt(path, 'it does not start like a ledger')
}

function corrupt(path: string, what: string): RegistryError {
  return new RegistryError(
    'storage_corrupt',
    `${path} is damaged: ${what}. Restore the folder from a backup, or import the feeds again into another one.`,
  )
}

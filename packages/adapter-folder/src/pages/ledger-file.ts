import { type FileHandle, open, rm, writeFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { RegistryError } from '@utpid/core'
import { unseal } from '../rows/row-encoding.ts'
import { nameOf } from '../rows/row-keys.ts'
import { turnChecksum } from '../tables/bound-table.ts'
import { DamagedPage, latestMeta, type MetaPage, readMeta } from './page.ts'
import { PageWalk } from './page-walk.ts'

const MAGIC = 0xbeefc0de
const DATA_VERSION = 2
/** Room for some 250 readers; LMDB takes what it finds. */
const READERS_BYTES = 16_384
/** LMDB writes no smaller and no larger pages. */
const PAGE_SIZES: readonly number[] = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768]

/**
 * Looks at an LMDB file before LMDB maps it into memory: LMDB believes what stands there, and
 * on a file that was cut short or changed it ends the process with a signal, or leaves out
 * rows. So all pages are walked once, and the checksums of all rows are tried: what opens is
 * whole. That reads the file from end to end.
 *
 * Bytes that are missing at the end are filled with zeros if nothing lies there.
 *
 * @param tables - Names of the tables that it may have.
 * @returns false when there is no such file.
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
    // LMDB writes numbers as the machine has them; the layout below is that of all common ones.
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
 * Makes the file by which LMDB counts its readers, where there is none. LMDB would make it of
 * nothing but its length and write to it in memory; on a full disk that ends the process with a
 * signal instead of an error.
 *
 * @param path - Of the ledger.
 */
export async function makeReadersFile(path: string): Promise<void> {
  try {
    await writeFile(`${path}-lock`, Buffer.alloc(READERS_BYTES), { flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    // One that was begun and is too short would be taken for whole.
    await rm(`${path}-lock`, { force: true })
    throw error
  }
}

/**
 * Looks at no more than the beginning of an LMDB file and its length: where the index is read from its snapshot, walking
 * all pages would take longer than everything else. Rows are tried when they are read.
 *
 * @returns false when there is none, or when it has to be looked at as {@link checkLedgerFile} does.
 */
export async function beginsWhole(path: string): Promise<boolean> {
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
  new PageWalk(file.fd, meta).run((table, key, value) => {
    const checksum = checksums.get(table)
    if (checksum === undefined) throw corrupt(path, `it has a table ${JSON.stringify(table)}`)
    unseal(turnChecksum(checksum, key, value), () => `Row ${nameOf(key)} of ${table} in ${path}`)
  })
  const expected = (meta.lastPage + 1) * meta.pageSize
  if (size < expected) await file.truncate(expected)
}

function readMetas(file: FileHandle, path: string): MetaPage {
  const first = readMeta(file.fd, 0, 0)
  checkMeta(first, path)
  const second = readMeta(file.fd, 1, first.pageSize)
  checkMeta(second, path)
  if (second.pageSize !== first.pageSize) throw corrupt(path, 'its first two pages contradict each other')
  return latestMeta([first, second])
}

function checkMeta({ magic, version, pageSize }: MetaPage, path: string): void {
  if (magic !== MAGIC) throw corrupt(path, 'it does not begin as a ledger')
  if (version > DATA_VERSION) {
    throw new RegistryError(
      'storage_version',
      `${path} is in LMDB's format ${version}; this version of utpid reads ${DATA_VERSION}. Upgrade utpid.`,
    )
  }
  if (version < DATA_VERSION || !PAGE_SIZES.includes(pageSize)) throw corrupt(path, 'it does not begin as a ledger')
}

function corrupt(path: string, what: string): RegistryError {
  return new RegistryError(
    'storage_corrupt',
    `${path} is damaged: ${what}. Restore the folder from a backup, or import the feeds anew into another one.`,
  )
}

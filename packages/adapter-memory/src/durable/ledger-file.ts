import { open } from 'node:fs/promises'
import { endianness } from 'node:os'
import { RegistryError } from '@utpid/core'

const MAGIC = 0xbeefc0de
const DATA_VERSION = 2
const HEADER_BYTES = 160
const MAGIC_AT = 24
const VERSION_AT = 28
const PAGE_SIZE_AT = 48
const LAST_PAGE_AT = 144

/**
 * Looks at an LMDB file before LMDB maps it into memory: on a file that is cut short, reading
 * the map would end the process with a signal instead of an error. Bytes that are missing are
 * filled with zeros; whether anything that counts was among them, LMDB and the checksums of the
 * rows then find out and say.
 *
 * @returns false when there is no such file.
 * @throws `storage_corrupt`, `storage_version`
 */
export async function checkLedgerFile(path: string): Promise<boolean> {
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (file === undefined) return false
  try {
    const { size } = await file.stat()
    if (size === 0 || endianness() !== 'LE') return size > 0
    const first = await readHeader(file, 0)
    checkHeader(first, path)
    const pageSize = first.readUInt32LE(PAGE_SIZE_AT)
    const second = await readHeader(file, pageSize)
    checkHeader(second, path)
    const lastPage = Math.max(Number(first.readBigUInt64LE(LAST_PAGE_AT)), Number(second.readBigUInt64LE(LAST_PAGE_AT)))
    const expected = (lastPage + 1) * pageSize
    if (size < expected) await file.truncate(expected)
    return true
  } finally {
    await file.close()
  }
}

async function readHeader(file: import('node:fs/promises').FileHandle, at: number): Promise<Buffer> {
  const header = Buffer.alloc(HEADER_BYTES)
  await file.read(header, 0, HEADER_BYTES, at)
  return header
}

function checkHeader(header: Buffer, path: string): void {
  if (header.readUInt32LE(MAGIC_AT) !== MAGIC) {
    throw new RegistryError(
      'storage_corrupt',
      `${path} is damaged: it does not begin as a ledger. Restore it from a backup, or import the feeds anew into another folder.`,
    )
  }
  const version = header.readUInt32LE(VERSION_AT)
  if (version > DATA_VERSION) {
    throw new RegistryError(
      'storage_version',
      `${path} is in LMDB's format ${version}; this version of utpid reads ${DATA_VERSION}. Upgrade utpid.`,
    )
  }
}

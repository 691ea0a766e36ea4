import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { crc32 } from 'node:zlib'
import { RegistryError } from '@utpid/core'
import type { ChangeNumber } from '@utpid/core/storage'
import { SECTION_ALIGNMENT } from '../checkpoint/checkpoint-format.ts'
import type { CheckpointWriter } from '../checkpoint/checkpoint-writer.ts'
import { CHECKPOINT_FILE, syncFolder } from '../folder/registry-folder.ts'
import { commitFailure, storageFailure } from '../folder/storage-failure.ts'
import { abortCheck, flushFile, type OpenFolder, writeBothFirstPages } from '../maintain/maintain-folder.ts'
import type { MaintenanceOptions } from '../maintain/maintenance-options.ts'
import { checkLedgerFile } from '../pages/ledger-file.ts'
import { checkRowCounts, headIn } from '../tables/check-row-counts.ts'
import { openTables, TABLE_NAMES } from '../tables/lmdb-tables.ts'
import { endDraft, startDraft } from './package-draft.ts'
import { encodeTrailer, type PackageInfo } from './package-format.ts'

const PIECE_BYTES = 4_194_304

/**
 * Writes the registry of a folder as a registry package. Other writes may continue. The package contains the ledger as
 * of one change, and an index as of the same or a slightly earlier change. The file appears only when it is complete.
 *
 * @throws `aborted`; `storage_full`; `validation_failed` if the index cannot be written, or for an invalid path.
 */
export async function writePackage(
  opened: OpenFolder,
  file: string,
  options: MaintenanceOptions = {},
): Promise<PackageInfo> {
  const { folder, tables, checkpointWriter } = opened
  const check = abortCheck(options)
  const path = await targetPath(file, folder)
  if (checkpointWriter === undefined) {
    throw new RegistryError(
      'validation_failed',
      "The index of this folder cannot be written to a file. Open the folder without { index: 'plain' }.",
    )
  }
  if (opened.manifest().indexVersion === undefined) {
    throw new RegistryError('validation_failed', `There is no registry in ${folder} yet; open one on it first.`)
  }
  const draft = await startDraft(path)
  let index: FileHandle | undefined
  try {
    index = await openCheckpoint(checkpointWriter, join(folder, CHECKPOINT_FILE))
    check()
    await tables.root.backup(draft, true)
    check()
    await writeBothFirstPages(draft)
    await checkLedgerFile(draft, TABLE_NAMES)
    const change = await checkedChange(draft)
    await rm(`${draft}-lock`, { force: true })
    const bytes = await append(draft, index, check)
    await flushFile(draft)
    check()
    await rename(draft, path)
    await syncFolder(dirname(path))
    return { change, bytes }
  } catch (error) {
    for (const each of [draft, `${draft}-lock`]) await rm(each, { force: true }).catch(() => undefined)
    throw error instanceof RegistryError ? storageFailure(error, folder) : await commitFailure(error, dirname(path))
  } finally {
    endDraft(draft)
    await index?.close()
  }
}

/**
 * Returns the path of the new file, with symbolic links resolved.
 *
 * @throws `validation_failed` if the path is a folder. Also throws it for a path inside the registry's folder, where
 *   the new file could replace another file.
 */
async function targetPath(file: string, folder: string): Promise<string> {
  if (file === '')
    throw new RegistryError('validation_failed', 'The path of the registry package is empty. Give a file name.')
  const given = resolve(file)
  const found = await stat(given).catch(() => undefined)
  if (found !== undefined && !found.isFile()) {
    throw new RegistryError(
      'validation_failed',
      `${given} is not a file. Give the path of the registry package to write.`,
    )
  }
  const parent = dirname(given)
  const path = await realpath(given).catch(async () =>
    join(await realpath(parent).catch(() => parent), basename(given)),
  )
  const place = relative(await realpath(folder), path)
  if (!isAbsolute(place) && place.split(sep)[0] !== '..') {
    throw new RegistryError(
      'validation_failed',
      `${given} is in ${folder}, the folder of the registry. Write the registry package elsewhere.`,
    )
  }
  return path
}

/**
 * Updates the checkpoint and keeps it open. A later checkpoint replaces the file, and may be newer than the copy of the
 * ledger.
 */
async function openCheckpoint(keeper: CheckpointWriter, path: string): Promise<FileHandle> {
  await keeper.write()
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Requests a checkpoint: a new registry without rows has none yet.
  keeper.note(1)
  await keeper.write()
  return await open(path, 'r')
}

/** Checks a copy of a ledger against its row counts and last change. @returns its last change. */
async function checkedChange(path: string): Promise<ChangeNumber> {
  const tables = openTables(path, { isWritable: false })
  try {
    checkRowCounts(tables, false)
    return headIn(tables)
  } finally {
    await tables.root.close()
  }
}

/** Appends the index and the trailer to the ledger. @returns the size of the file in bytes. */
async function append(draft: string, index: FileHandle, check: () => void): Promise<number> {
  const { size: ledgerBytes } = await stat(draft)
  const { size: indexBytes } = await index.stat()
  const indexAt = Math.ceil(ledgerBytes / SECTION_ALIGNMENT) * SECTION_ALIGNMENT
  const to = await open(draft, 'r+')
  try {
    const ledgerChecksum = await checksumOf(to, ledgerBytes, check)
    for (let at = 0; at < indexBytes; ) {
      check()
      const { buffer, bytesRead } = await index.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, at)
      if (bytesRead === 0) throw new Error('The index checkpoint was truncated while it was read.')
      await writeAll(to, buffer.subarray(0, bytesRead), indexAt + at)
      at += bytesRead
    }
    const trailer = encodeTrailer({ ledgerBytes, ledgerChecksum, indexAt, indexBytes })
    await writeAll(to, trailer, indexAt + indexBytes)
    return indexAt + indexBytes + trailer.length
  } finally {
    await to.close()
  }
}

/** Writes all bytes: one system call may write fewer bytes than requested. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
  }
}

/** Returns the CRC-32 of the first bytes of a file. */
export async function checksumOf(file: FileHandle, bytes: number, check: () => void): Promise<number> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  let checksum = 0
  for (let at = 0; at < bytes; ) {
    check()
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, bytes - at), at)
    if (bytesRead === 0) break
    checksum = crc32(piece.subarray(0, bytesRead), checksum)
    at += bytesRead
  }
  return checksum
}

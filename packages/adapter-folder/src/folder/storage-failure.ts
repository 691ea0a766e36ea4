import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type ErrorCode, RegistryError } from '@utpid/core'

const MAP_FULL = -30792
/**
 * MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_INVALID, MDB_CURSOR_FULL, MDB_PAGE_FULL, MDB_INCOMPATIBLE, MDB_BAD_TXN,
 * MDB_BAD_VALSIZE, MDB_PROBLEM and MDB_BAD_CHECKSUM. This package only passes valid keys, values and transactions, so
 * these errors mean an invalid page.
 */
const CORRUPT: readonly number[] = [-30797, -30796, -30793, -30787, -30786, -30784, -30782, -30781, -30779, -30778]
const BAD_TXN = -30782
/** MDB_PANIC: a meta page could not be written, so LMDB rejects all further use of this file in this process. */
const PANIC = -30795
/** ENOSPC, EFBIG and EDQUOT: the file cannot grow. */
const FULL: readonly number[] = [28, 27, 122, MAP_FULL]
/** EPERM, EACCES and EROFS. */
const FORBIDDEN: readonly number[] = [1, 13, 30]
const FORBIDDEN_CODES: readonly unknown[] = ['EPERM', 'EACCES', 'EROFS']
const FULL_TEXT = /no space left|file too large|disk quota|MDB_MAP_FULL/i
const CORRUPT_TEXT =
  /MDB_(CORRUPTED|PAGE_NOTFOUND|INVALID|CURSOR_FULL|PAGE_FULL|INCOMPATIBLE|BAD_TXN|BAD_VALSIZE|PROBLEM|BAD_CHECKSUM)|not an LMDB file|corrupt/i

/** EIO: LMDB also reports it when the disk wrote only part of a page. */
const INPUT_OUTPUT = 5
/** The minimum free space in bytes. With less space, a flush of many pages may fail. */
const MIN_FREE_BYTES = 16_777_216
const PROBE_BYTES = 1_048_576
const REASON_TIMEOUT_MS = 1_000
/**
 * The name of a probe file. It starts like other registry files, so a leftover probe file does not make the folder look
 * foreign.
 */
const PROBE_FILE = 'registry.json.probe'

/** Converts the cause of a failed commit into a registry error. */
export async function commitFailure(error: unknown, folder: string): Promise<RegistryError> {
  const reason = await reasonOf(error)
  if (
    !(reason instanceof RegistryError) &&
    describe(reason).code === INPUT_OUTPUT &&
    ((await isNearlyFull(folder)) || (await isOverQuota(folder)))
  ) {
    return full(reason, folder)
  }
  return storageFailure(reason, folder)
}

/** Waits for the cause. LMDB first rejects a commit, and later rejects a promise with the cause. */
async function reasonOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error
  const reason = Promise.resolve(error.commitError).then(
    () => error,
    (cause: unknown) => cause,
  )
  return await Promise.race([reason, setTimeout(REASON_TIMEOUT_MS, error, { ref: false })])
}

async function isNearlyFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < MIN_FREE_BYTES
  } catch {
    return false
  }
}

/** Returns whether the quota is exceeded. Only a write detects that: the disk itself may have space. */
async function isOverQuota(folder: string): Promise<boolean> {
  const path = join(folder, PROBE_FILE)
  try {
    const file = await open(path, 'w')
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES))
      await file.sync()
    } finally {
      await file.close()
    }
    return false
  } catch (error) {
    return FULL.includes(describe(error).code)
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

/** The error codes that concern a file or row. The folder is added to their messages. */
const FOLDER_ERRORS: readonly ErrorCode[] = ['storage_corrupt', 'storage_version', 'storage_outdated']

/** Converts an error of LMDB or the file system into a registry error that names the folder. */
export function storageFailure(error: unknown, folder: string): RegistryError {
  if (error instanceof RegistryError) return inFolder(error, folder)
  const { code, message } = describe(error)
  if (FULL.includes(code) || FULL_TEXT.test(message)) return full(error, folder)
  if (code === PANIC || /MDB_PANIC/.test(message)) {
    return new RegistryError(
      'unavailable',
      `The registry in ${folder} can no longer be written by this process, because an earlier write to its disk failed (${message}). Close it and open it again. Acknowledged writes are kept.`,
      { cause: error },
    )
  }
  // A RangeError means that LMDB read an impossible length or position.
  if (CORRUPT.includes(code) || CORRUPT_TEXT.test(message) || error instanceof RangeError) {
    return new RegistryError(
      'storage_corrupt',
      `The registry in ${folder} is damaged (${message}). Restore the folder from a backup, or import the feeds again into another one.`,
      { cause: error },
    )
  }
  if (isForbidden(error)) return forbidden(error, folder)
  return new RegistryError('unavailable', `The registry in ${folder} could not be read or written: ${message}.`, {
    cause: error,
  })
}

/**
 * Returns whether LMDB rejects a write because an earlier write of the transaction failed. The earlier error has the
 * cause.
 */
export function isFollowUpError({ cause }: { readonly cause?: unknown }): boolean {
  return cause instanceof Error && (describe(cause).code === BAD_TXN || /MDB_BAD_TXN/.test(cause.message))
}

function inFolder(error: RegistryError, folder: string): RegistryError {
  if (!FOLDER_ERRORS.includes(error.code) || error.message.includes(folder)) return error
  return new RegistryError(error.code, `In ${folder}: ${error.message}`, {
    cause: error,
    details: { ...error.details },
  })
}

export function isForbidden(error: unknown): boolean {
  const text = error instanceof Error && 'code' in error ? error.code : undefined
  return FORBIDDEN.includes(describe(error).code) || FORBIDDEN_CODES.includes(text)
}

export function forbidden(error: unknown, folder: string): RegistryError {
  return new RegistryError(
    'unavailable',
    `${folder} cannot be written by this user. Opening a registry needs write permission for its folder, even for reading. Grant it to this user, or use a copy of the folder.`,
    { cause: error },
  )
}

function full(error: unknown, folder: string): RegistryError {
  return new RegistryError(
    'storage_full',
    `The disk that holds ${folder} is full. This write was not stored. Free some space and repeat it.`,
    { cause: error },
  )
}

function describe(error: unknown): { code: number; message: string } {
  if (!(error instanceof Error)) return { code: 0, message: String(error) }
  const { code, errno } = error as Error & { code?: unknown; errno?: unknown }
  if (typeof code === 'number') return { code, message: error.message }
  return { code: typeof errno === 'number' ? Math.abs(errno) : 0, message: error.message }
}

import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type ErrorCode, RegistryError } from '@utpid/core'

const MAP_FULL = -30792
/**
 * MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_INVALID, MDB_CURSOR_FULL, MDB_PAGE_FULL, MDB_INCOMPATIBLE, MDB_BAD_TXN,
 * MDB_BAD_VALSIZE, MDB_PROBLEM and MDB_BAD_CHECKSUM: keys, values and transactions are made here and fit, so LMDB met a
 * page that says something impossible.
 */
const CORRUPT: readonly number[] = [-30797, -30796, -30793, -30787, -30786, -30784, -30782, -30781, -30779, -30778]
const BAD_TXN = -30782
/** MDB_PANIC: a first page could not be written, so LMDB refuses to go on with this file in this process. */
const PANIC = -30795
/** ENOSPC, EFBIG and EDQUOT: no more bytes can be written to this file. */
const FULL: readonly number[] = [28, 27, 122, MAP_FULL]
/** EPERM, EACCES and EROFS. */
const FORBIDDEN: readonly number[] = [1, 13, 30]
const FORBIDDEN_CODES: readonly unknown[] = ['EPERM', 'EACCES', 'EROFS']
const FULL_TEXT = /no space left|file too large|disk quota|MDB_MAP_FULL/i
const CORRUPT_TEXT =
  /MDB_(CORRUPTED|PAGE_NOTFOUND|INVALID|CURSOR_FULL|PAGE_FULL|INCOMPATIBLE|BAD_TXN|BAD_VALSIZE|PROBLEM|BAD_CHECKSUM)|not an LMDB file|corrupt/i

/** EIO: LMDB says so also when the disk took only a part of a page. */
const INPUT_OUTPUT = 5
/** With less than this a flush of many pages may not fit. */
const LITTLE_SPACE = 16_777_216
const PROBE_BYTES = 1_048_576
const REASON_WITHIN_MS = 1_000
/** Begins as all files of a registry do, so that one which is left behind does not make the folder foreign. */
const PROBE_FILE = 'registry.json.probe'

/** What made a commit fail, as an error of the registry. */
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

/** LMDB rejects a commit at once and gives the reason as a promise that is rejected a moment later. */
async function reasonOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error
  const reason = Promise.resolve(error.commitError).then(
    () => error,
    (cause: unknown) => cause,
  )
  return await Promise.race([reason, setTimeout(REASON_WITHIN_MS, error, { ref: false })])
}

async function isNearlyFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < LITTLE_SPACE
  } catch {
    return false
  }
}

/** A quota is seen by writing only: the disk itself may have room. */
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

/** What is wrong with a file or a row, and so is told with the folder that has it. */
const OF_THE_FOLDER: readonly ErrorCode[] = ['storage_corrupt', 'storage_version', 'storage_outdated']

/** What went wrong below, as an error of the registry that names the folder. */
export function storageFailure(error: unknown, folder: string): RegistryError {
  if (error instanceof RegistryError) return inFolder(error, folder)
  const { code, message } = describe(error)
  if (FULL.includes(code) || FULL_TEXT.test(message)) return full(error, folder)
  if (code === PANIC || /MDB_PANIC/.test(message)) {
    return new RegistryError(
      'unavailable',
      `The registry in ${folder} can no longer be written by this process, since an earlier write to its disk failed (${message}). Close it and open it again; what was acknowledged is kept.`,
      { cause: error },
    )
  }
  // A length or a place that no value has: what was read says something impossible.
  if (CORRUPT.includes(code) || CORRUPT_TEXT.test(message) || error instanceof RangeError) {
    return new RegistryError(
      'storage_corrupt',
      `The registry in ${folder} is damaged (${message}). Restore the folder from a backup, or import the feeds anew into another one.`,
      { cause: error },
    )
  }
  if (isForbidden(error)) return forbidden(error, folder)
  return new RegistryError('unavailable', `The registry in ${folder} could not be read or written: ${message}.`, {
    cause: error,
  })
}

/** Whether LMDB refuses a write since an earlier one of its transaction failed: that one tells the reason. */
export function isOfLostTransaction({ cause }: { readonly cause?: unknown }): boolean {
  return cause instanceof Error && (describe(cause).code === BAD_TXN || /MDB_BAD_TXN/.test(cause.message))
}

function inFolder(error: RegistryError, folder: string): RegistryError {
  if (!OF_THE_FOLDER.includes(error.code) || error.message.includes(folder)) return error
  return new RegistryError(error.code, `In ${folder}: ${error.message}`, {
    cause: error,
    details: { ...error.details },
  })
}

/** Whether the system refuses the right to read or write, rather than failing at it. */
export function isForbidden(error: unknown): boolean {
  const text = error instanceof Error && 'code' in error ? error.code : undefined
  return FORBIDDEN.includes(describe(error).code) || FORBIDDEN_CODES.includes(text)
}

export function forbidden(error: unknown, folder: string): RegistryError {
  return new RegistryError(
    'unavailable',
    `${folder} cannot be written by this user, or only be read. Whoever opens a registry must be able to write its folder, also to read from it; give this user the right to, or use a copy of the folder.`,
    { cause: error },
  )
}

function full(error: unknown, folder: string): RegistryError {
  return new RegistryError(
    'storage_full',
    `The disk that holds ${folder} is full; nothing of this write was kept. Free some space and repeat it.`,
    { cause: error },
  )
}

function describe(error: unknown): { code: number; message: string } {
  if (!(error instanceof Error)) return { code: 0, message: String(error) }
  const { code, errno } = error as Error & { code?: unknown; errno?: unknown }
  if (typeof code === 'number') return { code, message: error.message }
  return { code: typeof errno === 'number' ? Math.abs(errno) : 0, message: error.message }
}

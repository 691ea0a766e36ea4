import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { RegistryError } from '@utpid/core'

const MAP_FULL = -30792
const CORRUPT: readonly number[] = [-30797, -30796, -30795, -30793, -30786]
/** ENOSPC, EFBIG and EDQUOT: no more bytes can be written to this file. */
const FULL: readonly number[] = [28, 27, 122, MAP_FULL]
/** EPERM, EACCES and EROFS. */
const FORBIDDEN: readonly number[] = [1, 13, 30]
const FORBIDDEN_CODES: readonly unknown[] = ['EPERM', 'EACCES', 'EROFS']
const FULL_TEXT = /no space left|file too large|disk quota|MDB_MAP_FULL/i
const CORRUPT_TEXT = /MDB_(CORRUPTED|PAGE_NOTFOUND|PANIC|INVALID)|not an LMDB file|corrupt/i

/** EIO: LMDB says so also when the disk took only a part of a page. */
const INPUT_OUTPUT = 5
/** With less than this a flush of many pages may not fit. */
const LITTLE_SPACE = 16_777_216
const REASON_WITHIN_MS = 1_000

/** What made a commit fail, as an error of the registry. */
export async function commitFailure(error: unknown, folder: string): Promise<RegistryError> {
  const reason = await reasonOf(error)
  if (!(reason instanceof RegistryError) && describe(reason).code === INPUT_OUTPUT && (await isNearlyFull(folder))) {
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

/** What went wrong below, as an error of the registry. */
export function storageFailure(error: unknown, folder: string): RegistryError {
  if (error instanceof RegistryError) return error
  const { code, message } = describe(error)
  if (FULL.includes(code) || FULL_TEXT.test(message)) return full(error, folder)
  if (CORRUPT.includes(code) || CORRUPT_TEXT.test(message)) {
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

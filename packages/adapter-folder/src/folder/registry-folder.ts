import { mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { RegistryError, type ScoringName } from '@utpid/core'
import { LOCK_FILE } from '../lock/process-lock.ts'
import { outdated } from '../rows/row-encoding.ts'
import { forbidden, isForbidden } from './storage-failure.ts'

export const LEDGER_FILE = 'ledger.lmdb'
export const ABOUT_FILE = 'registry.json'
/** The snapshot of the index beside the ledger. */
export const SNAPSHOT_FILE = 'index.snapshot'
/** Where one is being written. */
export const SNAPSHOT_DRAFT: string = `${SNAPSHOT_FILE}.new`
/** What is being loaded, sorted but not in the ledger yet. */
export const LOAD_FOLDER: string = `${LEDGER_FILE}-load`
/** What a service keeps beside the registry. */
export const SERVICE_FOLDER = 'service'

/**
 * Layout of the folder and of the tables in the ledger. In 5 the checksum of a row covers its encoding version, and the
 * ledger says how many rows each table has. A folder of an earlier format is refused.
 */
export const FORMAT_VERSION = 5

/** What `registry.json` says: for people, and to know the folder and its ledger as ours. The ledger holds the same and decides. */
export interface AboutRegistry {
  readonly kind: 'utpid-registry'
  readonly format: number
  /** ISO 8601 UTC. */
  readonly created: string
  /** `INTEGER-CHECKSUM` of the tables that made keys and features. */
  readonly indexVersion?: string
  /** By what its groups were made; the model shipped at the time, at epoch 0, when absent. */
  readonly scoring?: ScoringName
  /** Which of the two sets of derived tables serves; the first when absent. */
  readonly tables?: 'first' | 'second'
  /** In the file only: the ledger is at this change or after it, or it is not the one that was here. */
  readonly change?: number
}

/**
 * Makes sure that a folder is there and is either empty or a registry.
 *
 * @returns its real path.
 * @throws `validation_failed` when it is something else; `unavailable` when this user may not use it.
 */
export async function prepareFolder(folder: string): Promise<string> {
  const path = resolve(folder)
  let names: string[]
  try {
    await makeFolder(path)
    names = await readdir(path)
  } catch (error) {
    if (isForbidden(error)) throw forbidden(error, path)
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const reason = code === 'EEXIST' ? 'it is a file' : error instanceof Error ? error.message : String(error)
    throw new RegistryError(
      'validation_failed',
      `${path} cannot be used as the folder of a registry: ${reason}. Give a folder that this user may read and write.`,
      { cause: error },
    )
  }
  const foreign = names.filter((name) => !isOurs(name))
  if (foreign.length > 0 && !names.includes(ABOUT_FILE) && !names.includes(LEDGER_FILE)) {
    const some = foreign.slice(0, 3).join(', ')
    throw new RegistryError(
      'validation_failed',
      `${path} holds other files (${some}${foreign.length > 3 ? ', ...' : ''}) and no ${ABOUT_FILE}, so it is not a registry. Give a new or an empty folder.`,
    )
  }
  return await realpath(path)
}

/**
 * Reads what the folder says of itself.
 *
 * @returns undefined in a folder that holds no registry yet.
 * @throws `storage_version`, `storage_outdated`, `storage_corrupt`
 */
export async function readAbout(folder: string): Promise<AboutRegistry | undefined> {
  const path = join(folder, ABOUT_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const about = parseAbout(text)
  if (about === undefined) {
    throw new RegistryError(
      'storage_corrupt',
      `${path} is not what utpid wrote. Restore the folder from a backup, or import the feeds anew into another one.`,
    )
  }
  checkFormat(about.format, path)
  return about
}

/** @throws `storage_version` when a newer utpid wrote it; `storage_outdated` when an earlier one did. */
export function checkFormat(format: number, what: string): void {
  if (format === FORMAT_VERSION) return
  if (format < FORMAT_VERSION) throw outdated(`${what} says format ${format}; it`)
  throw new RegistryError(
    'storage_version',
    `${what} says format ${format}; this version of utpid reads up to ${FORMAT_VERSION}. Upgrade utpid to open it.`,
  )
}

/** Writes it beside and puts it in place at once, so that a crash leaves the old or the new one. */
export async function writeAbout(folder: string, about: AboutRegistry): Promise<void> {
  const draft = join(folder, `${ABOUT_FILE}.new`)
  const file = await open(draft, 'w')
  try {
    await file.writeFile(`${JSON.stringify(about, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, ABOUT_FILE))
  await syncFolder(folder)
}

/** Deletes the files of a registry, all but those of its lock. */
export async function removeFiles(folder: string): Promise<void> {
  const names = [ABOUT_FILE, `${ABOUT_FILE}.new`, LEDGER_FILE, `${LEDGER_FILE}-lock`, SNAPSHOT_FILE, SNAPSHOT_DRAFT]
  for (const name of names) await rm(join(folder, name), { force: true })
  await removeDrafts(folder)
  await removeLoad(folder)
  await syncFolder(folder)
}

/** Where a compact ledger is written until it takes the place of the other one. */
export const LEDGER_DRAFT: string = `${LEDGER_FILE}.new`

/** Deletes what a process left that ended while it made a ledger compact. Under the lock of the folder. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of [LEDGER_DRAFT, `${LEDGER_DRAFT}-lock`, `${ABOUT_FILE}.new`]) {
    await rm(join(folder, name), { force: true })
  }
}

/** Deletes what was being loaded. */
export async function removeLoad(folder: string): Promise<void> {
  await rm(join(folder, LOAD_FOLDER), { recursive: true, force: true })
}

/**
 * Flushes which files a folder holds: a file that is flushed itself may still have no name when
 * the power is cut. Windows does not know this.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a folder with all above it, so that they stay made. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === first) return
  }
}

function parseAbout(text: string): AboutRegistry | undefined {
  try {
    const about = JSON.parse(text) as AboutRegistry
    const isOne = about.kind === 'utpid-registry' && Number.isInteger(about.format)
    return isOne && (about.change === undefined || Number.isInteger(about.change)) ? about : undefined
  } catch {
    return undefined
  }
}

const BEGINNINGS: readonly string[] = [LEDGER_FILE, LOCK_FILE, ABOUT_FILE, SNAPSHOT_FILE]

function isOurs(name: string): boolean {
  return name === SERVICE_FOLDER || BEGINNINGS.some((beginning) => name.startsWith(beginning))
}

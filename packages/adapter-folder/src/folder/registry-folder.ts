import { mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { RegistryError } from '@utpid/core'
import type { ModelVersion } from '@utpid/core/storage'
import { LOCK_FILE } from '../lock/process-lock.ts'
import { outdatedFormat } from '../rows/row-encoding.ts'
import { forbidden, isForbidden } from './storage-failure.ts'

export const LEDGER_FILE = 'ledger.lmdb'
export const MANIFEST_FILE = 'registry.json'
/** The file name of the index checkpoint in the folder. */
export const CHECKPOINT_FILE = 'index.checkpoint'
/** The file name of a checkpoint draft. */
export const CHECKPOINT_DRAFT: string = `${CHECKPOINT_FILE}.new`
/** The folder of the sorted rows of a load that are not yet in the ledger. */
export const LOAD_FOLDER: string = `${LEDGER_FILE}-load`
/** The name of the folder of a service's store, inside the folder of the registry. */
export const SERVICE_FOLDER = 'service'

/**
 * The version of the folder layout and of the ledger's tables. Since format 5, the checksum of a row covers its
 * encoding version, and the ledger stores row counts. Since format 6, the ledger stores concordances. Folders of earlier
 * formats are rejected.
 */
export const FORMAT_VERSION = 6

/**
 * The manifest of a registry in `registry.json`. People can read it, and it identifies the folder. The ledger stores
 * the same manifest, which takes precedence.
 */
export interface Manifest {
  readonly kind: 'utpid-registry'
  readonly format: number
  /** The creation time, in ISO 8601 UTC. */
  readonly created: string
  /** The index version of the keys and features, as `INTEGER-CHECKSUM`. */
  readonly indexVersion?: string
  /**
   * The model version of the clusters. Default: the model of the utpid version that created the folder, and
   * term-frequency version 0.
   */
  readonly modelVersion?: ModelVersion
  /** The active set of derived tables. Default: the first set. */
  readonly activeTables?: 'first' | 'second'
  /**
   * Present only in the file. The ledger must be at this change or later; otherwise someone replaced it by an older
   * ledger.
   */
  readonly change?: number
}

/**
 * Creates a folder if missing, and checks that it is empty or a registry.
 *
 * @returns the real path of the folder.
 * @throws `validation_failed` if the folder contains something else; `unavailable` if this user may not use the folder.
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
  const otherFiles = names.filter((name) => !isRegistryFile(name))
  if (otherFiles.length > 0 && !names.includes(MANIFEST_FILE) && !names.includes(LEDGER_FILE)) {
    const some = otherFiles.slice(0, 3).join(', ')
    throw new RegistryError(
      'validation_failed',
      `${path} holds other files (${some}${otherFiles.length > 3 ? ', ...' : ''}) and no ${MANIFEST_FILE}, so it is not a registry. Give a new or an empty folder.`,
    )
  }
  return await realpath(path)
}

/**
 * Reads the manifest file.
 *
 * @returns undefined if the folder contains no registry yet.
 * @throws `storage_version`, `storage_outdated`, `storage_corrupt`
 */
export async function readManifestFile(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const about = parseManifest(text)
  if (about === undefined) {
    throw new RegistryError(
      'storage_corrupt',
      `${path} is not a valid manifest. Restore the folder from a backup, or import the feeds again into another one.`,
    )
  }
  checkFormat(about.format, path)
  return about
}

/**
 * @throws `storage_version` if a newer utpid wrote the format; `storage_outdated` if the format is no longer supported.
 */
export function checkFormat(format: number, what: string): void {
  if (format === FORMAT_VERSION) return
  if (format < FORMAT_VERSION) throw outdatedFormat(`${what} has format ${format}; it`)
  throw new RegistryError(
    'storage_version',
    `${what} has format ${format}, but this version of utpid reads up to ${FORMAT_VERSION}. Upgrade utpid to open it.`,
  )
}

/** Replaces the file atomically: a crash leaves the old or the new file. */
export async function writeManifestFile(folder: string, about: Manifest): Promise<void> {
  const draft = join(folder, `${MANIFEST_FILE}.new`)
  const file = await open(draft, 'w')
  try {
    await file.writeFile(`${JSON.stringify(about, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, MANIFEST_FILE))
  await syncFolder(folder)
}

/** Deletes the files of a registry, except the lock. */
export async function removeFiles(folder: string): Promise<void> {
  const names = [
    MANIFEST_FILE,
    `${MANIFEST_FILE}.new`,
    LEDGER_FILE,
    `${LEDGER_FILE}-lock`,
    CHECKPOINT_FILE,
    CHECKPOINT_DRAFT,
  ]
  for (const name of names) await rm(join(folder, name), { force: true })
  await removeDrafts(folder)
  await removeLoad(folder)
  await syncFolder(folder)
}

/** The file name of a compacted ledger's draft. */
export const LEDGER_DRAFT: string = `${LEDGER_FILE}.new`

/** Deletes drafts of a process that died. Call it under the lock of the folder. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of [LEDGER_DRAFT, `${LEDGER_DRAFT}-lock`, `${MANIFEST_FILE}.new`]) {
    await rm(join(folder, name), { force: true })
  }
}

/** Deletes the files of a load. */
export async function removeLoad(folder: string): Promise<void> {
  await rm(join(folder, LOAD_FOLDER), { recursive: true, force: true })
}

/**
 * Flushes the entries of a folder. Without this flush, a flushed file may lose its name after a power failure. Windows
 * has no such call.
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

/** Creates a folder and its parents, and flushes their entries. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === first) return
  }
}

function parseManifest(text: string): Manifest | undefined {
  try {
    const about = JSON.parse(text) as Manifest
    const isOne = about.kind === 'utpid-registry' && Number.isInteger(about.format)
    return isOne && (about.change === undefined || Number.isInteger(about.change)) ? about : undefined
  } catch {
    return undefined
  }
}

const REGISTRY_PREFIXES: readonly string[] = [LEDGER_FILE, LOCK_FILE, MANIFEST_FILE, CHECKPOINT_FILE]

function isRegistryFile(name: string): boolean {
  return name === SERVICE_FOLDER || REGISTRY_PREFIXES.some((beginning) => name.startsWith(beginning))
}

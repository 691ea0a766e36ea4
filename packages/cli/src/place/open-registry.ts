import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  type CheckpointEvent,
  type DurableStorage,
  type DurableStorageOptions,
  openDurableStorage,
  openPackage,
  withBatchWorkers,
  withReadWorkers,
  withReclusterWorkers,
} from '@utpid/adapter-folder'
import {
  createRegistry,
  defaultSchema,
  type Registry,
  RegistryError,
  type RegistryOptions,
  type Storage,
} from '@utpid/core'
import { unusedParts } from '@utpid/core/copy'
import type { TermFrequencyMode } from '@utpid/core/operations'
import { indexRulesOf } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import { readLines } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Output } from '../io/output.ts'
import { watchFolder } from './folder-watch.ts'
import { noteUnusedParts } from './note-unused-parts.ts'
import { packagePlace } from './package-place.ts'
import type { RegistryRules } from './registry-rules.ts'
import { needsFolder } from './remote/needs-folder.ts'
import { isRemote, remotePlace } from './remote/remote-place.ts'
import { remoteRegistry } from './remote/remote-registry.ts'
import { isAddress, postgresPlace, shownPlace } from './storage-place.ts'
import { withHolder } from './with-holder.ts'

/** The default of `--data`. */
export const DEFAULT_DATA = './utpid-data'

/** Files that mark a folder as a registry. A user may delete the first file to continue from an older ledger. */
const REGISTRY_FILES = ['registry.json', 'ledger.lmdb'] as const

/** With fewer records, comparing them is faster than starting threads. */
const MIN_RECORDS_FOR_THREADS = 10_000

export interface OpenRegistryOptions {
  /** Whether to check every page of the ledger in a folder first. Default: false. */
  readonly walk?: boolean
  /** Whether to create a registry in a folder without one; if false, such a folder is an error. */
  readonly create: boolean
  /** How to open a registry of another index version. Default: reject it. */
  readonly outdated?: RegistryOptions['outdated']
  /** Receives a note about a registry of another index version. */
  readonly notes?: Output | undefined
  /** Number of threads that match batches, for a folder. Default: 0. */
  readonly batchWorkers?: number
  /** Number of threads that answer searches and single matches, for a folder. Default: 0. */
  readonly readWorkers?: number
  /** Number of threads that compare records when a folder is reclustered. Default: 0; not used for few records. */
  readonly reclusterWorkers?: number
  /** Rules of the registry from the user's files. Default: the default rules. */
  readonly rules?: RegistryRules
  /** When the registry counts its words. Default: automatic. */
  readonly termFrequencies?: TermFrequencyMode | undefined
  /** Wraps the opened storage in another storage, which closes it. */
  readonly wrap?: (storage: Storage) => Promise<Storage>
}

/**
 * Options of commands that read all records. Check every page first: otherwise these commands would skip unreadable
 * data in a damaged folder and report success.
 */
export const READ_ALL_OPTIONS = { create: false, walk: true } as const

/** Returns whether a folder has a registry. For a database, only opening it tells. */
export function holdsRegistry(folder: string): boolean {
  if (isAddress(folder) || isRemote(folder) || isFile(folder)) return true
  return REGISTRY_FILES.some((name) => existsSync(join(folder, name)))
}

/**
 * Returns whether a registry's location is a file. A file is opened as a registry package, or rejected.
 *
 * @throws {CliError} for an invalid location, or a location without read permission.
 */
export function isFile(place: string): boolean {
  try {
    return statSync(packagePlace(place).file, { throwIfNoEntry: false })?.isFile() === true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(EXIT.storage, `${shownPlace(place)} cannot be the place of a registry (${code}); use a folder.`)
  }
}

/**
 * Opens the registry in a folder, or read-only in a registry package. Close the registry when done: only one process at
 * a time can have a folder open.
 *
 * @throws {CliError} when there is none and `create` is false.
 * @throws RegistryError The errors of `openDurableStorage` and `createRegistry`.
 */
export async function openRegistry(
  folder: string,
  {
    create,
    walk = false,
    outdated = 'reject',
    notes,
    batchWorkers = 0,
    readWorkers = 0,
    reclusterWorkers = 0,
    rules = {},
    termFrequencies,
    wrap,
  }: OpenRegistryOptions,
): Promise<Registry> {
  if (isRemote(folder)) return remoteRegistry(remotePlace(folder))
  if (!create && !isAddress(folder) && !holdsRegistry(folder)) throw noRegistry(folder)
  let storage = await openStorage(folder, { create, walk, notes })
  try {
    if (wrap !== undefined) storage = await wrap(storage)
    // Yielding lets Ctrl-C and progress output run during long computations.
    const registry = await createRegistry({
      storage,
      gazetteer: loadGazetteer(),
      yield: async () => void (await setImmediate()),
      outdated,
      ...defined({ termFrequencies }),
      ...rules,
    })
    const { version } = indexRulesOf(rules.schema ?? defaultSchema)
    const { indexVersion = version } = await storage.ledger.head()
    const hasNotice = notes !== undefined && (await noteUnusedParts(await unusedParts(storage, rules.schema), notes))
    if (indexVersion !== version && !hasNotice) {
      await notes?.line(
        `utpid: the registry in ${shownPlace(folder)} has index version ${indexVersion}, but this version of utpid and its schema need ${version}. Reading works; matching and importing need "utpid reindex".`,
      )
    }
    // Threads cannot use an outdated registry.
    if (isAddress(folder) || isFile(folder) || outdated === 'open') return registry
    const threads = {
      module: workerRegistryModule(),
      onWorkerExit: (why: string) => void notes?.line(`utpid: a worker thread ended: ${why}`),
    }
    let threaded = registry
    if (batchWorkers > 0) threaded = withBatchWorkers(threaded, storage, { ...threads, workers: batchWorkers })
    if (readWorkers > 0) threaded = await withReadWorkers(threaded, storage, { ...threads, workers: readWorkers })
    if (reclusterWorkers > 0 && ((await storage.ledger.counters()).get('records') ?? 0) >= MIN_RECORDS_FOR_THREADS) {
      threaded = withReclusterWorkers(threaded, storage, { ...threads, workers: reclusterWorkers })
    }
    return threaded
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Returns the module next to this source file, or next to the built command. */
function workerRegistryModule(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../worker-registry.ts', import.meta.url)
    : new URL('./worker-registry.js', import.meta.url)
}

/**
 * Opens the storage of a registry: a folder, a registry package, or a schema of a database.
 *
 * @throws {CliError} when `create` is false and a database has no registry, and when `create` is true for a file.
 * @throws RegistryError The errors of `openDurableStorage` and `openPostgresStorage`.
 */
export async function openStorage(
  place: string,
  { create, walk = false, notes }: Pick<OpenRegistryOptions, 'create' | 'walk' | 'notes'>,
): Promise<Storage> {
  if (isRemote(place)) throw needsFolder('This command')
  if (isFile(place)) {
    if (create) {
      throw usageError(
        `${shownPlace(place)} is a file, which is read-only even if it is a registry package. Use the folder of a registry, or a new folder.`,
      )
    }
    return await openPackageAt(place, notes)
  }
  if (!isAddress(place)) {
    const onMergeFailure = (why: string): void => void notes?.line(`utpid: an index merge failed: ${why}`)
    const onDamage = (why: string): void =>
      void notes?.line(`utpid: ${why} Run "utpid check --data ${shownPlace(place)}".`)
    return await openFolder(place, { verify: walk, ...folderNotes(place, notes), onMergeFailure, onDamage })
  }
  // Loaded on demand: most registries are folders.
  const { openPostgresStorage } = await import('@utpid/adapter-postgres')
  const storage = await openPostgresStorage({ ...postgresPlace(place), create }).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'not_found') throw noRegistry(place)
    throw error
  })
  if (create) return storage
  const { change, indexVersion } = await storage.ledger.head()
  if (change > 0 || indexVersion !== undefined) return storage
  await storage.close()
  throw noRegistry(place)
}

/**
 * @param place - A registry package, optionally with deltas, which are applied first.
 * @throws The errors of `openPackage`, and those of `RegistryPackage.apply` with the name of the delta.
 */
async function openPackageAt(place: string, notes: Output | undefined): Promise<Storage> {
  const { file, deltas } = packagePlace(place)
  const opened = await openPackage(file, { onCheckpoint: checkpointNotes(notes) })
  for (const delta of deltas) {
    try {
      await opened.apply(readLines(delta))
    } catch (error) {
      await opened.close()
      if (!(error instanceof RegistryError)) throw error
      throw new RegistryError(error.code, `${delta} cannot be applied to ${file}: ${error.message}`, {
        cause: error,
        details: { ...error.details },
      })
    }
  }
  return opened
}

/** @throws The errors of `openDurableStorage`. If a service has the folder open, the error contains its address. */
async function openFolder(folder: string, options: DurableStorageOptions): Promise<DurableStorage> {
  // If the pages were checked first, damage was already reported, and no watching is needed.
  if (options.verify !== true) watchFolder(folder)
  try {
    return await openDurableStorage(folder, options)
  } catch (error) {
    throw await withHolder(error, folder)
  }
}

/**
 * Opens the folder of a registry for work on its files, after a check of every page of its ledger.
 *
 * @param damaged - How to open a folder that has lost rows. Default: it is rejected.
 * @throws {CliError} for any location except a folder with a registry. Other errors are those of `openDurableStorage`.
 */
export async function openMaintained(
  place: string,
  notes: Output,
  { damaged = 'refuse' }: Pick<DurableStorageOptions, 'damaged'> = {},
): Promise<DurableStorage> {
  if (isRemote(place)) throw needsFolder('This command')
  if (isAddress(place)) throw usageError('A database manages its own files; use a folder.')
  if (isFile(place)) throw usageError(`${shownPlace(place)} is a file; use the folder of a registry.`)
  if (!holdsRegistry(place)) throw noRegistry(place)
  return await openFolder(place, { verify: true, damaged, ...folderNotes(place, notes) })
}

/** Returns notes about a folder while it is opened. */
function folderNotes(
  folder: string,
  notes: Output | undefined,
): Pick<DurableStorageOptions, 'onCheckpoint' | 'onUncleanShutdown'> {
  return {
    onCheckpoint: checkpointNotes(notes),
    onUncleanShutdown: ({ pid, since }) =>
      void notes?.line(
        `utpid: process ${pid}, which had ${shownPlace(folder)} open since ${since}, ended without closing it. Acknowledged changes are kept. If nobody stopped it, run "utpid check --data ${shownPlace(folder)}": its ledger may be damaged.`,
      ),
  }
}

/** Reports why an index checkpoint cannot be used or written. This affects only the speed. */
function checkpointNotes(notes: Output | undefined): (event: CheckpointEvent) => void {
  return (event) => {
    if (event.kind === 'rejected' || event.kind === 'failed') void notes?.line(`utpid: ${event.message}`)
  }
}

function noRegistry(place: string): CliError {
  return new CliError(
    EXIT.storage,
    `There is no registry in ${shownPlace(place)}; create one with "utpid import FILE --supplier ID"${isAddress(place) ? ', or name another with --storage' : ' or "utpid demo", or name its folder with --data'}.`,
  )
}

/**
 * Opens the registry in a folder for operations that use no blocking keys. Another index version gives only a note, so
 * that the registry can be read and backed up before a reindex.
 *
 * @throws The errors of {@link openRegistry}.
 */
export function openForReading(
  folder: string,
  notes: Output | undefined,
  rules: RegistryRules = {},
): Promise<Registry> {
  return openRegistry(folder, { create: false, outdated: 'open', notes, rules })
}

/**
 * Opens a registry like {@link openForReading}, but first checks every page of the folder's ledger, so that a copy is
 * complete.
 *
 * @throws The errors of {@link openRegistry}.
 */
export function openForCopying(
  folder: string,
  notes: Output | undefined,
  rules: RegistryRules = {},
): Promise<Registry> {
  return openRegistry(folder, { ...READ_ALL_OPTIONS, outdated: 'open', notes, rules })
}

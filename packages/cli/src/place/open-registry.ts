import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  type DurableStorage,
  type DurableStorageOptions,
  openDurableStorage,
  openSnapshot,
  type SnapshotEvent,
  withBatchWorkers,
  withReadWorkers,
  withRegroupWorkers,
} from '@utpid/adapter-folder'
import {
  createRegistry,
  INDEX_VERSION_TEXT,
  type Registry,
  RegistryError,
  type RegistryOptions,
  type Storage,
} from '@utpid/core'
import { readLines } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Output } from '../io/output.ts'
import { watchFolder } from './folder-watch.ts'
import { needsFolder } from './remote/needs-folder.ts'
import { isRemote, remotePlace } from './remote/remote-place.ts'
import { RemoteRegistry } from './remote/remote-registry.ts'
import { snapshotPlace } from './snapshot-place.ts'
import { isAddress, postgresPlace, shownPlace } from './storage-place.ts'
import { withHolder } from './with-holder.ts'

/** Where a registry lives unless `--data` says otherwise. */
export const DEFAULT_DATA = './utpid-data'

/** Files by which a folder is known as a registry; the first may be deleted to go on from an older ledger. */
const KNOWN_BY = ['registry.json', 'ledger.lmdb'] as const

/** Fewer records are compared sooner than threads have begun. */
const COMPARED_ON_THREADS = 10_000

export interface OpenRegistryOptions {
  /** Whether every page of the ledger in a folder is tried first; false unless given. */
  readonly walk?: boolean
  /** Begins a registry in a folder that holds none; false: that is an error. */
  readonly create: boolean
  /** What becomes of a registry of another index version; it is refused unless given. */
  readonly outdated?: RegistryOptions['outdated']
  /** Is told of such a one. */
  readonly notes?: Output | undefined
  /** So many threads match batches of a folder; 0 unless given. */
  readonly batchWorkers?: number
  /** So many threads answer searches and single matches of a folder; 0 unless given. */
  readonly readWorkers?: number
  /** So many threads compare the records of a folder when it is regrouped; 0 unless given, and where records are few. */
  readonly regroupWorkers?: number
  /** Makes another storage of the one that was opened, which closes it. */
  readonly wrapped?: (storage: Storage) => Promise<Storage>
}

/**
 * Of commands that read all records anyway. Every page is tried first: they would pass over what they do not read, and say that
 * a damaged folder was done.
 */
export const READING_ALL = { create: false, walk: true } as const

/** Whether a folder holds a registry; a database is asked when it is opened. */
export function holdsRegistry(folder: string): boolean {
  if (isAddress(folder) || isRemote(folder) || isFile(folder)) return true
  return KNOWN_BY.some((name) => existsSync(join(folder, name)))
}

/**
 * What is no folder is the snapshot of a registry, or refused as none.
 *
 * @throws {CliError} for a place that cannot be, or that this user may not look at.
 */
export function isFile(place: string): boolean {
  try {
    return statSync(snapshotPlace(place).file, { throwIfNoEntry: false })?.isFile() === true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(EXIT.storage, `${shownPlace(place)} cannot be the place of a registry (${code}); give a folder.`)
  }
}

/**
 * Opens the registry in a folder, or for reading in a snapshot. Close it when done: one process at a time has a folder
 * open.
 *
 * @throws {CliError} when there is none and `create` is false.
 * @throws RegistryError as `openDurableStorage` and `createRegistry` do.
 */
export async function openRegistry(
  folder: string,
  {
    create,
    walk = false,
    outdated = 'refuse',
    notes,
    batchWorkers = 0,
    readWorkers = 0,
    regroupWorkers = 0,
    wrapped,
  }: OpenRegistryOptions,
): Promise<Registry> {
  if (isRemote(folder)) return new RemoteRegistry(remotePlace(folder))
  if (!create && !isAddress(folder) && !holdsRegistry(folder)) throw noRegistry(folder)
  let storage = await openStorage(folder, { create, walk, notes })
  try {
    if (wrapped !== undefined) storage = await wrapped(storage)
    // Giving way lets Ctrl-C and progress through during long computing.
    const registry = await createRegistry({
      storage,
      gazetteer: loadGazetteer(),
      yield: async () => void (await setImmediate()),
      outdated,
    })
    const { indexVersion = INDEX_VERSION_TEXT } = await storage.ledger.head()
    if (indexVersion !== INDEX_VERSION_TEXT) {
      await notes?.line(
        `utpid: the registry in ${shownPlace(folder)} is of index version ${indexVersion}, this is ${INDEX_VERSION_TEXT}. What is asked is answered; matching and importing need "utpid reindex".`,
      )
    }
    // Threads refuse what is outdated.
    if (isAddress(folder) || isFile(folder) || outdated === 'open') return registry
    const threads = {
      module: workerRegistryModule(),
      onThreadLost: (why: string) => void notes?.line(`utpid: a thread that answers ended: ${why}`),
    }
    let threaded = registry
    if (batchWorkers > 0) threaded = withBatchWorkers(threaded, storage, { ...threads, workers: batchWorkers })
    if (readWorkers > 0) threaded = await withReadWorkers(threaded, storage, { ...threads, workers: readWorkers })
    if (regroupWorkers > 0 && ((await storage.ledger.counters()).get('records') ?? 0) >= COMPARED_ON_THREADS) {
      threaded = withRegroupWorkers(threaded, storage, { ...threads, workers: regroupWorkers })
    }
    return threaded
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Beside this file, as it stands; or beside the built command. */
function workerRegistryModule(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../worker-registry.ts', import.meta.url)
    : new URL('./worker-registry.js', import.meta.url)
}

/**
 * Opens the storage of a registry: a folder, a snapshot, or a schema of a database.
 *
 * @throws {CliError} when a database holds none and `create` is false; for a file when it is true.
 * @throws RegistryError as `openDurableStorage` and `openPostgresStorage` do.
 */
export async function openStorage(
  place: string,
  { create, walk = false, notes }: Pick<OpenRegistryOptions, 'create' | 'walk' | 'notes'>,
): Promise<Storage> {
  if (isRemote(place)) throw needsFolder('This command')
  if (isFile(place)) {
    if (create) {
      throw new CliError(
        EXIT.usage,
        `${shownPlace(place)} is a file, which takes no writes: at best it is a snapshot. Give the folder of a registry, or a new one.`,
      )
    }
    return await openShipped(place, notes)
  }
  if (!isAddress(place)) {
    const onMergeThreadLost = (why: string): void => void notes?.line(`utpid: a merge of the index was lost: ${why}`)
    const onDamage = (why: string): void =>
      void notes?.line(`utpid: ${why} Run "utpid check --data ${shownPlace(place)}".`)
    return await openFolder(place, { walk, ...folderNotes(place, notes), onMergeThreadLost, onDamage })
  }
  // Loaded when it is asked for: most registries are folders.
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
 * @param place - A file, perhaps with deltas, which are applied before it answers.
 * @throws as `openSnapshot`; as `RegistrySnapshot.apply`, with which delta it was.
 */
async function openShipped(place: string, notes: Output | undefined): Promise<Storage> {
  const { file, deltas } = snapshotPlace(place)
  const snapshot = await openSnapshot(file, { onSnapshot: snapshotNotes(notes) })
  for (const delta of deltas) {
    try {
      await snapshot.apply(readLines(delta))
    } catch (error) {
      await snapshot.close()
      if (!(error instanceof RegistryError)) throw error
      throw new RegistryError(error.code, `${delta} is not applied to ${file}: ${error.message}`, {
        cause: error,
        details: { ...error.details },
      })
    }
  }
  return snapshot
}

/** @throws as `openDurableStorage`; of a folder that is being served, with where. */
async function openFolder(folder: string, options: DurableStorageOptions): Promise<DurableStorage> {
  // One that is tried first is damaged afterwards, if ever.
  if (options.walk !== true) watchFolder(folder)
  try {
    return await openDurableStorage(folder, options)
  } catch (error) {
    throw await withHolder(error, folder)
  }
}

/**
 * Opens the folder of a registry for work on its files, when every page of its ledger was tried.
 *
 * @param damaged - What becomes of one that has lost rows; refused unless given.
 * @throws {CliError} for anything but a folder that holds one; as `openDurableStorage` does.
 */
export async function openMaintained(
  place: string,
  notes: Output,
  { damaged = 'refuse' }: Pick<DurableStorageOptions, 'damaged'> = {},
): Promise<DurableStorage> {
  if (isRemote(place)) throw needsFolder('This command')
  if (isAddress(place)) throw new CliError(EXIT.usage, 'A database looks after its files itself; give a folder.')
  if (isFile(place)) throw new CliError(EXIT.usage, `${shownPlace(place)} is a file; give the folder of a registry.`)
  if (!holdsRegistry(place)) throw noRegistry(place)
  return await openFolder(place, { walk: true, damaged, ...folderNotes(place, notes) })
}

/** What is said of a folder while it is opened. */
function folderNotes(
  folder: string,
  notes: Output | undefined,
): Pick<DurableStorageOptions, 'onSnapshot' | 'onUnclosed'> {
  return {
    onSnapshot: snapshotNotes(notes),
    onUnclosed: ({ pid, since }) =>
      void notes?.line(
        `utpid: process ${pid}, which had ${shownPlace(folder)} open since ${since}, ended without closing it. What was acknowledged is kept. If nobody stopped it, run "utpid check --data ${shownPlace(folder)}": its ledger may be damaged.`,
      ),
  }
}

/** Says what keeps a snapshot from being used, or from being written: only speed hangs on it. */
function snapshotNotes(notes: Output | undefined): (event: SnapshotEvent) => void {
  return (event) => {
    if (event.kind === 'refused' || event.kind === 'failed') void notes?.line(`utpid: ${event.message}`)
  }
}

function noRegistry(place: string): CliError {
  return new CliError(
    EXIT.storage,
    `There is no registry in ${shownPlace(place)}; make one with "utpid import FILE --supplier ID"${isAddress(place) ? ', or name another with --storage' : ' or "utpid demo", or name its folder with --data'}.`,
  )
}

/**
 * Opens the registry in a folder for what needs no keys: also one of another index version, which is said. So it can
 * be looked at and backed up before it is reindexed.
 *
 * @throws as {@link openRegistry}
 */
export function openForReading(folder: string, notes: Output | undefined): Promise<Registry> {
  return openRegistry(folder, { create: false, outdated: 'open', notes })
}

/**
 * As {@link openForReading}, when every page of the ledger in a folder was tried: what is copied is to be whole.
 *
 * @throws as {@link openRegistry}
 */
export function openForCopying(folder: string, notes: Output | undefined): Promise<Registry> {
  return openRegistry(folder, { ...READING_ALL, outdated: 'open', notes })
}

import { availableParallelism } from 'node:os'
import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Replica, ReplicaOptions, ReplicaProgress, ReplicaState } from '@utpid/core'
import { replica } from '@utpid/core/copy'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Io } from '../io/io.ts'
import type { Output } from '../io/output.ts'
import { watchFolder } from '../place/folder-watch.ts'
import { openRegistry } from '../place/open-registry.ts'
import { isAddress } from '../place/storage-place.ts'
import { whole } from '../text/number-text.ts'

/** For the thread that answers, and for what the engine does beside it: on fewer processors threads only get in its way. */
const PROCESSORS_KEPT = 2
/** More threads for reading than this have hardly more to do. */
const READ_WORKERS_MOST = 4

/** A registry as it is served. */
export interface ServedRegistry {
  readonly registry: Registry
  /** How far its copy is; absent where it answers from its storage itself. */
  readonly replica?: () => ReplicaState
}

/** What is served, and by how much. */
export interface ServedOptions {
  readonly isReplica: boolean
  /** Where its copy is kept; it ends with the process unless given. */
  readonly replicaFolder?: string | undefined
  /** Threads that match batches, where there is a folder; two less than processors unless given. */
  readonly batchWorkers?: number | undefined
  /** Threads that answer searches and matches, where there is a folder; half as many as processors, up to 4, unless given. */
  readonly readWorkers?: number | undefined
}

/**
 * Opens what is to be served; with a replica when its copy is whole.
 *
 * @throws {CliError} for a replica of a folder, which answers from memory anyhow.
 */
export async function openServed(
  place: string,
  {
    isReplica,
    replicaFolder,
    batchWorkers = Math.max(0, availableParallelism() - PROCESSORS_KEPT),
    readWorkers = Math.min(READ_WORKERS_MOST, Math.floor(availableParallelism() / 2)),
  }: ServedOptions,
  { stderr: notes, signal }: Pick<Io, 'stderr' | 'signal'>,
): Promise<ServedRegistry> {
  if (!isReplica) return { registry: await openRegistry(place, { create: true, notes, batchWorkers, readWorkers }) }
  if (!isAddress(place)) {
    throw new CliError(
      EXIT.usage,
      'A folder is answered from memory anyhow: leave --replica (UTPID_REPLICA) and --replica-folder (UTPID_REPLICA_FOLDER) out.',
    )
  }
  let copy: Replica | undefined
  const opening = openRegistry(place, {
    create: true,
    notes,
    wrapped: async (primary) => {
      copy = await replica({
        primary,
        local: await localOf(replicaFolder, notes),
        onProgress: copyNotes(notes),
        onAnew: (why) => void said(notes, `The copy is made anew: ${why}`),
      })
      return copy
    },
  })
  const registry = await beforeAbort(opening, signal)
  return { registry, replica: () => (copy as Replica).state() }
}

/** What makes the storage that a replica answers from. */
async function localOf(folder: string | undefined, notes: Output): Promise<ReplicaOptions['local']> {
  // Columns are nothing to collect: of objects by the million the garbage collector holds every answer up for a second.
  if (folder === undefined) return () => createMemoryStorage({ index: 'segments' })
  const { replicaFolder } = await import('@utpid/adapter-folder')
  watchFolder(folder, true)
  return replicaFolder(folder, {
    onRefusedCopy: (why) => void said(notes, `The copy in ${folder} is made anew: ${why}`),
  })
}

/** Tells of every tenth: a log is no place for a bar. */
function copyNotes(notes: Output): (progress: ReplicaProgress) => void {
  let told = 0
  return ({ rows, total, writing, following }) => {
    const { done, all } = following ?? writing ?? { done: rows, all: total }
    const stage = following !== undefined ? 2 : writing !== undefined ? 1 : 0
    const tenth = stage * 10 + (all === 0 ? 0 : Math.floor((10 * done) / all))
    if (tenth > told && done < all) {
      const [so, of] = [whole(done), whole(all)]
      const texts = [
        `${so} of ${of} records and products are copied.`,
        `The copy is written: ${so} of ${of} rows.`,
        `The copy follows: ${so} of ${of} changes that came since.`,
      ]
      void said(notes, texts[stage] as string)
    }
    // One that is made anew begins from the front; what there is to follow grows, and no tenth of it is told twice.
    told = following === undefined ? tenth : Math.max(told, tenth)
  }
}

/** Nobody reads it: that is no reason to end. */
async function said(notes: Output, text: string): Promise<void> {
  await notes.line(`utpid: ${text}`).catch(() => undefined)
}

/** A copy may take minutes: whoever ends the process does not wait for it. */
async function beforeAbort(opening: Promise<Registry>, signal: AbortSignal): Promise<Registry> {
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([opening, aborted])
  } catch (error) {
    void opening.then(
      (registry) => registry.close(),
      () => undefined,
    )
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

import { availableParallelism } from 'node:os'
import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry } from '@utpid/core'
import type { Replica, ReplicaOptions, ReplicaProgress, ReplicaState } from '@utpid/core/copy'
import { replica } from '@utpid/core/copy'
import type { TermFrequencyMode } from '@utpid/core/operations'
import { usageError } from '../errors/cli-error.ts'
import type { Io } from '../io/io.ts'
import type { Output } from '../io/output.ts'
import { watchFolder } from '../place/folder-watch.ts'
import { openRegistry } from '../place/open-registry.ts'
import type { RegistryRules } from '../place/registry-rules.ts'
import { isAddress } from '../place/storage-place.ts'
import { whole } from '../text/number-text.ts'

/**
 * Processors reserved for the main thread and for background work of the JavaScript engine. Without them, additional
 * threads only slow down the service.
 */
const RESERVED_PROCESSORS = 2
/** Maximum number of read threads. More threads have almost no effect. */
const MAX_READ_WORKERS = 4

/** A registry to serve. */
export interface ServedRegistry {
  readonly registry: Registry
  /** State of the replica; absent when the registry answers from its own storage. */
  readonly replica?: () => ReplicaState
}

/** Options of {@link openServed}. */
export interface ServedOptions {
  readonly isReplica: boolean
  /** Folder for the local copy. Default: the copy is in memory and ends with the process. */
  readonly replicaFolder?: string | undefined
  /** Threads that match batches, for a folder. Default: two less than the processors. */
  readonly batchWorkers?: number | undefined
  /** Threads that answer searches and matches, for a folder. Default: half of the processors, up to 4. */
  readonly readWorkers?: number | undefined
  /** Rules of the registry from the user's files. */
  readonly rules?: RegistryRules | undefined
  /** When the registry counts its words. Default: automatic. */
  readonly termFrequencies?: TermFrequencyMode | undefined
}

/**
 * Opens a registry to serve. With a replica, waits until its copy is complete.
 *
 * @throws {CliError} for a replica of a folder, which already answers from memory.
 */
export async function openServed(
  place: string,
  {
    isReplica,
    replicaFolder,
    batchWorkers = Math.max(0, availableParallelism() - RESERVED_PROCESSORS),
    readWorkers = Math.min(MAX_READ_WORKERS, Math.floor(availableParallelism() / 2)),
    rules = {},
    termFrequencies,
  }: ServedOptions,
  { stderr: notes, signal }: Pick<Io, 'stderr' | 'signal'>,
): Promise<ServedRegistry> {
  if (!isReplica) {
    return {
      registry: await openRegistry(place, { create: true, notes, batchWorkers, readWorkers, rules, termFrequencies }),
    }
  }
  if (!isAddress(place)) {
    throw usageError(
      'A folder is already served from memory: omit --replica (UTPID_REPLICA) and --replica-folder (UTPID_REPLICA_FOLDER).',
    )
  }
  let copy: Replica | undefined
  const opening = openRegistry(place, {
    create: true,
    notes,
    rules,
    termFrequencies,
    wrap: async (primary) => {
      copy = await replica({
        primary,
        local: await replicaStorage(replicaFolder, notes),
        onProgress: copyNotes(notes),
        onReplaced: (why) => void writeNote(notes, `The copy is created again: ${why}`),
      })
      return copy
    },
  })
  const registry = await untilAbort(opening, signal)
  return { registry, replica: () => (copy as Replica).state() }
}

/** Returns a function that creates the replica's storage. */
async function replicaStorage(folder: string | undefined, notes: Output): Promise<ReplicaOptions['local']> {
  // Columns need no garbage collection. With millions of objects, the garbage collector would block every answer for a
  // second.
  if (folder === undefined) return () => createMemoryStorage({ index: 'segments' })
  const { replicaFolder } = await import('@utpid/adapter-folder')
  watchFolder(folder, true)
  return replicaFolder(folder, {
    onRejectedCopy: (why) => void writeNote(notes, `The copy in ${folder} is created again: ${why}`),
  })
}

/** Logs each tenth of the progress, since a log cannot show a progress bar. */
function copyNotes(notes: Output): (progress: ReplicaProgress) => void {
  let lastTenth = 0
  return ({ rows, total, writing, following }) => {
    const { done, all } = following ?? writing ?? { done: rows, all: total }
    const stage = following !== undefined ? 2 : writing !== undefined ? 1 : 0
    const tenth = stage * 10 + (all === 0 ? 0 : Math.floor((10 * done) / all))
    if (tenth > lastTenth && done < all) {
      const [doneText, totalText] = [whole(done), whole(all)]
      const texts = [
        `Copying: ${doneText} of ${totalText} records and products.`,
        `Writing the copy: ${doneText} of ${totalText} rows.`,
        `Catching up: ${doneText} of ${totalText} changes since the copy.`,
      ]
      void writeNote(notes, texts[stage] as string)
    }
    // A repeated copy starts from 0 again. While following, the total of changes grows, so each tenth is logged only
    // once.
    lastTenth = following === undefined ? tenth : Math.max(lastTenth, tenth)
  }
}

/** Writes a note. If the output is closed, the service continues. */
async function writeNote(notes: Output, text: string): Promise<void> {
  await notes.line(`utpid: ${text}`).catch(() => undefined)
}

/** Rejects when the signal aborts: a copy may take minutes, and stopping the process must not wait for it. */
async function untilAbort(opening: Promise<Registry>, signal: AbortSignal): Promise<Registry> {
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

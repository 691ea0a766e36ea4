import { defined } from '../../model/defined.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Commit } from '../../storage/commit.ts'
import type { Generation, GenerationPlan } from '../../storage/generation.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ReplicaCopy } from './replica-copy.ts'
import { ReplicaFollower, type ReplicaState } from './replica-follower.ts'
import type { ReplicaOptions } from './replica-options.ts'
import { replicaIndex, replicaLedger } from './replica-reads.ts'

/** A storage that reads from a local copy and writes to a primary. */
export interface Replica extends Storage {
  /** Returns the state of the replica, which shows how far it has followed its primary. */
  state(): ReplicaState
  /**
   * Waits until reads of the replica include a change of the primary. So a caller can read a write of another process.
   *
   * @throws `closed`
   */
  waitFor(change: ChangeNumber): Promise<void>
}

const DEFAULT_POLL_MS = 1_000
const MAX_POLL_MS = 3_600_000

/**
 * Opens a replica, which is a copy of all rows of the primary. The change feed keeps the replica up to date. The rows
 * stay unchanged, so nothing is computed again. The promise resolves when the copy is complete, even during concurrent
 * writes. If the local storage has a copy from an earlier process, the replica reads only later changes.
 *
 * Reads use the copy; counters, words and the change feed come from the primary. A commit goes to the primary, and
 * resolves when reads of the replica see it. Closing the replica also closes the primary.
 *
 * @throws `validation_failed` for a wrong option; any error of the primary.
 */
export async function replica(options: ReplicaOptions): Promise<Replica> {
  const { pollMilliseconds = DEFAULT_POLL_MS } = options
  if (!(pollMilliseconds >= 1 && pollMilliseconds <= MAX_POLL_MS)) {
    throw validationError(`pollMilliseconds is ${pollMilliseconds}; give 1 to ${MAX_POLL_MS} ms.`)
  }
  const follower = new ReplicaFollower(options, pollMilliseconds)
  await follower.start()
  return storageOf(follower, options.primary)
}

/** Returns the storage of a replica. Reads use the copy; everything else uses the primary. */
function storageOf(follower: ReplicaFollower, primary: Storage): Replica {
  const current = (): ReplicaCopy => follower.current()
  const ledger = replicaLedger(current, primary.ledger, (commit) => follower.commit(commit))
  const { beginLoad: _, onChange, withWriteLease, place, ...capable } = primary
  const followAfter = async (work: Promise<unknown>): Promise<void> => {
    await work
    await follower.follow()
  }
  return {
    capabilities: { ...capable.capabilities, exactTotals: current().storage.capabilities.exactTotals },
    ...defined({ place }),
    ledger,
    index: replicaIndex(current),
    setIndexVersion: (indexVersion) => followAfter(primary.setIndexVersion(indexVersion)),
    setModelVersion: (modelVersion, rows) => followAfter(primary.setModelVersion(modelVersion, rows)),
    setNextChange: (change) => followAfter(primary.setNextChange(change)),
    ...(onChange === undefined ? {} : { onChange: (listener) => onChange.call(primary, listener) }),
    ...(withWriteLease === undefined
      ? {}
      : { withWriteLease: <T>(work: () => Promise<T>) => withWriteLease.call(primary, work) as Promise<T> }),
    beginGeneration: async (plan: GenerationPlan) => visibleAfterSwap(follower, await primary.beginGeneration(plan)),
    resumeGeneration: async () => {
      const generation = await primary.resumeGeneration()
      return generation === undefined ? undefined : visibleAfterSwap(follower, generation)
    },
    close: () => follower.close(),
    state: () => follower.state(),
    waitFor: (change) => follower.waitFor(change),
  }
}

function visibleAfterSwap(follower: ReplicaFollower, generation: Generation): Generation {
  return new Proxy(generation, {
    get: (target, name) => {
      if (name === 'swap') {
        return async (commit: Commit) => {
          const result = await target.swap(commit)
          await follower.waitUntilVisible(result.change)
          return result
        }
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

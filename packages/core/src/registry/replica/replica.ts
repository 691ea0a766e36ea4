import { RegistryError } from '../../model/registry-error.ts'
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
  /** Returns how far it has followed. */
  state(): ReplicaState
  /**
   * Resolves when a change of the primary is visible here, so that a caller can read a write made elsewhere.
   *
   * @throws `closed`
   */
  waitFor(change: ChangeNumber): Promise<void>
}

const POLL_MILLISECONDS = 1_000
const POLL_MILLISECONDS_MOST = 3_600_000

/**
 * Opens a replica: a copy of everything in the primary, kept up to date by its change feed. Rows are copied as they
 * are, so that nothing is computed again. It resolves when the copy is complete, whatever is written meanwhile. If the
 * local storage has a copy from an earlier process, only later changes are read.
 *
 * Reads use the copy; counters, words and the change feed come from the primary. A commit goes to the primary and
 * resolves when it is visible here. Closing the replica closes the primary too.
 *
 * @throws `validation_failed` for a wrong option; any error of the primary.
 */
export async function replica(options: ReplicaOptions): Promise<Replica> {
  const { pollMilliseconds = POLL_MILLISECONDS } = options
  if (!(pollMilliseconds >= 1 && pollMilliseconds <= POLL_MILLISECONDS_MOST)) {
    throw new RegistryError(
      'validation_failed',
      `pollMilliseconds is ${pollMilliseconds}; give 1 to ${POLL_MILLISECONDS_MOST} ms.`,
    )
  }
  const follower = new ReplicaFollower(options, pollMilliseconds)
  await follower.begin()
  return storageOf(follower, options.primary)
}

/** Returns the storage of a replica: reads use the copy, the rest the primary. */
function storageOf(follower: ReplicaFollower, primary: Storage): Replica {
  const present = (): ReplicaCopy => follower.present()
  const ledger = replicaLedger(present, primary.ledger, (commit) => follower.commit(commit))
  const { beginLoad: _, onChange, turn, place, ...capable } = primary
  const shown = async (work: Promise<unknown>): Promise<void> => {
    await work
    await follower.follow()
  }
  return {
    capabilities: { ...capable.capabilities, exactTotals: present().storage.capabilities.exactTotals },
    ...(place === undefined ? {} : { place }),
    ledger,
    index: replicaIndex(present),
    setIndexVersion: (indexVersion) => shown(primary.setIndexVersion(indexVersion)),
    setScoring: (scoring, rows) => shown(primary.setScoring(scoring, rows)),
    continueAfter: (change) => shown(primary.continueAfter(change)),
    ...(onChange === undefined ? {} : { onChange: (listener) => onChange.call(primary, listener) }),
    ...(turn === undefined ? {} : { turn: <T>(work: () => Promise<T>) => turn.call(primary, work) as Promise<T> }),
    beginGeneration: async (plan: GenerationPlan) => shownOnSwitch(follower, await primary.beginGeneration(plan)),
    resumeGeneration: async () => {
      const generation = await primary.resumeGeneration()
      return generation === undefined ? undefined : shownOnSwitch(follower, generation)
    },
    close: () => follower.close(),
    state: () => follower.state(),
    waitFor: (change) => follower.waitFor(change),
  }
}

function shownOnSwitch(follower: ReplicaFollower, generation: Generation): Generation {
  return new Proxy(generation, {
    get: (target, name) => {
      if (name === 'switchTo') {
        return async (commit: Commit) => {
          const result = await target.switchTo(commit)
          await follower.shown(result.change)
          return result
        }
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

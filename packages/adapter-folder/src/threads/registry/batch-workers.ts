import { availableParallelism } from 'node:os'
import { LIMITS, type MatchOptions, type MatchResult, type Registry, type Storage } from '@utpid/core'
import type { MapBatchOptions } from '@utpid/core/operations'
import { areOptionsPlain, isPlainData } from './is-plain-data.ts'
import type { ThreadOptions } from './thread-options.ts'
import { openThreads, type Threads } from './threads.ts'
import type { RegistryView } from './worker-message.ts'
import type { WorkerThread } from './worker-thread.ts'

/** The minimum number of inputs. With fewer inputs, matching on this thread is faster than sending them. */
const MIN_INPUTS = 20
/** The number of inputs per request to a thread. It is small enough to let all threads end at about the same time. */
const INPUTS_PER_REQUEST = 250

/**
 * Returns a registry that matches batches on other threads. The results are the same: a batch sees all earlier writes.
 * Other calls are unchanged. The threads start with the first batch, and end when the registry closes.
 *
 * @param registry - A registry that is opened on the storage.
 * @param storage - The storage of a folder, with its index in segments.
 * @throws `validation_failed` for another storage, a schema without a module, or an invalid option.
 */
export function withBatchWorkers(
  registry: Registry,
  storage: Storage,
  { workers = availableParallelism(), ...options }: ThreadOptions,
): Registry {
  // Selects only the candidates: matching needs no other part of the index.
  const threads = openThreads(
    storage,
    registry.scorer().schema,
    { ...options, workers },
    { partsOf: ({ keys }) => ({ keys, terms: [] }) },
  )
  const batches = new BatchWorkers(registry, threads)
  const close = async (): Promise<void> => {
    await threads.end()
    await registry.close()
  }
  return {
    ...registry,
    mapBatch: (inputs, given) => batches.mapBatch(inputs, given),
    close,
    [Symbol.asyncDispose]: close,
  }
}

class BatchWorkers {
  readonly #registry: Registry
  readonly #threads: Threads
  #next = 0

  constructor(registry: Registry, threads: Threads) {
    this.#registry = registry
    this.#threads = threads
  }

  async mapBatch(inputs: readonly unknown[], given: MapBatchOptions = {}): Promise<MatchResult[]> {
    const { signal, onProgress, ...options } = given ?? {}
    const isMany = Array.isArray(inputs) && inputs.length >= MIN_INPUTS && inputs.length <= LIMITS.inputsPerBatch
    // This thread rejects invalid input. It also matches input that structured cloning would change.
    const isSupported = isMany && areOptionsPlain(given, 'signal', 'onProgress') && isPlainData(inputs)
    const view = isSupported && !this.#threads.isEnded && signal?.aborted !== true ? this.#currentView() : undefined
    if (view === undefined) return await this.#registry.mapBatch(inputs, given)
    const slices: (readonly unknown[])[] = []
    for (let from = 0; from < inputs.length; from += INPUTS_PER_REQUEST)
      slices.push(inputs.slice(from, from + INPUTS_PER_REQUEST))
    const results: (readonly MatchResult[])[] = []
    let answered = 0
    let at = 0
    const threads = this.#threads.running()
    const work = async (thread: WorkerThread): Promise<void> => {
      for (let place = at++; place < slices.length; place = at++) {
        if (signal?.aborted === true) return
        const slice = slices[place] as readonly unknown[]
        try {
          results[place] = await this.#matchSlice(thread, view, slice, options)
          answered += slice.length
          onProgress?.(answered)
        } catch (error) {
          // Stops the remaining slices.
          at = slices.length
          throw error
        }
      }
    }
    const wanted = Math.min(threads.length, slices.length)
    const chosen = Array.from({ length: wanted }, () => threads[this.#next++ % threads.length] as WorkerThread)
    const all = await Promise.allSettled(chosen.map(work))
    for (const each of all) if (each.status === 'rejected') throw each.reason
    // Throws the usual error for an aborted call.
    if (signal?.aborted === true) return await this.#registry.mapBatch(inputs, given)
    return results.flat()
  }

  async #matchSlice(
    thread: WorkerThread,
    view: RegistryView,
    inputs: readonly unknown[],
    options: MatchOptions,
  ): Promise<readonly MatchResult[]> {
    // Another batch may have sent a later view, which is also usable. If a thread cannot open the view, its requests
    // fail.
    if (thread.view === undefined || thread.view.id < view.id) void thread.sendView(view)
    const shown = thread.view as RegistryView
    const answered = await thread.ask({ inputs, options })
    const isPresent = 'results' in answered && this.#threads.isCurrent(shown)
    if (isPresent && this.#isComplete(answered.results, shown)) return answered.results
    return await this.#registry.mapBatch(inputs, options)
  }

  /** Returns false if a product of the results was removed: rows may be newer than the view. */
  #isComplete(results: readonly MatchResult[], { change }: RegistryView): boolean {
    if (this.#threads.change === change) return true
    return results.every(({ utpid, decision, matches }) =>
      utpid === null ? decision !== 'review' || matches.length > 0 : matches.some((match) => match.utpid === utpid),
    )
  }

  /** Returns a current view; undefined if writes are so frequent that no view is current. */
  #currentView(): RegistryView | undefined {
    const { view, change, isMerged } = this.#threads
    const present = view?.change === change && this.#threads.isCurrent(view) ? view : undefined
    return present === undefined || isMerged ? (this.#threads.freezeView() ?? present) : present
  }
}

import { availableParallelism } from 'node:os'
import {
  LIMITS,
  type MapBatchOptions,
  type MatchOptions,
  type MatchResult,
  type Registry,
  type Storage,
} from '@utpid/core'
import { areOptionsPlain, isPlainData } from './is-plain-data.ts'
import type { ThreadOptions } from './thread-options.ts'
import { openThreads, type Threads } from './threads.ts'
import type { RegistryView } from './worker-message.ts'
import type { WorkerThread } from './worker-thread.ts'

/** Fewer inputs are matched sooner than they are handed over. */
const INPUTS_LEAST = 20
/** A thread is given so many at a time: small enough that all end at about the same moment. */
const INPUTS_AT_ONCE = 250

/**
 * A registry whose batches are matched on other threads, with the same answers: what was written before a batch is asked
 * is seen by it. Everything else is done as before. The threads are begun with the first batch; closing the registry ends them.
 *
 * @param registry - Opened on the storage.
 * @param storage - Of a folder, with its index in segments.
 * @throws `validation_failed` for another storage or a wrong option.
 */
export function withBatchWorkers(
  registry: Registry,
  storage: Storage,
  { workers = availableParallelism(), ...options }: ThreadOptions,
): Registry {
  // Candidates are all that a match asks of the index.
  const threads = openThreads(storage, { ...options, workers }, { partsOf: ({ keys }) => ({ keys, terms: [] }) })
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
    const isMany = Array.isArray(inputs) && inputs.length >= INPUTS_LEAST && inputs.length <= LIMITS.inputsPerBatch
    // What is refused is refused here, and what a thread would be given otherwise than it is, is matched here.
    const isUsual = isMany && areOptionsPlain(given, 'signal', 'onProgress') && isPlainData(inputs)
    const view = isUsual && !this.#threads.isEnded && signal?.aborted !== true ? this.#presentView() : undefined
    if (view === undefined) return await this.#registry.mapBatch(inputs, given)
    const slices: (readonly unknown[])[] = []
    for (let from = 0; from < inputs.length; from += INPUTS_AT_ONCE)
      slices.push(inputs.slice(from, from + INPUTS_AT_ONCE))
    const results: (readonly MatchResult[])[] = []
    let answered = 0
    let at = 0
    const threads = this.#threads.present()
    const work = async (thread: WorkerThread): Promise<void> => {
      for (let place = at++; place < slices.length; place = at++) {
        if (signal?.aborted === true) return
        const slice = slices[place] as readonly unknown[]
        try {
          results[place] = await this.#answer(thread, view, slice, options)
          answered += slice.length
          onProgress?.(answered)
        } catch (error) {
          // Nobody wants the rest.
          at = slices.length
          throw error
        }
      }
    }
    const wanted = Math.min(threads.length, slices.length)
    const chosen = Array.from({ length: wanted }, () => threads[this.#next++ % threads.length] as WorkerThread)
    const all = await Promise.allSettled(chosen.map(work))
    for (const each of all) if (each.status === 'rejected') throw each.reason
    // Says why, as it would have before.
    if (signal?.aborted === true) return await this.#registry.mapBatch(inputs, given)
    return results.flat()
  }

  async #answer(
    thread: WorkerThread,
    view: RegistryView,
    inputs: readonly unknown[],
    options: MatchOptions,
  ): Promise<readonly MatchResult[]> {
    // Another batch may have shown it a later one, which will do. One that cannot be opened fails what is asked of it.
    if (thread.view === undefined || thread.view.id < view.id) void thread.show(view)
    const shown = thread.view as RegistryView
    const answered = await thread.ask({ inputs, options })
    const isPresent = 'results' in answered && this.#threads.goesOnFrom(shown)
    if (isPresent && this.#isWhole(answered.results, shown)) return answered.results
    return await this.#registry.mapBatch(inputs, options)
  }

  /** Rows are read as they are now: a product that its view knows may be gone. */
  #isWhole(results: readonly MatchResult[], { change }: RegistryView): boolean {
    if (this.#threads.change === change) return true
    return results.every(({ utpid, decision, matches }) =>
      utpid === null ? decision !== 'review' || matches.length > 0 : matches.some((match) => match.utpid === utpid),
    )
  }

  /** Undefined while more is written than views are worth taking of. */
  #presentView(): RegistryView | undefined {
    const { view, change, isMerged } = this.#threads
    const present = view?.change === change && this.#threads.goesOnFrom(view) ? view : undefined
    return present === undefined || isMerged ? (this.#threads.takeView() ?? present) : present
  }
}

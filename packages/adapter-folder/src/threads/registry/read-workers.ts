import type { MatchResult, Registry, Storage } from '@utpid/core'
import type { MapBatchOptions } from '@utpid/core/operations'
import { areOptionsPlain, isPlainData } from './is-plain-data.ts'
import type { ThreadOptions } from './thread-options.ts'
import { openThreads, type Threads } from './threads.ts'
import { CHANGES_WALKED, type Read, type RegistryView, ROWS_FOLLOWED_MOST } from './worker-message.ts'
import type { WorkerThread } from './worker-thread.ts'

/**
 * Requests per thread before further queries are answered on this thread. Not less: answering queries here delays
 * requests and responses, which leaves the threads idle.
 */
const WAITING_MOST = 16
/** Maximum inputs of a small batch. A client that maps many inputs in slices should not queue them among queries. */
const INPUTS_MOST = 4

/**
 * Returns a registry that answers searches, lists, single matches and small batches on other threads, so that they do
 * not block other calls. Results are the same: a query sees all earlier writes. While many queries wait for the
 * threads, further ones are answered on this thread. The threads end when the registry closes.
 *
 * @param registry - Opened on the storage.
 * @param storage - Storage of a folder, with its index in segments.
 * @param options - Default for `workers`: 1.
 * @returns when the threads are ready, after some seconds, or when they have failed to start.
 * @throws `validation_failed` for another storage or an invalid option.
 */
export async function withReadWorkers(
  registry: Registry,
  storage: Storage,
  { workers = 1, ...options }: ThreadOptions,
): Promise<Registry> {
  const threads = openThreads(storage, { ...options, workers }, { partsOf: (captured) => captured })
  const reads = new ReadWorkers(threads)
  await reads.begin()
  const close = async (): Promise<void> => {
    await threads.end()
    await registry.close()
  }
  return {
    ...registry,
    search: (text, given) => reads.answer('search', text, given, () => registry.search(text, given)),
    list: (text, given) => reads.answer('list', text, given, () => registry.list(text, given)),
    match: (input, given) => reads.answer('match', input, given, () => registry.match(input, given)),
    mapBatch: (inputs, given) => reads.mapBatch(inputs, given, registry),
    close,
    [Symbol.asyncDispose]: close,
  }
}

class ReadWorkers {
  readonly #threads: Threads
  /** Ready threads, with the view that they have opened. */
  #ready = new WeakMap<WorkerThread, RegistryView>()
  /** A view that its threads can no longer follow. */
  #outdated: RegistryView | undefined

  constructor(threads: Threads) {
    this.#threads = threads
  }

  async begin(): Promise<void> {
    const view = this.#threads.takeView()
    if (view !== undefined) await Promise.all(this.#threads.present().map((thread) => this.#show(thread, view)))
  }

  /** Sends a small batch as one request. */
  async mapBatch(
    inputs: readonly unknown[],
    given: MapBatchOptions | undefined,
    registry: Registry,
  ): Promise<MatchResult[]> {
    const isFew = Array.isArray(inputs) && inputs.length > 0 && inputs.length <= INPUTS_MOST
    if (!isFew || !areOptionsPlain(given, 'signal', 'onProgress')) return await registry.mapBatch(inputs, given)
    const { onProgress, ...options } = given ?? {}
    if (onProgress !== undefined && typeof onProgress !== 'function') return await registry.mapBatch(inputs, given)
    const results = await this.answer('mapBatch', inputs, options, () => registry.mapBatch(inputs, options))
    // Throws the usual error for an aborted call.
    if (options.signal?.aborted === true) return await registry.mapBatch(inputs, given)
    onProgress?.(results.length)
    return results
  }

  /** @param here - Answers on this thread. */
  async answer<Answer extends Awaited<ReturnType<Registry[Read]>>>(
    read: Read,
    question: unknown,
    given: object | null | undefined,
    here: () => Promise<Answer>,
  ): Promise<Answer> {
    const { signal, ...options } = (given ?? {}) as { signal?: AbortSignal; facets?: unknown }
    // Facet columns are expensive to build on each thread. Invalid calls are rejected on this thread.
    const isUsual = signal?.aborted !== true && options.facets === undefined
    const isPlain = isUsual && areOptionsPlain(given, 'signal') && isPlainData(question)
    const thread = isPlain && !this.#threads.isEnded ? this.#presentThread() : undefined
    if (thread === undefined) return await here()
    const view = thread.view as RegistryView
    const answered = await thread.ask({ read, given: [question, options] })
    // If the registry was rebuilt meanwhile, the thread may have read removed rows.
    if (!this.#threads.goesOnFrom(view)) return await here()
    if ('result' in answered) {
      if (answered.rowsSince > ROWS_FOLLOWED_MOST) this.#outdated = view
      return answered.result as Answer
    }
    if ('outdated' in answered && thread.view === view) {
      this.#outdated = view
      // No other thread can follow this view either.
      this.#ready = new WeakMap()
    }
    return await here()
  }

  /** Returns the ready thread with the fewest pending requests. */
  #presentThread(): WorkerThread | undefined {
    let { view } = this.#threads
    const isOld = view === undefined || view === this.#outdated || !this.#threads.goesOnFrom(view)
    if (isOld || this.#threads.isMerged) {
      view = this.#threads.takeView() ?? view
    }
    if (view === undefined) return undefined
    let chosen: WorkerThread | undefined
    for (const thread of this.#threads.present()) {
      if (thread.view !== view) void this.#show(thread, view)
      if (this.#ready.get(thread) !== view || thread.isLost || thread.waiting >= WAITING_MOST) continue
      if (chosen === undefined || thread.waiting < chosen.waiting) chosen = thread
    }
    return chosen !== undefined && this.#threads.goesOnFrom(view) ? chosen : undefined
  }

  /** Until the view is opened, queries are answered on this thread. A thread that only has to follow stays ready. */
  async #show(thread: WorkerThread, view: RegistryView): Promise<void> {
    const before = this.#ready.get(thread)
    const isNear = before !== undefined && view.change - before.change <= CHANGES_WALKED
    if (isNear && this.#threads.goesOnFrom(before)) this.#ready.set(thread, view)
    else this.#ready.delete(thread)
    if ((await thread.show(view)) && thread.view === view) this.#ready.set(thread, view)
  }
}

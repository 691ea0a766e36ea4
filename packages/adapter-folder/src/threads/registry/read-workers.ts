import type { MatchResult, Registry, Storage } from '@utpid/core'
import type { MapBatchOptions } from '@utpid/core/operations'
import { areOptionsPlain, isPlainData } from './is-plain-data.ts'
import type { ThreadOptions } from './thread-options.ts'
import { openThreads, type Threads } from './threads.ts'
import { MAX_CHANGES_BETWEEN_VIEWS, MAX_ROWS_FOLLOWED, type Read, type RegistryView } from './worker-message.ts'
import type { WorkerThread } from './worker-thread.ts'

/**
 * The maximum number of pending requests per thread. This thread answers further queries. A lower limit would leave the
 * threads idle, since queries on this thread delay requests and responses.
 */
const MAX_PENDING = 16
/** The maximum number of inputs in a small batch. Larger batches should not delay queries. */
const MAX_INPUTS = 4

/**
 * Returns a registry that answers searches, single matches and small batches on other threads, so that they do
 * not block other calls. Results are the same: a query sees all earlier writes. While many queries wait for the
 * threads, this thread answers further ones. The threads end when the registry closes.
 *
 * @param registry - A registry that is opened on the storage.
 * @param storage - The storage of a folder, with its index in segments.
 * @param options - The options; the default of `workers` is 1.
 * @returns when the threads are ready, after some seconds, or when they have failed to start.
 * @throws `validation_failed` for another storage, a schema without a module, or an invalid option.
 */
export async function withReadWorkers(
  registry: Registry,
  storage: Storage,
  { workers = 1, ...options }: ThreadOptions,
): Promise<Registry> {
  const threads = openThreads(
    storage,
    registry.scorer().schema,
    { ...options, workers },
    { partsOf: (captured) => captured },
  )
  const reads = new ReadWorkers(threads)
  await reads.start()
  const close = async (): Promise<void> => {
    await threads.end()
    await registry.close()
  }
  return {
    ...registry,
    search: (text, givenOptions) =>
      reads.answer('search', text, givenOptions, () => registry.search(text, givenOptions)),
    match: (input, givenOptions) =>
      reads.answer('match', input, givenOptions, () => registry.match(input, givenOptions)),
    mapBatch: (inputs, givenOptions) => reads.mapBatch(inputs, givenOptions, registry),
    close,
    [Symbol.asyncDispose]: close,
  }
}

class ReadWorkers {
  readonly #threads: Threads
  /** For each ready thread: the view that it has opened. */
  #ready = new WeakMap<WorkerThread, RegistryView>()
  /** A view that threads can no longer update. */
  #outdated: RegistryView | undefined

  constructor(threads: Threads) {
    this.#threads = threads
  }

  async start(): Promise<void> {
    const view = this.#threads.freezeView()
    if (view !== undefined) await Promise.all(this.#threads.running().map((thread) => this.#sendView(thread, view)))
  }

  async mapBatch(
    inputs: readonly unknown[],
    givenOptions: MapBatchOptions | undefined,
    registry: Registry,
  ): Promise<MatchResult[]> {
    const isFew = Array.isArray(inputs) && inputs.length > 0 && inputs.length <= MAX_INPUTS
    if (!isFew || !areOptionsPlain(givenOptions, 'signal', 'onProgress'))
      return await registry.mapBatch(inputs, givenOptions)
    const { onProgress, ...options } = givenOptions ?? {}
    if (onProgress !== undefined && typeof onProgress !== 'function')
      return await registry.mapBatch(inputs, givenOptions)
    const results = await this.answer('mapBatch', inputs, options, () => registry.mapBatch(inputs, options))
    // Throws the usual error for an aborted call.
    if (options.signal?.aborted === true) return await registry.mapBatch(inputs, givenOptions)
    onProgress?.(results.length)
    return results
  }

  /** @param here - Runs the query on this thread. */
  async answer<Answer extends Awaited<ReturnType<Registry[Read]>>>(
    read: Read,
    query: unknown,
    givenOptions: object | null | undefined,
    here: () => Promise<Answer>,
  ): Promise<Answer> {
    const { signal, ...options } = (givenOptions ?? {}) as { signal?: AbortSignal; facets?: unknown }
    // This thread runs queries with facets, since facet columns are expensive to build. It also rejects invalid calls.
    const isSupported = signal?.aborted !== true && options.facets === undefined
    const isPlain = isSupported && areOptionsPlain(givenOptions, 'signal') && isPlainData(query)
    const thread = isPlain && !this.#threads.isEnded ? this.#leastBusyThread() : undefined
    if (thread === undefined) return await here()
    const view = thread.view as RegistryView
    const answered = await thread.ask({ read, given: [query, options] })
    // Runs the query here if the registry was rebuilt meanwhile: the thread may have read removed rows.
    if (!this.#threads.isCurrent(view)) return await here()
    if ('result' in answered) {
      if (answered.rowsSince > MAX_ROWS_FOLLOWED) this.#outdated = view
      return answered.result as Answer
    }
    if ('outdated' in answered && thread.view === view) {
      this.#outdated = view
      // Marks all threads as not ready, since they cannot update this view either.
      this.#ready = new WeakMap()
    }
    return await here()
  }

  /** Returns the ready thread with the fewest pending requests. */
  #leastBusyThread(): WorkerThread | undefined {
    let { view } = this.#threads
    const isOld = view === undefined || view === this.#outdated || !this.#threads.isCurrent(view)
    if (isOld || this.#threads.isMerged) {
      view = this.#threads.freezeView() ?? view
    }
    if (view === undefined) return undefined
    let chosen: WorkerThread | undefined
    for (const thread of this.#threads.running()) {
      if (thread.view !== view) void this.#sendView(thread, view)
      if (this.#ready.get(thread) !== view || thread.hasExited || thread.pending >= MAX_PENDING) continue
      if (chosen === undefined || thread.pending < chosen.pending) chosen = thread
    }
    return chosen !== undefined && this.#threads.isCurrent(view) ? chosen : undefined
  }

  /**
   * Sends a view to a thread. Until the thread has opened its first view, the main thread runs its queries. A thread
   * that only has to apply changes stays ready.
   */
  async #sendView(thread: WorkerThread, view: RegistryView): Promise<void> {
    const before = this.#ready.get(thread)
    const isNear = before !== undefined && view.change - before.change <= MAX_CHANGES_BETWEEN_VIEWS
    if (isNear && this.#threads.isCurrent(before)) this.#ready.set(thread, view)
    else this.#ready.delete(thread)
    if ((await thread.sendView(view)) && thread.view === view) this.#ready.set(thread, view)
  }
}

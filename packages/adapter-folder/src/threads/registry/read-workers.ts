import type { MapBatchOptions, MatchResult, Registry, Storage } from '@utpid/core'
import { areOptionsPlain, isPlainData } from './is-plain-data.ts'
import type { ThreadOptions } from './thread-options.ts'
import { openThreads, type Threads } from './threads.ts'
import { CHANGES_WALKED, type Read, type RegistryView, ROWS_FOLLOWED_MOST } from './worker-message.ts'
import type { WorkerThread } from './worker-thread.ts'

/**
 * So many questions wait for a thread before others are answered here. Not few: whoever hands out questions and answers falls
 * behind when it answers by itself, and the threads then have nothing to do.
 */
const WAITING_MOST = 16
/** Of more inputs a batch is none of few: who maps many slice by slice would have them wait among questions. */
const INPUTS_MOST = 4

/**
 * A registry whose searches, lists, single matches and batches of a few inputs are answered by other threads, so that whoever asks something else does not wait
 * for them. The answers are the same: what was written before a question is seen by it. While many questions wait for the threads, others
 * are answered here as before. Closing the registry ends them.
 *
 * @param registry - Opened on the storage.
 * @param storage - Of a folder, with its index in segments.
 * @param options - Of `workers`, one unless given.
 * @returns When the threads are ready, which takes some seconds; also when they cannot be.
 * @throws `validation_failed` for another storage or a wrong option.
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
  /** Threads with the view that they have opened. */
  #ready = new WeakMap<WorkerThread, RegistryView>()
  /** A view that its threads cannot go on from. */
  #outdated: RegistryView | undefined

  constructor(threads: Threads) {
    this.#threads = threads
  }

  async begin(): Promise<void> {
    const view = this.#threads.takeView()
    if (view !== undefined) await Promise.all(this.#threads.present().map((thread) => this.#show(thread, view)))
  }

  /** A few inputs are one question. */
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
    // Says why, as it would have before.
    if (options.signal?.aborted === true) return await registry.mapBatch(inputs, given)
    onProgress?.(results.length)
    return results
  }

  /** @param here - Answers without a thread. */
  async answer<Answer extends Awaited<ReturnType<Registry[Read]>>>(
    read: Read,
    question: unknown,
    given: object | null | undefined,
    here: () => Promise<Answer>,
  ): Promise<Answer> {
    const { signal, ...options } = (given ?? {}) as { signal?: AbortSignal; facets?: unknown }
    // Facets are counted in columns that are dear to make. What is refused is refused here.
    const isUsual = signal?.aborted !== true && options.facets === undefined
    const isPlain = isUsual && areOptionsPlain(given, 'signal') && isPlainData(question)
    const thread = isPlain && !this.#threads.isEnded ? this.#presentThread() : undefined
    if (thread === undefined) return await here()
    const view = thread.view as RegistryView
    const answered = await thread.ask({ read, given: [question, options] })
    // What it read may be gone where the registry was made anew meanwhile.
    if (!this.#threads.goesOnFrom(view)) return await here()
    if ('result' in answered) {
      if (answered.rowsSince > ROWS_FOLLOWED_MOST) this.#outdated = view
      return answered.result as Answer
    }
    if ('outdated' in answered && thread.view === view) {
      this.#outdated = view
      // What this one cannot follow no other can.
      this.#ready = new WeakMap()
    }
    return await here()
  }

  /** The one for which the fewest wait. */
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

  /** Until it is opened, what is asked is answered here; where it only goes on, it goes on answering. */
  async #show(thread: WorkerThread, view: RegistryView): Promise<void> {
    const before = this.#ready.get(thread)
    const isNear = before !== undefined && view.change - before.change <= CHANGES_WALKED
    if (isNear && this.#threads.goesOnFrom(before)) this.#ready.set(thread, view)
    else this.#ready.delete(thread)
    if ((await thread.show(view)) && thread.view === view) this.#ready.set(thread, view)
  }
}

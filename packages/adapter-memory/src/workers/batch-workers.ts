import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import {
  LIMITS,
  type MapBatchOptions,
  type MatchOptions,
  type MatchResult,
  type Registry,
  RegistryError,
  type Storage,
} from '@utpid/core'
import { folderOf } from '../durable/durable-storage.ts'
import type { OpenFolder } from '../durable/maintain-folder.ts'
import { LEDGER_FILE } from '../durable/registry-folder.ts'
import { isPlainData } from './is-plain-data.ts'
import type { Answered, BatchWorkerSetUp, RegistryView, Said, Told } from './worker-message.ts'

/** How batches are matched on other threads. */
export interface BatchWorkersOptions {
  /**
   * A module that exports `openBatchRegistry(storage)`: it opens a registry on a storage, with the gazetteer, model and
   * format of the one that batches are asked of. Each thread imports it.
   */
  readonly module: URL | string
  /** Threads: 1 to 64; unless given as many as the machine runs at once. They are begun with the first batch. */
  readonly workers?: number
  /**
   * Told why a thread ended that nobody ended: its inputs are matched here, and another one is begun with the next batch, twenty
   * times at most. Nobody is told unless given.
   */
  readonly onThreadLost?: (message: string) => void
}

const WORKERS_MOST = 64
/** A module that cannot be loaded ends every thread: to begin ever more of them would only cost. */
const LOST_MOST = 20
/** Fewer inputs are matched sooner than they are handed over. */
const INPUTS_LEAST = 20
/** A thread is given so many at a time: small enough that all end at about the same moment. */
const INPUTS_AT_ONCE = 250
/** A view of what was written is taken no more often: it makes a segment of the index of it. */
const VIEW_MILLISECONDS = 250

/**
 * A registry whose batches are matched on other threads, with the same answers: what was written before a batch is asked
 * is seen by it. Everything else is done as before. Closing it ends the threads.
 *
 * @param registry - Opened on the storage.
 * @param storage - Of a folder, with its index in segments.
 * @throws `validation_failed` for another storage or a wrong option.
 */
export function withBatchWorkers(registry: Registry, storage: Storage, options: BatchWorkersOptions): Registry {
  const { workers: count = availableParallelism(), module, onThreadLost } = options
  const folder = folderOf(storage)
  if (folder?.index.serving.capture === undefined) {
    throw new RegistryError(
      'validation_failed',
      "Threads read the index of a folder, in segments; give its storage, opened without { index: 'plain' }.",
    )
  }
  if (!(Number.isInteger(count) && count >= 1 && count <= WORKERS_MOST)) {
    throw new RegistryError('validation_failed', `workers is ${count}; give 1 to ${WORKERS_MOST} threads.`)
  }
  const workers = new BatchWorkers(registry, folder, count, String(module), onThreadLost ?? (() => undefined))
  const close = async (): Promise<void> => {
    await workers.end()
    await registry.close()
  }
  return {
    ...registry,
    mapBatch: (inputs, given) => workers.mapBatch(inputs, given),
    close,
    [Symbol.asyncDispose]: close,
  }
}

class BatchWorkers {
  readonly #registry: Registry
  readonly #folder: OpenFolder
  readonly #setUp: BatchWorkerSetUp
  readonly #count: number
  readonly #onThreadLost: (message: string) => void
  #threads: BatchThread[] = []
  #lost = 0
  #view: RegistryView | undefined
  #viewedAt = 0
  #next = 0
  #isEnded = false

  constructor(
    registry: Registry,
    folder: OpenFolder,
    count: number,
    module: string,
    onThreadLost: (message: string) => void,
  ) {
    this.#registry = registry
    this.#folder = folder
    this.#count = count
    this.#onThreadLost = onThreadLost
    this.#setUp = { path: join(folder.folder, LEDGER_FILE), module }
  }

  async mapBatch(inputs: readonly unknown[], given: MapBatchOptions = {}): Promise<MatchResult[]> {
    const { signal, onProgress, ...options } = given ?? {}
    const isMany = Array.isArray(inputs) && inputs.length >= INPUTS_LEAST && inputs.length <= LIMITS.inputsPerBatch
    // What is refused is refused here, and what a thread would be given otherwise than it is, is matched here.
    const isUsual = isMany && typeof given === 'object' && isPlainData(options) && isPlainData(inputs)
    const view = isUsual && !this.#isEnded && signal?.aborted !== true ? this.#presentView() : undefined
    if (view === undefined) return await this.#registry.mapBatch(inputs, given)
    const slices: (readonly unknown[])[] = []
    for (let from = 0; from < inputs.length; from += INPUTS_AT_ONCE)
      slices.push(inputs.slice(from, from + INPUTS_AT_ONCE))
    const results: (readonly MatchResult[])[] = []
    let answered = 0
    let at = 0
    const threads = this.#presentThreads()
    const work = async (thread: BatchThread): Promise<void> => {
      for (let place = at++; place < slices.length; place = at++) {
        if (signal?.aborted === true) return
        const slice = slices[place] as readonly unknown[]
        try {
          results[place] = await this.#answer(thread, view, slice, options)
        } catch (error) {
          // Nobody wants the rest.
          at = slices.length
          throw error
        }
        answered += slice.length
        onProgress?.(answered)
      }
    }
    const wanted = Math.min(threads.length, slices.length)
    const chosen = Array.from({ length: wanted }, () => threads[this.#next++ % threads.length] as BatchThread)
    const all = await Promise.allSettled(chosen.map(work))
    for (const each of all) if (each.status === 'rejected') throw each.reason
    // Says why, as it would have before.
    if (signal?.aborted === true) return await this.#registry.mapBatch(inputs, given)
    return results.flat()
  }

  async end(): Promise<void> {
    this.#isEnded = true
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  async #answer(
    thread: BatchThread,
    view: RegistryView,
    inputs: readonly unknown[],
    options: MatchOptions,
  ): Promise<readonly MatchResult[]> {
    const answered = await thread.ask(view, inputs, options)
    if ('results' in answered) return answered.results
    if ('refused' in answered) {
      const { code, message, details } = answered.refused
      throw new RegistryError(code, message, { details })
    }
    return await this.#registry.mapBatch(inputs, options)
  }

  #presentThreads(): readonly BatchThread[] {
    this.#threads = Array.from({ length: this.#count }, (_, at) => {
      const known = this.#threads[at]
      if (known !== undefined && (!known.isLost || this.#lost > LOST_MOST)) return known
      return new BatchThread(this.#setUp, (why) => {
        this.#lost++
        if (this.#lost <= LOST_MOST) this.#onThreadLost(why)
      })
    })
    return this.#threads
  }

  /** Undefined while more is written than views are worth taking of. */
  #presentView(): RegistryView | undefined {
    const { index, about } = this.#folder
    const known = about()
    const isPresent = this.#view?.change === index.change && this.#view.about === known
    if (isPresent) return this.#view
    const now = performance.now()
    if (this.#view !== undefined && now - this.#viewedAt < VIEW_MILLISECONDS) return undefined
    const captured = index.serving.capture?.()
    if (captured === undefined) return undefined
    this.#view = {
      id: (this.#view?.id ?? 0) + 1,
      about: known,
      change: index.change,
      // Candidates are all that a match asks of the index.
      parts: { keys: captured.keys.map(({ columns, dead }) => ({ columns, dead })), terms: [] },
    }
    this.#viewedAt = now
    return this.#view
  }
}

class BatchThread {
  readonly #worker: Worker
  /** By the number of what was asked. */
  readonly #waiting = new Map<number, (answered: Answered) => void>()
  #asked = 0
  #viewId = 0
  #gone: string | undefined
  #isWantedGone = false

  /** @param onLost - Told when it ends by itself. */
  constructor(setUp: BatchWorkerSetUp, onLost: (why: string) => void) {
    const { file, options } = workerFile()
    this.#worker = new Worker(file, { ...options, workerData: setUp })
    this.#worker.unref()
    this.#worker.on('message', ({ number, answered }: Said) => {
      if (number === undefined) this.#answerAll(answered)
      else {
        this.#waiting.get(number)?.(answered)
        this.#waiting.delete(number)
      }
      // Nobody waits: a process may end without closing.
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    const lost = (why: string): void => {
      if (this.#gone === undefined && !this.#isWantedGone) onLost(why)
      this.#leave(why)
    }
    this.#worker.on('error', (error) => lost(error.message))
    this.#worker.on('messageerror', (error) => this.#answerAll({ failed: error.message }))
    this.#worker.on('exit', () => lost('The thread ended.'))
  }

  get isLost(): boolean {
    return this.#gone !== undefined
  }

  ask(view: RegistryView, inputs: readonly unknown[], options: MatchOptions): Promise<Answered> {
    if (this.#gone !== undefined) return Promise.resolve({ failed: this.#gone })
    const number = this.#asked++
    return new Promise((resolve) => {
      try {
        if (this.#viewId !== view.id) this.#tell({ view })
        this.#viewId = view.id
        this.#tell({ number, inputs, options })
      } catch (error) {
        // What cannot be handed over, a function in an input say, is matched here.
        return resolve({ failed: error instanceof Error ? error.message : String(error) })
      }
      this.#waiting.set(number, resolve)
      this.#worker.ref()
    })
  }

  async end(): Promise<void> {
    this.#isWantedGone = true
    await this.#worker.terminate()
    this.#leave('The thread was ended.')
  }

  #tell(told: Told): void {
    this.#worker.postMessage(told)
  }

  #answerAll(answered: Answered): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const resolve of waiting) resolve(answered)
  }

  #leave(why: string): void {
    this.#gone ??= why
    this.#answerAll({ failed: why })
  }
}

/** Beside this file, as it was built; in the repository as it stands, whatever whoever begins it reads sources by. */
function workerFile(): { readonly file: URL; readonly options: WorkerOptions } {
  if (!import.meta.url.endsWith('.ts')) return { file: new URL('./batch-worker.js', import.meta.url), options: {} }
  const options = { execArgv: ['--conditions', '@utpid/source'] }
  return { file: new URL('./batch-worker-source.mjs', import.meta.url), options }
}

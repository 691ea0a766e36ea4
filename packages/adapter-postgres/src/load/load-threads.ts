import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { ExportFacts } from '@utpid/core/storage'
import type { DerivedTables, SharedTables } from '../tables/tables.ts'
import type { TermBatch } from './lines/term-batch.ts'
import type { CountedTerms, SpelledTerms } from './lines/term-lines.ts'

/** Tables for which a thread creates lines. */
export interface LoadWorkerTables {
  readonly derived: DerivedTables
  readonly shared: SharedTables
}

/** The result of a thread for lines of an export. */
export interface ReadByWorker {
  readonly facts: ExportFacts
  /** The lines for COPY, by target: a table and its columns. */
  readonly tables: readonly (readonly [target: string, lines: Uint8Array<ArrayBuffer>])[]
  readonly terms: TermBatch
}

/** A request to a thread: read lines of an export, or create lines for terms. The response for terms is bytes. */
export type LoadRequest =
  | { readonly lines: readonly string[] }
  | { readonly counted: CountedTerms }
  | { readonly spelled: SpelledTerms }

type Bytes = Uint8Array<ArrayBuffer>
export type LoadResponse = ReadByWorker | Bytes | undefined

/** The number of pending batches per thread. The second batch is ready when the thread finishes the first. */
const BATCHES_PER_THREAD = 2
/**
 * A memory limit that lets rows live for one batch. With less memory, most rows would be promoted to the old
 * generation.
 */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 192 }

/** Threads that read lines of an export. The first use starts the threads. */
export class LoadThreads {
  readonly atOnce: number
  readonly #count: number
  readonly #tables: LoadWorkerTables
  #threads: LoadThread[] | undefined
  #next = 0

  constructor(count: number, tables: LoadWorkerTables) {
    this.atOnce = count * BATCHES_PER_THREAD
    this.#count = count
    this.#tables = tables
  }

  /** @returns undefined if the main thread must read the lines, or a thread has exited. */
  async read(lines: readonly string[]): Promise<ReadByWorker | undefined> {
    return (await this.#request({ lines })) as ReadByWorker | undefined
  }

  /** @returns lines for COPY; undefined if no thread is running. */
  async linesOf(terms: Exclude<LoadRequest, { readonly lines: readonly string[] }>): Promise<Bytes | undefined> {
    return (await this.#request(terms)) as Bytes | undefined
  }

  async #request(question: LoadRequest): Promise<LoadResponse> {
    this.#threads ??= Array.from({ length: this.#count }, () => new LoadThread(this.#tables))
    return await this.#threads[this.#next++ % this.#count]?.request(question)
  }

  async end(): Promise<void> {
    await Promise.all((this.#threads ?? []).map((thread) => thread.end()))
  }
}

class LoadThread {
  readonly #worker: Worker
  /** The resolvers of pending requests, in request order. */
  readonly #waiting: ((answer: LoadResponse) => void)[] = []
  #hasExited = false

  constructor(tables: LoadWorkerTables) {
    const { file, options } = workerFile()
    this.#worker = new Worker(file, { ...options, workerData: tables, resourceLimits: MEMORY_LIMITS })
    this.#worker.on('message', (answer: LoadResponse) => this.#waiting.shift()?.(answer))
    // The restore continues without this thread.
    this.#worker.on('error', () => this.#onExit())
    this.#worker.on('exit', () => this.#onExit())
  }

  request(question: LoadRequest): Promise<LoadResponse> {
    if (this.#hasExited) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#worker.postMessage(question)
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
    this.#onExit()
  }

  #onExit(): void {
    this.#hasExited = true
    for (const resolve of this.#waiting.splice(0)) resolve(undefined)
  }
}

/**
 * Returns the file of the thread. In a build it is a file next to this file; in the repository it is a loader of the
 * source.
 */
function workerFile(): { readonly file: URL; readonly options: WorkerOptions } {
  if (!import.meta.url.endsWith('.ts')) return { file: new URL('./load-worker.js', import.meta.url), options: {} }
  const options = { execArgv: ['--conditions', '@utpid/source'] }
  return { file: new URL('./load-worker-source.mjs', import.meta.url), options }
}

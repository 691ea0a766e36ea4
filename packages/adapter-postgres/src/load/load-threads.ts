import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { ExportFacts } from '@utpid/core'
import type { DerivedTables, SharedTables } from '../tables/tables.ts'
import type { CountedTerms, SpelledTerms } from './lines/term-lines.ts'
import type { ToldTerms } from './lines/told-terms.ts'

/** Where a thread's lines go. */
export interface LoadWorkerTables {
  readonly derived: DerivedTables
  readonly shared: SharedTables
}

/** What a thread answers to lines of an export. */
export interface ReadByWorker {
  readonly facts: ExportFacts
  /** Lines for COPY, by table with its columns. */
  readonly tables: readonly (readonly [target: string, lines: Uint8Array<ArrayBuffer>])[]
  readonly terms: ToldTerms
}

/** What a thread is asked: to read lines, or to make lines of terms; bytes are the answer to the latter. */
export type Question =
  | { readonly lines: readonly string[] }
  | { readonly counted: CountedTerms }
  | { readonly spelled: SpelledTerms }

type Bytes = Uint8Array<ArrayBuffer>
export type Answer = ReadByWorker | Bytes | undefined

/** A batch that is read beside one that waits keeps a thread busy. */
const BATCHES_PER_THREAD = 2
/** Rows live for one batch; in less memory most of them would be taken for lasting. */
const LIMITS_OF_MEMORY = { maxYoungGenerationSizeMb: 192 }

/** Threads that read lines of an export, begun when there is something to read. */
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

  /** @returns undefined when there is something about the lines, or a thread came to an end. */
  async read(lines: readonly string[]): Promise<ReadByWorker | undefined> {
    return (await this.#ask({ lines })) as ReadByWorker | undefined
  }

  /** @returns lines for COPY; undefined when there is no thread, or it came to an end. */
  async linesOf(terms: Exclude<Question, { readonly lines: readonly string[] }>): Promise<Bytes | undefined> {
    return (await this.#ask(terms)) as Bytes | undefined
  }

  async #ask(question: Question): Promise<Answer> {
    this.#threads ??= Array.from({ length: this.#count }, () => new LoadThread(this.#tables))
    return await this.#threads[this.#next++ % this.#count]?.ask(question)
  }

  async end(): Promise<void> {
    await Promise.all((this.#threads ?? []).map((thread) => thread.end()))
  }
}

class LoadThread {
  readonly #worker: Worker
  /** Whoever waits for an answer, in the order of the questions. */
  readonly #waiting: ((answer: Answer) => void)[] = []
  #isGone = false

  constructor(tables: LoadWorkerTables) {
    const { file, options } = workerFile()
    this.#worker = new Worker(file, { ...options, workerData: tables, resourceLimits: LIMITS_OF_MEMORY })
    this.#worker.on('message', (answer: Answer) => this.#waiting.shift()?.(answer))
    // Whoever restores goes on without it.
    this.#worker.on('error', () => this.#leave())
    this.#worker.on('exit', () => this.#leave())
  }

  ask(question: Question): Promise<Answer> {
    if (this.#isGone) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#worker.postMessage(question)
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
    this.#leave()
  }

  #leave(): void {
    this.#isGone = true
    for (const resolve of this.#waiting.splice(0)) resolve(undefined)
  }
}

/** Beside this file, as it was built; in the repository as it stands, whatever whoever begins it reads sources by. */
function workerFile(): { readonly file: URL; readonly options: WorkerOptions } {
  if (!import.meta.url.endsWith('.ts')) return { file: new URL('./load-worker.js', import.meta.url), options: {} }
  const options = { execArgv: ['--conditions', '@utpid/source'] }
  return { file: new URL('./load-worker-source.mjs', import.meta.url), options }
}

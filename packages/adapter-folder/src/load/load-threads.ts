import { Worker } from 'node:worker_threads'
import type { ExportFacts } from '@utpid/core/storage'
import { workerFile } from '../threads/worker-file.ts'
import type { Run } from './row-runs.ts'

/** Where a thread writes its sorted rows. */
export interface LoadWorkerPlace {
  readonly folder: string
  readonly owner: string
}

/** Request to a thread: read lines; take or drop the rows of the oldest undecided lines; write the remaining rows. */
export type Told = { readonly lines: readonly string[] } | { readonly isTaken: boolean } | { readonly finish: true }

/** Response of a thread to lines and to `finish`; undefined for lines that must be read one by one. */
export type Answer = { readonly facts: ExportFacts; readonly lastChange: number } | { readonly runs: readonly Run[] }

/** A second batch in the queue keeps a thread busy. */
const BATCHES_PER_THREAD = 2
/** Rows live for one batch. With less memory, most would be promoted to the old generation. */
const LIMITS_OF_MEMORY = { maxYoungGenerationSizeMb: 192 }

/** Lines read by a thread, which keeps their rows until they are taken or dropped. */
export interface ReadByThread {
  readonly facts: ExportFacts
  /** The last change number used by these rows. */
  readonly lastChange: number
  take(): void
  leave(): void
}

/** Threads that read lines of an export and sort their rows; started on the first read. */
export class LoadThreads {
  readonly atOnce: number
  readonly #count: number
  readonly #folder: string
  #threads: readonly LoadThread[] | undefined
  #next = 0

  /** @param folder - For sorted rows. */
  constructor(count: number, folder: string) {
    this.atOnce = count * BATCHES_PER_THREAD
    this.#count = count
    this.#folder = folder
  }

  /** Never rejects; undefined if the lines have problems, or if the thread exited. */
  async read(lines: readonly string[]): Promise<ReadByThread | undefined> {
    this.#threads ??= Array.from({ length: this.#count }, (_, at) => {
      return new LoadThread({ folder: this.#folder, owner: `${at + 1}` })
    })
    return await this.#threads[this.#next++ % this.#count]?.read(lines)
  }

  /** @throws the reason if rows taken by a thread were lost. */
  check(): void {
    for (const thread of this.#threads ?? []) thread.check()
  }

  /** @returns the sorted runs of all taken rows. */
  async finish(): Promise<readonly Run[]> {
    const runs = await Promise.all((this.#threads ?? []).map((thread) => thread.finish()))
    await this.end()
    return runs.flat()
  }

  async end(): Promise<void> {
    await Promise.all((this.#threads ?? []).map((thread) => thread.end()))
  }
}

class LoadThread {
  readonly #worker: Worker
  /** Resolvers of pending requests, in request order. */
  readonly #waiting: ((answer: Answer | undefined) => void)[] = []
  #hasRows = false
  #gone: Error | undefined

  constructor(place: LoadWorkerPlace) {
    const { file, options } = workerFile(
      import.meta.url,
      new URL('./load-worker.js', import.meta.url),
      new URL('./load-worker-source.mjs', import.meta.url),
    )
    this.#worker = new Worker(file, { ...options, workerData: place, resourceLimits: LIMITS_OF_MEMORY })
    this.#worker.on('message', (answer: Answer | undefined) => this.#waiting.shift()?.(answer))
    this.#worker.on('error', (error) => this.#leave(error))
    this.#worker.on('exit', () => this.#leave(new Error('A thread reading the export exited.')))
  }

  async read(lines: readonly string[]): Promise<ReadByThread | undefined> {
    const answer = await this.#ask({ lines })
    if (answer === undefined || !('facts' in answer)) return undefined
    return {
      ...answer,
      take: () => {
        this.#hasRows = true
        this.check()
        this.#tell({ isTaken: true })
      },
      leave: () => this.#tell({ isTaken: false }),
    }
  }

  /** A thread that exits before any rows were taken is not needed. */
  check(): void {
    if (this.#gone !== undefined && this.#hasRows) throw this.#gone
  }

  async finish(): Promise<readonly Run[]> {
    const answer = await this.#ask({ finish: true })
    this.check()
    return answer !== undefined && 'runs' in answer ? answer.runs : []
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(told: Told): Promise<Answer | undefined> {
    if (this.#gone !== undefined) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#tell(told)
    })
  }

  #tell(told: Told): void {
    this.#worker.postMessage(told)
  }

  #leave(why: Error): void {
    this.#gone ??= why
    for (const resolve of this.#waiting.splice(0)) resolve(undefined)
  }
}

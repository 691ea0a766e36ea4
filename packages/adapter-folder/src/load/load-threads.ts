import { Worker } from 'node:worker_threads'
import type { ExportFacts } from '@utpid/core/storage'
import { workerFile } from '../threads/worker-file.ts'
import type { Run } from './row-runs.ts'

/** The folder and file name for the sorted rows of a thread. */
export interface LoadWorkerPlace {
  readonly folder: string
  readonly owner: string
}

/**
 * A request to a thread: read lines, take or drop the rows of the oldest pending batch, or write the remaining rows.
 */
export type LoadRequest =
  | { readonly lines: readonly string[] }
  | { readonly isTaken: boolean }
  | { readonly finish: true }

/** The response of a thread to lines and to `finish`; undefined for lines that must be read individually. */
export type LoadResponse =
  | { readonly facts: ExportFacts; readonly lastChange: number }
  | { readonly runs: readonly Run[] }

/** The maximum number of pending batches of a thread. The second batch keeps the thread busy. */
const BATCHES_PER_THREAD = 2
/**
 * A memory limit that lets rows live for one batch. With less memory, most rows would be promoted to the old
 * generation.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 192 }

/** Lines that a thread has read. The thread stores their rows until the caller takes or drops them. */
export interface ReadLines {
  readonly facts: ExportFacts
  /** The last change number used by these rows. */
  readonly lastChange: number
  take(): void
  drop(): void
}

/** Threads that read lines of an export and sort their rows. The first read starts the threads. */
export class LoadThreads {
  readonly atOnce: number
  readonly #count: number
  readonly #folder: string
  #threads: readonly LoadThread[] | undefined
  #next = 0

  /** @param folder - The folder for sorted rows. */
  constructor(count: number, folder: string) {
    this.atOnce = count * BATCHES_PER_THREAD
    this.#count = count
    this.#folder = folder
  }

  /** Never rejects. Resolves with undefined if the lines have problems, or if the thread exited. */
  async read(lines: readonly string[]): Promise<ReadLines | undefined> {
    this.#threads ??= Array.from({ length: this.#count }, (_, at) => {
      return new LoadThread({ folder: this.#folder, owner: `${at + 1}` })
    })
    return await this.#threads[this.#next++ % this.#count]?.read(lines)
  }

  /** @throws the failure of a thread if taken rows were lost. */
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
  readonly #pending: ((answer: LoadResponse | undefined) => void)[] = []
  #hasRows = false
  #failure: Error | undefined

  constructor(place: LoadWorkerPlace) {
    const { file, options } = workerFile(
      import.meta.url,
      new URL('./load-worker.js', import.meta.url),
      new URL('./load-worker-source.mjs', import.meta.url),
    )
    this.#worker = new Worker(file, { ...options, workerData: place, resourceLimits: RESOURCE_LIMITS })
    this.#worker.on('message', (answer: LoadResponse | undefined) => this.#pending.shift()?.(answer))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('A thread reading the export exited.')))
  }

  async read(lines: readonly string[]): Promise<ReadLines | undefined> {
    const answer = await this.#request({ lines })
    if (answer === undefined || !('facts' in answer)) return undefined
    return {
      ...answer,
      take: () => {
        this.#hasRows = true
        this.check()
        this.#send({ isTaken: true })
      },
      drop: () => this.#send({ isTaken: false }),
    }
  }

  /** @throws the failure of the thread if taken rows were lost. Ignores a failed thread that stored no taken rows. */
  check(): void {
    if (this.#failure !== undefined && this.#hasRows) throw this.#failure
  }

  async finish(): Promise<readonly Run[]> {
    const answer = await this.#request({ finish: true })
    this.check()
    return answer !== undefined && 'runs' in answer ? answer.runs : []
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #request(request: LoadRequest): Promise<LoadResponse | undefined> {
    if (this.#failure !== undefined) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#pending.push(resolve)
      this.#send(request)
    })
  }

  #send(request: LoadRequest): void {
    this.#worker.postMessage(request)
  }

  #fail(why: Error): void {
    this.#failure ??= why
    for (const resolve of this.#pending.splice(0)) resolve(undefined)
  }
}

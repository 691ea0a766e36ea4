import { Worker } from 'node:worker_threads'
import type { ExportFacts } from '@utpid/core'
import { workerFile } from '../threads/worker-file.ts'
import type { Run } from './row-runs.ts'

/** Where a thread writes what it has sorted. */
export interface LoadWorkerPlace {
  readonly folder: string
  readonly owner: string
}

/** What a thread is told: to read lines; to take or leave the rows of those that it read first and neither took nor left; to write down what is left. */
export type Told = { readonly lines: readonly string[] } | { readonly isTaken: boolean } | { readonly finish: true }

/** What a thread answers to lines and in the end; nothing for lines that are to be read one by one. */
export type Answer = { readonly facts: ExportFacts; readonly lastChange: number } | { readonly runs: readonly Run[] }

/** A batch that is read beside one that waits keeps a thread busy. */
const BATCHES_PER_THREAD = 2
/** Rows live for one batch; in less memory most of them would be taken for lasting. */
const LIMITS_OF_MEMORY = { maxYoungGenerationSizeMb: 192 }

/** Lines that a thread has read; it keeps their rows until it is told what becomes of them. */
export interface ReadByThread {
  readonly facts: ExportFacts
  /** The last change under which something of them stands. */
  readonly lastChange: number
  take(): void
  leave(): void
}

/** Threads that read lines of an export and sort their rows, begun when there is something to read. */
export class LoadThreads {
  readonly atOnce: number
  readonly #count: number
  readonly #folder: string
  #threads: readonly LoadThread[] | undefined
  #next = 0

  /** @param folder - For what they have sorted. */
  constructor(count: number, folder: string) {
    this.atOnce = count * BATCHES_PER_THREAD
    this.#count = count
    this.#folder = folder
  }

  /** Never rejects; undefined when there is something about the lines, or the thread came to an end. */
  async read(lines: readonly string[]): Promise<ReadByThread | undefined> {
    this.#threads ??= Array.from({ length: this.#count }, (_, at) => {
      return new LoadThread({ folder: this.#folder, owner: `${at + 1}` })
    })
    return await this.#threads[this.#next++ % this.#count]?.read(lines)
  }

  /** @throws why rows that a thread took are lost. */
  check(): void {
    for (const thread of this.#threads ?? []) thread.check()
  }

  /** @returns where the rows are that were taken. */
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
  /** Whoever waits for an answer, in the order of the questions. */
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
    this.#worker.on('exit', () => this.#leave(new Error('A thread that reads an export ended.')))
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

  /** One that is lost before it took anything is done without. */
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

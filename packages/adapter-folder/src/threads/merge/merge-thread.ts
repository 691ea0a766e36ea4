import { Worker } from 'node:worker_threads'
import type { FrozenSegment, KeyColumns, Merged, MergePart, Merger, TermColumns } from '@utpid/adapter-memory/engine'
import { workerFile } from '../worker-file.ts'
import type { MergeRequest, MergeResponse } from './merge-message.ts'

type MergeTask = MergeRequest extends infer Each ? (Each extends unknown ? Omit<Each, 'number'> : never) : never
type MergedAny = Extract<MergeResponse, { merged: unknown }>['merged']

interface PendingMerge {
  readonly rows: number
  resolve(merged: MergedAny): void
  reject(why: Error): void
}

export interface MergeThreadOptions {
  /** Called with the reason when a merge fails. */
  readonly onFailure?: (why: string) => void
  /** Returns the milliseconds of a monotonic clock. */
  readonly now?: () => number
  /** The minimum number of rows of a merge. The thread does not accept smaller merges. */
  readonly minRows?: number
  /** The idle time after which the thread ends, in milliseconds. */
  readonly idleMs?: number
  /** The number of merged rows after which the thread ends as soon as it has no pending merge. */
  readonly maxRows?: number
}

/** The minimum number of rows of a merge. With fewer rows, the transfer costs about as much as the merge. */
const MIN_ROWS = 8_192
/**
 * A merge skips the thread if the thread's backlog exceeds 16 times the rows of this merge. Waiting would leave many
 * segments, and segments slow down every query.
 */
const MAX_BACKLOG_FACTOR = 16
/** The idle time after which the thread ends, in milliseconds. The thread needs some megabytes. */
const IDLE_MS = 30_000
/**
 * The number of merged rows after which the thread ends as soon as it has no pending merge. The end of the thread frees
 * the merged columns. The garbage collector does not count shared memory, so it frees these columns late.
 */
const MAX_ROWS = 500_000
/** The maximum number of failures. After that, the thread gets no merges until an hour after the first failure. */
const MAX_FAILURES_PER_HOUR = 3
const HOUR_MS = 3_600_000

/** Merges segments on a separate thread. The thread starts with the first merge and does not keep the process alive. */
export class MergeThread implements Merger {
  readonly #minRows: number
  readonly #idleMs: number
  readonly #maxRows: number
  readonly #onFailure: (why: string) => void
  readonly #now: () => number
  readonly #waiting = new Map<number, PendingMerge>()
  #worker: Worker | undefined
  #nextNumber = 0
  /** The number of rows of pending merges, including the running merge. */
  #backlogRows = 0
  #mergedRows = 0
  /** The times of failed merges within the last hour. */
  #failedAt: readonly number[] = []
  #isEnded = false
  #idle: NodeJS.Timeout | undefined

  constructor({
    onFailure = () => undefined,
    now = () => performance.now(),
    minRows = MIN_ROWS,
    idleMs = IDLE_MS,
    maxRows = MAX_ROWS,
  }: MergeThreadOptions = {}) {
    this.#onFailure = onFailure
    this.#now = now
    this.#minRows = minRows
    this.#idleMs = idleMs
    this.#maxRows = maxRows
  }

  keys(parts: readonly MergePart<KeyColumns>[]): Promise<Merged<KeyColumns>> | undefined {
    return this.#ask(rowsIn(parts), { keys: parts.map(segmentPartOf) }) as Promise<Merged<KeyColumns>> | undefined
  }

  terms(parts: readonly MergePart<TermColumns>[]): Promise<Merged<TermColumns>> | undefined {
    return this.#ask(rowsIn(parts), { terms: parts.map(segmentPartOf) }) as Promise<Merged<TermColumns>> | undefined
  }

  /** Whether the thread is running and not about to end. */
  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Ends the thread and rejects pending merges. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#stop('The thread for merges was ended.')
  }

  #ask(rows: number, wanted: MergeTask): Promise<MergedAny> | undefined {
    if (this.#isEnded || rows < this.#minRows || this.#backlogRows > rows * MAX_BACKLOG_FACTOR) return undefined
    if (this.#recentFailures() >= MAX_FAILURES_PER_HOUR) return undefined
    const number = this.#nextNumber++
    try {
      this.#worker ??= this.#startWorker()
      this.#worker.postMessage({ number, ...wanted } satisfies MergeRequest)
    } catch (error) {
      // The thread could not start, or memory is insufficient for the message. The caller merges the parts itself.
      this.#failThread(error instanceof Error ? error.message : String(error))
      return undefined
    }
    clearTimeout(this.#idle)
    this.#backlogRows += rows
    return new Promise((resolve, reject) => this.#waiting.set(number, { rows, resolve, reject }))
  }

  #startWorker(): Worker {
    const { file, options } = workerFile(
      import.meta.url,
      new URL('./merge-worker.js', import.meta.url),
      new URL('./merge-worker-source.mjs', import.meta.url),
    )
    const worker = new Worker(file, options)
    worker.unref()
    worker.on('message', (response: MergeResponse) => this.#settle(response))
    const lose = (why: string): void => {
      if (this.#worker === worker) this.#failThread(why)
    }
    worker.on('error', (error) => lose(error.message))
    worker.on('messageerror', (error) => lose(error.message))
    worker.on('exit', () => lose('The thread for merges ended.'))
    return worker
  }

  #settle(response: MergeResponse): void {
    const waiting = this.#waiting.get(response.number)
    // Ignores a message that an earlier thread sent.
    if (waiting === undefined) return
    this.#waiting.delete(response.number)
    this.#backlogRows -= waiting.rows
    this.#mergedRows += waiting.rows
    if ('merged' in response) waiting.resolve(response.merged)
    else waiting.reject(new Error(response.failed))
    this.#endSoon()
    if ('failed' in response) this.#noteFailure(response.failed)
  }

  #endSoon(): void {
    if (this.#waiting.size > 0) return
    const leave = (): void => void this.#stop('The thread for merges had nothing to do.')
    if (this.#mergedRows >= this.#maxRows) {
      leave()
      return
    }
    this.#idle = setTimeout(leave, this.#idleMs)
    this.#idle.unref()
  }

  #failThread(why: string): void {
    void this.#stop(why)
    this.#noteFailure(why)
  }

  #noteFailure(why: string): void {
    const times = this.#recentFailures() + 1
    this.#failedAt = [...this.#failedAt, this.#now()]
    const then = 'The main thread merges until an hour after the first failure.'
    this.#onFailure(times === MAX_FAILURES_PER_HOUR ? `${why} This is the third failure within an hour. ${then}` : why)
  }

  #recentFailures(): number {
    const after = this.#now() - HOUR_MS
    this.#failedAt = this.#failedAt.filter((at) => at > after)
    return this.#failedAt.length
  }

  async #stop(why: string): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    this.#backlogRows = 0
    this.#mergedRows = 0
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new Error(why))
    await worker?.terminate()
  }
}

function rowsIn(parts: readonly { readonly length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Returns the properties of a segment that the thread needs. */
function segmentPartOf<Columns>({ columns, deleted }: MergePart<Columns>): FrozenSegment<Columns> {
  return { columns, deleted: deleted }
}

import { Worker } from 'node:worker_threads'
import type { KeyColumns, Merged, MergePart, Merger, SegmentPart, TermColumns } from '@utpid/adapter-memory/engine'
import { workerFile } from '../worker-file.ts'
import type { MergeSaid, MergeWanted } from './merge-message.ts'

type Wanted = MergeWanted extends infer Each ? (Each extends unknown ? Omit<Each, 'number'> : never) : never
type MergedAny = Extract<MergeSaid, { merged: unknown }>['merged']

interface Waiting {
  readonly rows: number
  resolve(merged: MergedAny): void
  reject(why: Error): void
}

export interface MergeThreadOptions {
  /** Called with the reason when a merge fails. */
  readonly onLost?: (why: string) => void
  /** Returns milliseconds of a monotonic clock. */
  readonly now?: () => number
  /** Minimum rows of a merge on the thread. */
  readonly rowsLeast?: number
  /** Milliseconds of idle time after which the thread ends. */
  readonly idleMs?: number
  /** Merged rows after which the idle thread ends. */
  readonly rowsMost?: number
}

/** For fewer rows, the transfer costs about as much as the merge. */
const ROWS_LEAST = 8_192
/**
 * Skips the thread if its backlog exceeds 16 times the rows of this merge: waiting would leave many segments, which
 * slow every query.
 */
const AHEAD_MOST = 16
/** A thread takes some megabytes; it ends after this many idle milliseconds. */
const IDLE_MS = 30_000
/** The garbage collector does not count shared memory: memory of merged columns is freed when the thread ends. */
const ROWS_MOST = 500_000
/** After this many failures, the thread takes no merges until an hour after the first of them. */
const LOST_MOST = 3
const HOUR_MS = 3_600_000

/** Merges segments on a separate thread, which starts with the first merge and does not keep the process alive. */
export class MergeThread implements Merger {
  readonly #rowsLeast: number
  readonly #idleMs: number
  readonly #rowsMost: number
  readonly #onLost: (why: string) => void
  readonly #now: () => number
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #asked = 0
  /** Rows of pending merges, including the running one. */
  #rowsAhead = 0
  /** Rows merged by the current thread. */
  #rowsDone = 0
  /** Times of failed merges within the last hour. */
  #lostAt: readonly number[] = []
  #isEnded = false
  #idle: NodeJS.Timeout | undefined

  constructor({
    onLost = () => undefined,
    now = () => performance.now(),
    rowsLeast = ROWS_LEAST,
    idleMs = IDLE_MS,
    rowsMost = ROWS_MOST,
  }: MergeThreadOptions = {}) {
    this.#onLost = onLost
    this.#now = now
    this.#rowsLeast = rowsLeast
    this.#idleMs = idleMs
    this.#rowsMost = rowsMost
  }

  keys(parts: readonly MergePart<KeyColumns>[]): Promise<Merged<KeyColumns>> | undefined {
    return this.#ask(rowsIn(parts), { keys: parts.map(handed) }) as Promise<Merged<KeyColumns>> | undefined
  }

  terms(parts: readonly MergePart<TermColumns>[]): Promise<Merged<TermColumns>> | undefined {
    return this.#ask(rowsIn(parts), { terms: parts.map(handed) }) as Promise<Merged<TermColumns>> | undefined
  }

  /** Whether the thread is running, and not about to end. */
  get isAwake(): boolean {
    return this.#worker !== undefined
  }

  /** Rejects pending merges. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#leave('The thread for merges was ended.')
  }

  #ask(rows: number, wanted: Wanted): Promise<MergedAny> | undefined {
    if (this.#isEnded || rows < this.#rowsLeast || this.#rowsAhead > rows * AHEAD_MOST) return undefined
    if (this.#lostLately() >= LOST_MOST) return undefined
    const number = this.#asked++
    try {
      this.#worker ??= this.#begin()
      this.#worker.postMessage({ number, ...wanted } satisfies MergeWanted)
    } catch (error) {
      // No thread could start, or there is no memory for the message.
      this.#lose(error instanceof Error ? error.message : String(error))
      return undefined
    }
    clearTimeout(this.#idle)
    this.#rowsAhead += rows
    return new Promise((resolve, reject) => this.#waiting.set(number, { rows, resolve, reject }))
  }

  #begin(): Worker {
    const { file, options } = workerFile(
      import.meta.url,
      new URL('./merge-worker.js', import.meta.url),
      new URL('./merge-worker-source.mjs', import.meta.url),
    )
    const worker = new Worker(file, options)
    worker.unref()
    worker.on('message', (said: MergeSaid) => this.#answer(said))
    const lose = (why: string): void => {
      if (this.#worker === worker) this.#lose(why)
    }
    worker.on('error', (error) => lose(error.message))
    worker.on('messageerror', (error) => lose(error.message))
    worker.on('exit', () => lose('The thread for merges ended.'))
    return worker
  }

  #answer(said: MergeSaid): void {
    const waiting = this.#waiting.get(said.number)
    // Sent by an earlier thread.
    if (waiting === undefined) return
    this.#waiting.delete(said.number)
    this.#rowsAhead -= waiting.rows
    this.#rowsDone += waiting.rows
    if ('merged' in said) waiting.resolve(said.merged)
    else waiting.reject(new Error(said.failed))
    this.#endSoon()
    if ('failed' in said) this.#noteLoss(said.failed)
  }

  #endSoon(): void {
    if (this.#waiting.size > 0) return
    const leave = (): void => void this.#leave('The thread for merges had nothing to do.')
    if (this.#rowsDone >= this.#rowsMost) {
      leave()
      return
    }
    this.#idle = setTimeout(leave, this.#idleMs)
    this.#idle.unref()
  }

  #lose(why: string): void {
    void this.#leave(why)
    this.#noteLoss(why)
  }

  #noteLoss(why: string): void {
    const times = this.#lostLately() + 1
    this.#lostAt = [...this.#lostAt, this.#now()]
    const then = 'The main thread merges until an hour after the first failure.'
    this.#onLost(times === LOST_MOST ? `${why} This is the third failure within an hour. ${then}` : why)
  }

  #lostLately(): number {
    const after = this.#now() - HOUR_MS
    this.#lostAt = this.#lostAt.filter((at) => at > after)
    return this.#lostAt.length
  }

  async #leave(why: string): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    this.#rowsAhead = 0
    this.#rowsDone = 0
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new Error(why))
    await worker?.terminate()
  }
}

function rowsIn(parts: readonly { readonly length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Drops the other properties of a segment, which the thread does not need. */
function handed<Columns>({ columns, dead }: MergePart<Columns>): SegmentPart<Columns> {
  return { columns, dead }
}

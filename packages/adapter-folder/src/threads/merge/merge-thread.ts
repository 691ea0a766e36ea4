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
  /** Told why a merge was lost; nobody is told unless given. */
  readonly onLost?: (why: string) => void
  /** Milliseconds of a clock that is never set back. */
  readonly now?: () => number
  /** Takes no merge of fewer rows. */
  readonly rowsLeast?: number
  /** Ends when it had nothing to do for so many milliseconds. */
  readonly idleMs?: number
  /** Ends after a merge when it has merged so many rows, and nothing waits. */
  readonly rowsMost?: number
}

/** To hand over fewer rows costs about as much as to merge them. */
const ROWS_LEAST = 8_192
/** Behind so many times its own rows a merge does not wait: segments pile up meanwhile that every question is asked of. */
const AHEAD_MOST = 16
/** A thread is some megabytes; one that merges nothing for so many milliseconds is ended. */
const IDLE_MS = 30_000
/** Shared memory does not count when an engine judges whether to collect: what a thread has merged is freed when it ends. */
const ROWS_MOST = 500_000
/** After so many losses it takes no merge until the first of them is an hour ago. */
const LOST_MOST = 3
const HOUR_MS = 3_600_000

/** Merges segments on a thread of its own, which is begun with the first of them and keeps no process. */
export class MergeThread implements Merger {
  readonly #rowsLeast: number
  readonly #idleMs: number
  readonly #rowsMost: number
  readonly #onLost: (why: string) => void
  readonly #now: () => number
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #asked = 0
  /** Rows that wait, those of the merge that is under way among them. */
  #rowsAhead = 0
  /** Rows that the thread has merged. */
  #rowsDone = 0
  /** When merges were lost, within an hour. */
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

  /** Whether its thread is there, and not about to end. */
  get isAwake(): boolean {
    return this.#worker !== undefined
  }

  /** What was not merged yet is not any more. */
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
      // This process may begin no thread, or has no memory for what it is told.
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
    // Of a thread that was left.
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
    const then = 'Until an hour after the first of them all is merged on the thread that serves.'
    this.#onLost(times === LOST_MOST ? `${why} It is the third within an hour. ${then}` : why)
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

/** Without what a segment is besides, which is of no use elsewhere. */
function handed<Columns>({ columns, dead }: MergePart<Columns>): SegmentPart<Columns> {
  return { columns, dead }
}

import { Worker } from 'node:worker_threads'
import type { KeyColumns } from '../engine/key-segment.ts'
import type { MergePart, Merger } from '../engine/merger.ts'
import type { Merged } from '../engine/segment-set.ts'
import type { TermColumns } from '../engine/term-columns.ts'
import { workerFile } from '../worker-file.ts'
import type { MergeSaid, MergeWanted } from './merge-message.ts'

type Wanted = MergeWanted extends infer Each ? (Each extends unknown ? Omit<Each, 'number'> : never) : never
type MergedAny = Extract<MergeSaid, { merged: unknown }>['merged']

interface Waiting {
  resolve(merged: MergedAny): void
  reject(why: Error): void
}

/** To hand over fewer rows costs about as much as to merge them. */
const ROWS_LEAST = 8_192
/** A thread is some megabytes; one that merges nothing for so many milliseconds is ended. */
const IDLE_MS = 30_000
/** A thread that cannot begin, or has no memory, is not begun ever again. */
const LOST_MOST = 3

/** Merges segments on a thread of its own, which is begun with the first of them and keeps no process. */
export class MergeThread implements Merger {
  readonly #rowsLeast: number
  readonly #idleMs: number
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #asked = 0
  #lost = 0
  #isEnded = false
  #idle: NodeJS.Timeout | undefined

  /** Options are for tests. */
  constructor({ rowsLeast = ROWS_LEAST, idleMs = IDLE_MS }: { rowsLeast?: number; idleMs?: number } = {}) {
    this.#rowsLeast = rowsLeast
    this.#idleMs = idleMs
  }

  keys(parts: readonly MergePart<KeyColumns>[]): Promise<Merged<KeyColumns>> | undefined {
    return this.#ask(parts, { keys: parts.map(handed) }) as Promise<Merged<KeyColumns>> | undefined
  }

  terms(parts: readonly MergePart<TermColumns>[]): Promise<Merged<TermColumns>> | undefined {
    return this.#ask(parts, { terms: parts.map(handed) }) as Promise<Merged<TermColumns>> | undefined
  }

  /** Whether its thread is there. */
  get isAwake(): boolean {
    return this.#worker !== undefined
  }

  /** What was not merged yet is not any more. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#leave('The thread for merges was ended.')
  }

  #ask(parts: readonly { readonly length: number }[], wanted: Wanted): Promise<MergedAny> | undefined {
    if (this.#isEnded || this.#lost >= LOST_MOST) return undefined
    if (parts.reduce((sum, { length }) => sum + length, 0) < this.#rowsLeast) return undefined
    const number = this.#asked++
    try {
      this.#worker ??= this.#begin()
      this.#worker.postMessage({ number, ...wanted } satisfies MergeWanted)
    } catch {
      // This process may begin no thread, or has no memory for what it is told.
      this.#lost++
      return undefined
    }
    clearTimeout(this.#idle)
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }))
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
    this.#waiting.delete(said.number)
    if ('merged' in said) waiting?.resolve(said.merged)
    else {
      this.#lost++
      waiting?.reject(new Error(said.failed))
    }
    if (this.#waiting.size > 0) return
    this.#idle = setTimeout(() => void this.#leave('The thread for merges had nothing to do.'), this.#idleMs)
    this.#idle.unref()
  }

  #lose(why: string): void {
    this.#lost++
    void this.#leave(why)
  }

  async #leave(why: string): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new Error(why))
    await worker?.terminate()
  }
}

/** Without what a segment is besides, which is of no use elsewhere. */
function handed<Columns>({ columns, dead, length }: MergePart<Columns>): MergePart<Columns> {
  return { columns, dead, length }
}

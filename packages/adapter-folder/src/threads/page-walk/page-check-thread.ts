import { Worker } from 'node:worker_threads'
import { workerFile } from '../worker-file.ts'

/** The start data of the thread. */
export interface PageCheckSetUp {
  readonly path: string
  /** One 32-bit integer: 1 after all pages were found to be valid. */
  readonly allChecked: SharedArrayBuffer
}

/** A message of the thread: a page or row is damaged. */
export interface PageCheckMessage {
  readonly damage: string
}

export interface PageCheckOptions {
  /**
   * The delay between {@link PageCheckThread.start} and the start of the thread, in milliseconds. Shorter commands
   * start no thread. Default: 1,000.
   */
  readonly delayMs?: number
  /** Called with the reason when a page or row is damaged. */
  readonly onDamage?: (why: string) => void
}

const AFTER_MS = 1_000

/**
 * Checks all pages of a ledger that was opened without a full check, on a thread. When all pages are valid,
 * `SoundPages` stops checking pages, on this thread and on the threads that share {@link allChecked}.
 */
export class PageCheckThread {
  readonly allChecked: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  readonly #path: string
  readonly #onDamage: (why: string) => void
  readonly #afterMs: number
  #timer: NodeJS.Timeout | undefined
  #worker: Worker | undefined

  /** @param path - The path of the ledger, which LMDB has open. */
  constructor(path: string, { delayMs = AFTER_MS, onDamage = () => undefined }: PageCheckOptions = {}) {
    this.#path = path
    this.#onDamage = onDamage
    this.#afterMs = delayMs
  }

  /** Starts the check once, after a delay. */
  start(): void {
    this.#timer = setTimeout(() => this.#startWorker(), this.#afterMs)
    this.#timer.unref()
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#worker?.terminate()
  }

  #startWorker(): void {
    const { file, options } = workerFile(
      import.meta.url,
      new URL('./page-walk-worker.js', import.meta.url),
      new URL('./page-walk-worker-source.mjs', import.meta.url),
    )
    const workerData: PageCheckSetUp = { path: this.#path, allChecked: this.allChecked }
    try {
      this.#worker = new Worker(file, { ...options, workerData })
    } catch {
      // Ignores a thread that cannot start: each page is then checked when it is read.
      return
    }
    this.#worker.unref()
    this.#worker.on('message', ({ damage }: PageCheckMessage) => this.#onDamage(damage))
    // Avoids an uncaught exception. Pages are still checked when they are read.
    this.#worker.on('error', () => undefined)
  }
}

import { Worker } from 'node:worker_threads'
import { workerFile } from '../worker-file.ts'

/** Data of the thread. */
export interface PageCheckSetUp {
  readonly path: string
  /** One 32-bit integer: 1 after all pages were found to be sound. */
  readonly allChecked: SharedArrayBuffer
}

/** Message of the thread: a page or row is damaged. */
export interface PageCheckMessage {
  readonly damage: string
}

export interface PageCheckOptions {
  /**
   * Milliseconds between {@link PageCheckThread.start} and the start of the thread: shorter commands start no thread.
   * Default: 1,000.
   */
  readonly delayMs?: number
  /** Called with the reason when a page or row is damaged. */
  readonly onDamage?: (why: string) => void
}

const AFTER_MS = 1_000

/**
 * On a thread, checks all pages of a ledger that was opened without a full check. When all pages are sound,
 * `SoundPages` no longer checks pages, neither here nor on the threads that share {@link allChecked}.
 */
export class PageCheckThread {
  readonly allChecked: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  readonly #path: string
  readonly #onDamage: (why: string) => void
  readonly #afterMs: number
  #timer: NodeJS.Timeout | undefined
  #worker: Worker | undefined

  /** @param path - Path of the ledger, which LMDB has open. */
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
      // The thread could not start: each page is checked when it is read.
      return
    }
    this.#worker.unref()
    this.#worker.on('message', ({ damage }: PageCheckMessage) => this.#onDamage(damage))
    // Avoids an uncaught exception. Pages are still checked when they are read.
    this.#worker.on('error', () => undefined)
  }
}

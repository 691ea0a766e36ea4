import { Worker, type WorkerOptions } from 'node:worker_threads'
import { RegistryError } from '@utpid/core'
import { CodedError } from '@utpid/core/codes'
import type { BatchEnvelope, InputItem } from '@utpid/service/reading'
import { abortError } from './abort-error.ts'
import { EventQueue } from './event-queue.ts'
import type { UploadForm } from './upload-form.ts'
import { LAST_LINE, READ_COUNT, type ReaderMessage, type ReaderRequest, type RejectedUpload } from './upload-message.ts'
import type { UploadRules } from './upload-rules.ts'

/** An upload to be read by a thread. */
export interface ThreadUpload {
  readonly body: AsyncIterator<Uint8Array>
  readonly form: UploadForm
  /** Receives the other fields of a JSON batch. */
  readonly envelope: BatchEnvelope
  /** If the signal aborts, the thread ends. */
  readonly signal: AbortSignal
}

/** Events of an upload: a message of the thread, or the reason why reading stopped. */
type UploadEvent = ReaderMessage | { readonly broken: unknown }

/**
 * Megabytes of heap for new objects. The number includes memory that the engine needs to throw an error at the heap
 * limit.
 */
const YOUNG_MEGABYTES = 48
const BEYOND_MEGABYTES = 16
/** Size of the shared progress: two numbers. */
const PROGRESS_BYTES = 2 * Int32Array.BYTES_PER_ELEMENT

/** A thread that reads uploads one after the other. An idle thread does not keep the process alive. */
export class UploadThread {
  readonly #rules: UploadRules
  readonly #worker: Worker
  #events = new EventQueue<UploadEvent>()
  #progress = sharedProgress()
  #number = 0
  #hasEnded = false

  /** @param file - Script of the thread, for tests. @throws the system's error if no thread can be started. */
  constructor(rules: UploadRules, file?: URL) {
    this.#rules = rules
    const [own, options] = workerFile()
    this.#worker = new Worker(file ?? own, {
      ...options,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.max(1, rules.heapMegabytes - YOUNG_MEGABYTES - BEYOND_MEGABYTES),
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      },
    })
    this.#worker.unref()
    this.#worker.on('message', (said: ReaderMessage) => this.#events.push(said))
    this.#worker.on('messageerror', (error) => this.#fail(error))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => this.#fail(this.#reasonOf(error)))
    this.#worker.on('exit', () => this.#fail(threadEnded()))
  }

  /** Whether the thread has ended. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /**
   * Reads an upload. If reading stops early, the thread also ends.
   *
   * @throws errors of reading and of the body; `aborted`; `validation_failed` if a record needs too much memory or
   *   processor time; `unavailable` if the thread ended for another reason.
   */
  async *read({ body, form, envelope, signal }: ThreadUpload): AsyncGenerator<InputItem> {
    const number = ++this.#number
    this.#progress = sharedProgress()
    this.#events = new EventQueue()
    if (this.#hasEnded) this.#events.push({ broken: threadEnded() })
    const abort = (): void => this.#events.push({ broken: abortError(signal) })
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    let unwatch: () => void = () => undefined
    let isWatched = false
    this.#worker.ref()
    let isRead = false
    try {
      this.#post({ begin: { number, form, envelope, progress: this.#progress } })
      for (;;) {
        const event = await this.#events.next()
        if ('broken' in event) throw event.broken
        if ('wants' in event) {
          // Start the watchdog only now, so that the start time of the thread does not count.
          if (!isWatched) unwatch = this.#startWatchdog()
          isWatched = true
          void this.#sendBytes(number, body)
        } else if ('items' in event) {
          yield* event.items
          this.#post({ taken: true })
        } else {
          isRead = true
          if ('refused' in event) throw new UploadError(event.refused)
          if ('fault' in event) throw new Error(`A thread that reads uploads failed: ${event.fault}`)
          Object.assign(envelope, event.end)
          return
        }
      }
    } finally {
      signal.removeEventListener('abort', abort)
      unwatch()
      this.#worker.unref()
      if (!isRead) await this.end()
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#worker.terminate()
  }

  async #sendBytes(number: number, body: AsyncIterator<Uint8Array>): Promise<void> {
    try {
      const next = await body.next()
      if (next.done === true) {
        this.#post({ number, bytes: undefined })
        return
      }
      // Transfer a copy, since the memory of a chunk belongs to the reader that yielded it.
      const bytes = new Uint8Array(next.value)
      this.#post({ number, bytes }, [bytes.buffer])
    } catch (error) {
      if (number === this.#number) this.#events.push({ broken: error })
    }
  }

  #post(told: ReaderRequest, handed: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(told, handed)
  }

  /** Checks for a hanging thread. @returns a function that stops the check. */
  #startWatchdog(): () => void {
    const { hangMs, checkMs } = this.#rules
    let moves = Atomics.load(this.#progress, READ_COUNT)
    let busyBefore = this.#worker.performance.eventLoopUtilization().active
    const timer = setInterval(() => {
      const { active } = this.#worker.performance.eventLoopUtilization()
      const now = Atomics.load(this.#progress, READ_COUNT)
      if (now !== moves) {
        moves = now
        busyBefore = active
      } else if (active - busyBefore >= hangMs) {
        this.#fail(this.#limitExceeded('too_much_cpu', `takes more than ${hangMs / 1_000} s of processor time`))
        void this.end()
      }
    }, checkMs)
    timer.unref()
    return () => clearInterval(timer)
  }

  #reasonOf(error: NodeJS.ErrnoException): unknown {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return threadEnded(error)
    return this.#limitExceeded('too_much_memory', `needs more than ${this.#rules.heapMegabytes} MB of memory`)
  }

  #limitExceeded(reason: string, what: string): RegistryError {
    const reached = Atomics.load(this.#progress, LAST_LINE)
    const where = reached === 0 ? 'The first record' : `The record after line or input ${reached}`
    return new RegistryError('validation_failed', `${where} ${what}; shorten it, or send the records in other parts.`, {
      details: { reason, line: reached },
    })
  }

  #fail(why: unknown): void {
    this.#hasEnded = true
    this.#events.push({ broken: why })
  }
}

/** Script of the thread: the built file, or the source in the repository. */
function workerFile(): readonly [URL, WorkerOptions] {
  if (!import.meta.url.endsWith('.ts')) return [new URL('./upload-worker.js', import.meta.url), {}]
  const source = new URL('./upload-worker-source.mjs', import.meta.url)
  return [source, { execArgv: ['--conditions', '@utpid/source'] }]
}

function sharedProgress(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(PROGRESS_BYTES))
}

/** The error with which a thread rejected an upload. */
class UploadError extends CodedError {
  override readonly name = 'UploadError'
  override readonly code: string

  constructor({ code, message, details }: RejectedUpload) {
    super(message, { details })
    this.code = code
  }
}

function threadEnded(cause?: unknown): RegistryError {
  return new RegistryError(
    'unavailable',
    'The thread that read the upload ended unexpectedly; send the upload again.',
    { cause },
  )
}

import { Worker, type WorkerOptions } from 'node:worker_threads'
import { RegistryError } from '@utpid/core'
import type { BatchEnvelope, InputItem } from '@utpid/service/reading'
import { EventQueue } from './event-queue.ts'
import { goneError } from './gone-error.ts'
import type { UploadForm } from './upload-form.ts'
import { MOVES, REACHED, type RefusedUpload, type SaidReader, type ToldReader } from './upload-message.ts'
import type { UploadRules } from './upload-rules.ts'

/** An upload that a thread reads. */
export interface ThreadUpload {
  readonly body: AsyncIterator<Uint8Array>
  readonly form: UploadForm
  /** Receives the other fields of a JSON batch. */
  readonly envelope: BatchEnvelope
  /** Ends the thread. */
  readonly signal: AbortSignal
}

/** Events of an upload: a message of the thread, or the reason why it stopped. */
type UploadEvent = SaidReader | { readonly broken: unknown }

/** Megabytes of the heap for new objects, and for what the engine grants beyond the limit to throw an error. */
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
  #isLost = false

  /** @param file - File of the thread, for tests. @throws the system's error if no thread can be started. */
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
    this.#worker.on('message', (said: SaidReader) => this.#events.push(said))
    this.#worker.on('messageerror', (error) => this.#lose(error))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => this.#lose(this.#reasonOf(error)))
    this.#worker.on('exit', () => this.#lose(ended()))
  }

  /** Whether the thread has ended. */
  get isLost(): boolean {
    return this.#isLost
  }

  /**
   * Reads an upload. If reading stops early, the thread ends too.
   *
   * @throws errors of reading and of the body; `aborted`; `validation_failed` if a record needs too much memory or
   *   processor time; `unavailable` if the thread ended otherwise.
   */
  async *read({ body, form, envelope, signal }: ThreadUpload): AsyncGenerator<InputItem> {
    const number = ++this.#number
    this.#progress = sharedProgress()
    this.#events = new EventQueue()
    if (this.#isLost) this.#events.push({ broken: ended() })
    const abort = (): void => this.#events.push({ broken: goneError(signal) })
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    let unwatch: () => void = () => undefined
    let isWatched = false
    this.#worker.ref()
    let isRead = false
    try {
      this.#tell({ begin: { number, form, envelope, progress: this.#progress } })
      for (;;) {
        const event = await this.#events.next()
        if ('broken' in event) throw event.broken
        if ('wants' in event) {
          // Start here, so that the start of the thread does not count.
          if (!isWatched) unwatch = this.#watch()
          isWatched = true
          void this.#give(number, body)
        } else if ('items' in event) {
          yield* event.items
          this.#tell({ taken: true })
        } else {
          isRead = true
          if ('refused' in event) throw refusalOf(event.refused)
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
    this.#isLost = true
    await this.#worker.terminate()
  }

  async #give(number: number, body: AsyncIterator<Uint8Array>): Promise<void> {
    try {
      const next = await body.next()
      if (next.done === true) {
        this.#tell({ number, bytes: undefined })
        return
      }
      // Transfer a copy: the memory of a chunk belongs to its reader.
      const bytes = new Uint8Array(next.value)
      this.#tell({ number, bytes }, [bytes.buffer])
    } catch (error) {
      if (number === this.#number) this.#events.push({ broken: error })
    }
  }

  #tell(told: ToldReader, handed: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(told, handed)
  }

  /** Checks for a hanging thread. @returns a function that stops the check. */
  #watch(): () => void {
    const { stuckMs, lookMs } = this.#rules
    let moves = Atomics.load(this.#progress, MOVES)
    let busyBefore = this.#worker.performance.eventLoopUtilization().active
    const timer = setInterval(() => {
      const { active } = this.#worker.performance.eventLoopUtilization()
      const now = Atomics.load(this.#progress, MOVES)
      if (now !== moves) {
        moves = now
        busyBefore = active
      } else if (active - busyBefore >= stuckMs) {
        this.#lose(this.#tooMuch('too_much_cpu', `takes more than ${stuckMs / 1_000} s of processor time`))
        void this.end()
      }
    }, lookMs)
    timer.unref()
    return () => clearInterval(timer)
  }

  #reasonOf(error: NodeJS.ErrnoException): unknown {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return ended(error)
    return this.#tooMuch('too_much_memory', `needs more than ${this.#rules.heapMegabytes} MB of memory`)
  }

  #tooMuch(reason: string, what: string): RegistryError {
    const reached = Atomics.load(this.#progress, REACHED)
    const where = reached === 0 ? 'The first record' : `The record after line or input ${reached}`
    return new RegistryError('validation_failed', `${where} ${what}; shorten it, or send the records in other parts.`, {
      details: { reason, line: reached },
    })
  }

  #lose(why: unknown): void {
    this.#isLost = true
    this.#events.push({ broken: why })
  }
}

/** File of the thread: the built file, or the source in the repository. */
function workerFile(): readonly [URL, WorkerOptions] {
  if (!import.meta.url.endsWith('.ts')) return [new URL('./upload-worker.js', import.meta.url), {}]
  const source = new URL('./upload-worker-source.mjs', import.meta.url)
  return [source, { execArgv: ['--conditions', '@utpid/source'] }]
}

function sharedProgress(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(PROGRESS_BYTES))
}

function refusalOf({ code, message, details }: RefusedUpload): RegistryError {
  return new RegistryError(code as RegistryError['code'], message, { details })
}

function ended(cause?: unknown): RegistryError {
  return new RegistryError(
    'unavailable',
    'The thread that read the upload ended unexpectedly; send the upload again.',
    { cause },
  )
}

import { Worker } from 'node:worker_threads'
import { workerFile } from '../worker-file.ts'
import type { Answered, RegistryView, Said, Told, Wanted, WorkerSetUp } from './worker-message.ts'

/** A thread that answers from views of a registry. */
export class WorkerThread {
  readonly #worker: Worker
  /** Resolvers of pending requests, by number. */
  readonly #waiting = new Map<number, (answered: Answered) => void>()
  #asked = 0
  #view: RegistryView | undefined
  readonly #onLost: (why: string) => void
  #gone: string | undefined
  #isWantedGone = false

  /** @param onLost - Called when the thread exits unexpectedly. */
  constructor(setUp: WorkerSetUp, onLost: (why: string) => void, youngMegabytes?: number) {
    const { file, options } = workerFile(
      import.meta.url,
      new URL('./registry-worker.js', import.meta.url),
      new URL('./registry-worker-source.mjs', import.meta.url),
    )
    this.#worker = new Worker(file, {
      ...options,
      workerData: setUp,
      ...(youngMegabytes === undefined ? {} : { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } }),
    })
    this.#worker.unref()
    this.#worker.on('message', ({ number, answered }: Said) => {
      if (number === undefined) this.#answerAll(answered)
      else {
        this.#waiting.get(number)?.(answered)
        this.#waiting.delete(number)
      }
      // Without pending requests, the thread must not keep the process alive.
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    this.#onLost = onLost
    this.#worker.on('error', (error) => this.#lose(error.message))
    this.#worker.on('messageerror', (error) => this.#answerAll({ failed: error.message }))
    this.#worker.on('exit', () => this.#lose('The thread ended.'))
  }

  get isLost(): boolean {
    return this.#gone !== undefined
  }

  /** Number of pending requests. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** The view for new requests. */
  get view(): RegistryView | undefined {
    return this.#view
  }

  /**
   * Sends a view. Later requests are answered from it, or fail if it cannot be opened.
   *
   * @returns whether it was opened.
   */
  async show(view: RegistryView): Promise<boolean> {
    this.#view = view
    const answered = await this.#tell({ view })
    if ('opened' in answered) return true
    this.giveUp('failed' in answered ? answered.failed : 'The thread could not open the registry.')
    return false
  }

  /** Never rejects. */
  ask(wanted: Exclude<Wanted, { readonly view: RegistryView }>): Promise<Answered> {
    return this.#tell(wanted)
  }

  /** Ends a useless thread; it counts as lost. */
  giveUp(why: string): void {
    this.#lose(why)
    void this.#worker.terminate()
  }

  async end(): Promise<void> {
    this.#isWantedGone = true
    await this.#worker.terminate()
    this.#leave('The thread was ended.')
  }

  #tell(wanted: Wanted): Promise<Answered> {
    if (this.#gone !== undefined) return Promise.resolve({ failed: this.#gone })
    const number = this.#asked++
    return new Promise((resolve) => {
      try {
        this.#worker.postMessage({ number, ...wanted } satisfies Told)
      } catch (error) {
        // Values that cannot be cloned, such as functions, are handled by the caller.
        return resolve({ failed: error instanceof Error ? error.message : String(error) })
      }
      this.#waiting.set(number, resolve)
      this.#worker.ref()
    })
  }

  #answerAll(answered: Answered): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const resolve of waiting) resolve(answered)
  }

  #lose(why: string): void {
    const isNews = this.#gone === undefined && !this.#isWantedGone
    // First, so that pending requests do not wait for the callback.
    this.#leave(why)
    if (isNews) this.#onLost(why)
  }

  #leave(why: string): void {
    this.#gone ??= why
    this.#answerAll({ failed: why })
  }
}

import { Worker } from 'node:worker_threads'
import { workerFile } from '../worker-file.ts'
import type { Message, RegistryView, Request, Response, Task, WorkerSetUp } from './worker-message.ts'

/** A thread that runs queries on views of a registry. */
export class WorkerThread {
  readonly #worker: Worker
  /** The resolvers of pending requests, by number. */
  readonly #pending = new Map<number, (answered: Response) => void>()
  #nextNumber = 0
  #view: RegistryView | undefined
  readonly #onWorkerExit: (why: string) => void
  #exitReason: string | undefined
  #isEnding = false

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
    this.#worker.on('message', ({ number, answered }: Message) => {
      if (number === undefined) this.#resolveAll(answered)
      else {
        this.#pending.get(number)?.(answered)
        this.#pending.delete(number)
      }
      // Lets the process exit while the thread has no pending requests.
      if (this.#pending.size === 0) this.#worker.unref()
    })
    this.#onWorkerExit = onLost
    this.#worker.on('error', (error) => this.#handleExit(error.message))
    this.#worker.on('messageerror', (error) => this.#resolveAll({ failed: error.message }))
    this.#worker.on('exit', () => this.#handleExit('The thread ended.'))
  }

  get hasExited(): boolean {
    return this.#exitReason !== undefined
  }

  get pending(): number {
    return this.#pending.size
  }

  /** The view for new requests. */
  get view(): RegistryView | undefined {
    return this.#view
  }

  /**
   * Sends a view, which the thread uses for later requests. These requests fail if the view cannot be opened.
   *
   * @returns whether the thread opened the view.
   */
  async sendView(view: RegistryView): Promise<boolean> {
    this.#view = view
    const answered = await this.#send({ view })
    if ('opened' in answered) return true
    this.discard('failed' in answered ? answered.failed : 'The thread could not open the registry.')
    return false
  }

  /** Sends a request. The promise never rejects. */
  ask(wanted: Exclude<Task, { readonly view: RegistryView }>): Promise<Response> {
    return this.#send(wanted)
  }

  /** Ends a useless thread, and counts it as lost. */
  discard(why: string): void {
    this.#handleExit(why)
    void this.#worker.terminate()
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#worker.terminate()
    this.#fail('The thread was ended.')
  }

  #send(wanted: Task): Promise<Response> {
    if (this.#exitReason !== undefined) return Promise.resolve({ failed: this.#exitReason })
    const number = this.#nextNumber++
    return new Promise((resolve) => {
      try {
        this.#worker.postMessage({ number, ...wanted } satisfies Request)
      } catch (error) {
        // Reports a failure for values that cannot be cloned, such as functions. The caller handles them.
        return resolve({ failed: error instanceof Error ? error.message : String(error) })
      }
      this.#pending.set(number, resolve)
      this.#worker.ref()
    })
  }

  #resolveAll(answered: Response): void {
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const resolve of pending) resolve(answered)
  }

  #handleExit(why: string): void {
    const isNews = this.#exitReason === undefined && !this.#isEnding
    // Fails pending requests first, so that they do not wait for the callback.
    this.#fail(why)
    if (isNews) this.#onWorkerExit(why)
  }

  #fail(why: string): void {
    this.#exitReason ??= why
    this.#resolveAll({ failed: why })
  }
}

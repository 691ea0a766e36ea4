import { RegistryError } from '@utpid/core'
import { abortError } from './abort-error.ts'

interface Waiting {
  readonly accountId: string
  readonly isShort: boolean
  start(): void
  refuse(error: Error): void
}

/**
 * Queue of uploads in order of arrival. The queue runs one upload for each thread, and at most one for each account. An
 * extra slot is for short uploads, so that they do not wait for long uploads of other accounts.
 */
export class UploadQueue {
  readonly #max: number
  /** Running uploads by account. The value is true for an upload in the slot for short uploads. */
  readonly #reading = new Map<string, boolean>()
  #waiting: Waiting[] = []
  #isClosed = false

  constructor(most: number) {
    this.#max = most
  }

  get state(): { readonly reading: number; readonly waiting: number } {
    return { reading: this.#reading.size, waiting: this.#waiting.length }
  }

  /**
   * Waits for a slot.
   *
   * @param isShort - Whether the upload may also use the slot for short uploads.
   * @returns a function that frees the slot. A repeated call has no effect.
   * @throws `aborted`, or the reason of the signal; `closed`.
   */
  async enter(accountId: string, isShort: boolean, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortError(signal)
    if (this.#isClosed) throw closed()
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        reject(abortError(signal))
      }
      const waiting: Waiting = {
        accountId,
        isShort,
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
        refuse: (error) => {
          signal.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
      this.#next()
    })
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#reading.delete(accountId)
      this.#next()
    }
  }

  /** Rejects all waiting and future uploads. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(closed())
  }

  #next(): void {
    for (;;) {
      const isShortFree = ![...this.#reading.values()].includes(true)
      const isFree = this.#reading.size - (isShortFree ? 0 : 1) < this.#max
      const at = this.#waiting.findIndex(
        ({ accountId, isShort }) => !this.#reading.has(accountId) && (isFree || (isShort && isShortFree)),
      )
      const [next] = at === -1 ? [] : this.#waiting.splice(at, 1)
      if (next === undefined) return
      this.#reading.set(next.accountId, !isFree)
      next.start()
    }
  }
}

function closed(): RegistryError {
  return new RegistryError('closed', 'The service is stopping; send the upload again.')
}

import { RegistryError } from '@utpid/core'
import { goneError } from './gone-error.ts'

interface Waiting {
  readonly accountId: string
  readonly isShort: boolean
  begin(): void
  refuse(error: Error): void
}

/**
 * Whose turn it is to be read: as many as there are threads, one of each account, in the order in which they came. One place
 * more is for short ones, so that they wait for no long one of another account.
 */
export class UploadQueue {
  readonly #most: number
  /** By account: whether it has the place for short ones. */
  readonly #reading = new Map<string, boolean>()
  #waiting: Waiting[] = []
  #isClosed = false

  constructor(most: number) {
    this.#most = most
  }

  get state(): { readonly reading: number; readonly waiting: number } {
    return { reading: this.#reading.size, waiting: this.#waiting.length }
  }

  /**
   * Waits for a turn.
   *
   * @param isShort - It may also have the place for short ones.
   * @returns what ends it; again: nothing.
   * @throws `aborted`, or the reason of the signal; `closed`.
   */
  async enter(accountId: string, isShort: boolean, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw goneError(signal)
    if (this.#isClosed) throw closed()
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        reject(goneError(signal))
      }
      const waiting: Waiting = {
        accountId,
        isShort,
        begin: () => {
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

  /** Nobody waits any more, and nobody begins. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(closed())
  }

  #next(): void {
    for (;;) {
      const isShortFree = ![...this.#reading.values()].includes(true)
      const isFree = this.#reading.size - (isShortFree ? 0 : 1) < this.#most
      const at = this.#waiting.findIndex(
        ({ accountId, isShort }) => !this.#reading.has(accountId) && (isFree || (isShort && isShortFree)),
      )
      const [next] = at === -1 ? [] : this.#waiting.splice(at, 1)
      if (next === undefined) return
      this.#reading.set(next.accountId, !isFree)
      next.begin()
    }
  }
}

function closed(): RegistryError {
  return new RegistryError('closed', 'The service is stopping; send the upload again.')
}

import { RegistryError } from '@utpid/core'
import { goneError } from './gone-error.ts'

interface Waiting {
  readonly accountId: string
  begin(): void
  refuse(error: Error): void
}

/** Whose turn it is to be read: as many as there are threads, one of each account, in the order in which they came. */
export class UploadQueue {
  readonly #most: number
  readonly #reading = new Set<string>()
  #waiting: Waiting[] = []
  #isClosed = false

  constructor(most: number) {
    this.#most = most
  }

  get state(): { readonly reading: number; readonly waiting: number } {
    return { reading: this.#reading.size, waiting: this.#waiting.length }
  }

  /** Whether somebody waits who could be read if there was a thread. */
  get isWaitedFor(): boolean {
    return this.#waiting.some(({ accountId }) => !this.#reading.has(accountId))
  }

  /**
   * Waits for a turn.
   *
   * @returns what ends it; again: nothing.
   * @throws `aborted`, or the reason of the signal; `closed`.
   */
  async enter(accountId: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw goneError(signal)
    if (this.#isClosed) throw closed()
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        reject(goneError(signal))
      }
      const waiting: Waiting = {
        accountId,
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
    while (this.#reading.size < this.#most) {
      const at = this.#waiting.findIndex(({ accountId }) => !this.#reading.has(accountId))
      const [next] = at === -1 ? [] : this.#waiting.splice(at, 1)
      if (next === undefined) return
      this.#reading.add(next.accountId)
      next.begin()
    }
  }
}

function closed(): RegistryError {
  return new RegistryError('closed', 'The service is stopping; send the upload again.')
}

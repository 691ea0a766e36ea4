import { LIMITS } from '../../model/limits.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { SLICE } from './generation-builder.ts'

/**
 * What a reindex does for each record or product that is written beside it: it takes it in, settles its group,
 * and gets on by as much.
 */
const ROWS_PER_WRITTEN_ROW = 4
/** Rows it may be short of that before writers wait: 20 slices, about 200 milliseconds. */
const PATIENCE = 1_000

/**
 * Lets a reindex get ahead of the writers of its process, however much they write: an import puts in 500 records a
 * turn, a reindex 50. Where they write more than it can follow, it holds them for some slices now and then. They
 * are served in between.
 */
export class ReindexPace {
  readonly #context: RegistryContext
  readonly #signal: AbortSignalLike | undefined
  /** Writes up to this change have been counted. */
  #seen: ChangeNumber
  /** Rows of work that the writers are ahead. */
  #behind = 0
  #release: (() => void) | undefined
  #ended = false

  /** @param at - Changes after this one count. */
  constructor(context: RegistryContext, at: ChangeNumber, signal: AbortSignalLike | undefined) {
    this.#context = context
    this.#seen = at
    this.#signal = signal
  }

  /** To be called after each slice: other work runs, and writers are held or let go. */
  async pause(): Promise<void> {
    checkSignal(this.#signal)
    await this.#context.yield()
    if (this.#ended) return
    await this.#count()
    if (this.#behind === 0) this.#letGo()
    else if (this.#behind > PATIENCE && this.#release === undefined) await this.#hold()
  }

  /** Lets the writers go, and holds them no more. */
  end(): void {
    this.#ended = true
    this.#letGo()
  }

  async #count(): Promise<void> {
    const { ledger } = this.#context
    const { change: head } = await ledger.head()
    while (this.#seen < head) {
      const changes = await ledger.changes(this.#seen, LIMITS.rowsPerPage)
      for (const { records, products, endedProducts } of changes) {
        this.#behind += ROWS_PER_WRITTEN_ROW * (records.length + products.length + endedProducts.length)
      }
      this.#seen = changes.at(-1)?.change ?? head
    }
    this.#behind = Math.max(0, this.#behind - SLICE)
  }

  /** Waits for the writes that were asked for before. */
  #hold(): Promise<void> {
    return new Promise((granted) => {
      void this.#context.writes.run(() => {
        granted()
        return new Promise<void>((release) => {
          this.#release = release
        })
      })
    })
  }

  #letGo(): void {
    this.#release?.()
    this.#release = undefined
  }
}

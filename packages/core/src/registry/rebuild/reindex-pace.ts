import { LIMITS } from '../../model/limits.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { SLICE } from './generation-builder.ts'

/**
 * The number of rows that a reindex must process for each row that others write: to apply the row, to update its
 * cluster, and to progress.
 */
const ROWS_PER_WRITTEN_ROW = 4
/** The maximum backlog, in rows, before writers must wait: 20 slices, about 200 milliseconds. */
const MAX_BACKLOG = 1_000

/**
 * Keeps a reindex ahead of the writers of its process. An import writes 500 records at a time; a reindex processes 50.
 * If writers are too fast, this class pauses them for some slices at intervals.
 */
export class ReindexPace {
  readonly #context: RegistryContext
  readonly #signal: AbortSignalLike | undefined
  /** The number of a change. Writes up to this change are already counted. */
  #seen: ChangeNumber
  /** The backlog: the number of rows that the reindex still has to process. */
  #backlog = 0
  #release: (() => void) | undefined
  #ended = false

  /**
   * Creates the pace of one reindex.
   *
   * @param at - A change. Only later changes count.
   */
  constructor(context: RegistryContext, at: ChangeNumber, signal: AbortSignalLike | undefined) {
    this.#context = context
    this.#seen = at
    this.#signal = signal
  }

  /** Lets other tasks run, and blocks or releases writers. Call this method after each slice. */
  async pause(): Promise<void> {
    checkSignal(this.#signal)
    await this.#context.yield()
    if (this.#ended) return
    await this.#count()
    if (this.#backlog === 0) this.#releaseWriters()
    else if (this.#backlog > MAX_BACKLOG && this.#release === undefined) await this.#blockWriters()
  }

  /** Releases the writers permanently. */
  end(): void {
    this.#ended = true
    this.#releaseWriters()
  }

  async #count(): Promise<void> {
    const { ledger } = this.#context
    const { change: head } = await ledger.head()
    while (this.#seen < head) {
      const changes = await ledger.changes(this.#seen, LIMITS.rowsPerPage)
      for (const { records, products, removedProducts } of changes) {
        this.#backlog += ROWS_PER_WRITTEN_ROW * (records.length + products.length + removedProducts.length)
      }
      this.#seen = changes.at(-1)?.change ?? head
    }
    this.#backlog = Math.max(0, this.#backlog - SLICE)
  }

  /** Waits for earlier writes, then blocks later writes. */
  #blockWriters(): Promise<void> {
    return new Promise((granted) => {
      void this.#context.writes.runExclusive(() => {
        granted()
        return new Promise<void>((release) => {
          this.#release = release
        })
      })
    })
  }

  #releaseWriters(): void {
    this.#release?.()
    this.#release = undefined
  }
}

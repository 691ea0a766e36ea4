import { RegistryError } from '@utpid/core'
import type { ChangeNumber, Ledger, Lifetime } from '@utpid/core/storage'
import { applyDelta, type Delta, digestBefore, readDelta } from '@utpid/core/storage'
import type { DurableLedger } from '../ledger/durable-ledger.ts'

/** The deltas applied in memory to an open registry package. */
export class PackageDeltas {
  readonly #ledger: DurableLedger
  readonly #lifetime: Lifetime
  readonly #indexVersion: string | undefined
  /** The last change in the file. */
  readonly #packageChange: ChangeNumber
  #change: ChangeNumber
  /**
   * The change digests at the ends of applied deltas. The digests of older changes come from the change feed of the
   * file.
   */
  readonly #digests = new Map<ChangeNumber, string | undefined>()
  #wasApplied = false
  #reading: Promise<unknown> = Promise.resolve()
  #writing: Promise<unknown> = Promise.resolve()
  readonly #closing = new AbortController()

  /**
   * @param ledger - The rows of the file, with the changes of deltas applied in memory.
   * @param indexVersion - The index version of the file.
   */
  constructor(ledger: DurableLedger, lifetime: Lifetime, indexVersion: string | undefined) {
    this.#ledger = ledger
    this.#lifetime = lifetime
    this.#indexVersion = indexVersion
    this.#packageChange = ledger.lastChange
    this.#change = ledger.lastChange
  }

  get change(): ChangeNumber {
    return this.#change
  }

  /**
   * Reads and applies a delta, after the deltas of earlier calls.
   *
   * @returns whether the delta contained new changes.
   */
  async apply(lines: Iterable<unknown> | AsyncIterable<unknown>): Promise<boolean> {
    this.#lifetime.check()
    // Applies deltas one at a time, in the order of the calls.
    const before = this.#reading
    const applied = (async () => {
      await before
      this.#lifetime.check()
      const delta = await resolveUnlessAborted(readDelta(lines), this.#closing.signal)
      // Prevents a write after closing: reading the lines may take long.
      this.#lifetime.check()
      const written = this.#write(delta as Delta)
      this.#writing = written.catch(() => undefined)
      return await written
    })()
    this.#reading = applied.catch(() => undefined)
    return await applied
  }

  async #write(delta: Delta): Promise<boolean> {
    this.#lifetime.check()
    await this.#checkDelta(delta)
    const { end } = delta
    if (end.change <= this.#change) return false
    this.#wasApplied = true
    await applyDelta(this.#ledger, delta)
    this.#change = end.change
    this.#digests.set(this.#change, end.digest)
    return true
  }

  /** @throws `index_outdated`, `changes_expired` or `export_damaged` if the delta does not continue the contents. */
  async #checkDelta({ header }: Delta): Promise<void> {
    if (header.indexVersion !== this.#indexVersion) {
      throw new RegistryError(
        'index_outdated',
        `The delta has index version ${header.indexVersion}, the registry package ${this.#indexVersion ?? 'none'}: the registry was reindexed. Write a new registry package.`,
      )
    }
    const shown = this.#change
    if (header.after > shown) {
      throw new RegistryError(
        'changes_expired',
        `The delta starts after change ${header.after}, but the registry package is at change ${shown}: the changes between are missing. Apply the earlier delta first, or export one after change ${shown}.`,
      )
    }
    const isInFile = Math.max(header.after, 1) <= this.#packageChange
    const own = isInFile ? await digestBefore(this.#ledger, header.after) : this.#digests.get(header.after)
    if (differ(header.digest, own)) {
      throw new RegistryError(
        'export_damaged',
        `The delta is of another registry: its change ${Math.max(header.after, 1)} differs from that of this registry package.`,
      )
    }
  }

  /** Reads the change feed of the file. Fails after a delta was applied. */
  readonly changes: Ledger['changes'] = async (after, limit) => {
    if (!this.#wasApplied) return await this.#ledger.changes(after, limit)
    if (after >= this.#change) return []
    throw new RegistryError(
      'changes_expired',
      `This registry package was updated from change ${this.#packageChange} to ${this.#change} and has no change feed. Read the change feed of its source registry.`,
    )
  }

  /** Stops reading deltas. Resolves when no delta is being applied. */
  async end(): Promise<void> {
    this.#closing.abort()
    await this.#writing
  }
}

/** Resolves with undefined if the signal is aborted before the promise settles. */
async function resolveUnlessAborted<Of>(work: Promise<Of>, signal: AbortSignal): Promise<Of | undefined> {
  let stop = (): void => undefined
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Returns whether two change digests differ. An unknown digest counts as equal. */
function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other
}

import { RegistryError } from '../../model/registry-error.ts'
import { type Sleep, systemSleep } from '../../runtime/environment.ts'
import { Lifetime } from '../../storage/checks/lifetime.ts'
import type { Commit, CommitResult } from '../../storage/commit.ts'
import type { LedgerHead } from '../../storage/ledger.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import type { Storage } from '../../storage/storage.ts'
import { CopyOutdated } from './copy-outdated.ts'
import { ReplicaCopy } from './replica-copy.ts'
import type { ReplicaOptions, ReplicaProgress } from './replica-options.ts'

/** The state of a replica. */
export interface ReplicaState {
  /** The last change of the primary that reads of the replica include. */
  readonly change: ChangeNumber
  /** The last change of the primary that the replica has heard of. */
  readonly primaryChange: ChangeNumber
  /**
   * The age in milliseconds of the oldest change that reads do not include yet, since the replica was informed of the
   * change; 0 if there is no such change.
   */
  readonly behindMilliseconds: number
  /**
   * True while the replica reads all rows again, because the change feed does not contain the changes after the copy.
   */
  readonly recopying: boolean
  /** The error of the last attempt to follow the primary; absent if the attempt succeeded. */
  readonly failure?: unknown
}

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 3_000

/** Keeps a copy up to date with its primary. */
export class ReplicaFollower {
  readonly #primary: Storage
  readonly #local: ReplicaOptions['local']
  readonly #pollMilliseconds: number
  readonly #onProgress: (progress: ReplicaProgress) => void
  readonly #onReplaced: (why: string) => void
  readonly #clock: () => number
  readonly #sleep: Sleep
  readonly #lifetime = new Lifetime()
  readonly #waiting = new Set<{ readonly change: ChangeNumber; readonly done: () => void }>()
  #copy: ReplicaCopy | undefined
  #primaryChange: ChangeNumber = 0
  #behindSince: number | undefined
  #isRereading = false
  readonly #committing = new Set<Promise<CommitResult>>()
  #isEnded = false
  #failure: { readonly error: unknown } | undefined
  #following: Promise<void> | undefined
  #isRequestedAgain = false
  #wake: () => void = () => undefined
  #isRequested = false
  #stopListening: () => void = () => undefined

  constructor(options: ReplicaOptions, poll: number) {
    const { primary, local, onProgress = () => undefined, onReplaced = () => undefined } = options
    const { clock = () => Date.now(), sleep = systemSleep } = options
    this.#primary = primary
    this.#local = local
    this.#onProgress = onProgress
    this.#onReplaced = onReplaced
    this.#pollMilliseconds = poll
    this.#clock = clock
    this.#sleep = sleep
  }

  async start(): Promise<void> {
    const storage = await this.#local({ isNew: false })
    if (!(await this.#openStored(storage))) await this.#makeCopy(storage)
    this.#stopListening = this.#primary.onChange?.(() => this.#requestFollow()) ?? (() => undefined)
    void this.#run()
  }

  /**
   * Returns the copy that serves reads.
   *
   * @throws `closed`
   */
  current(): ReplicaCopy {
    this.#lifetime.check()
    return this.#copy as ReplicaCopy
  }

  /** Commits to the primary. The promise resolves when reads of the replica include the change. */
  async commit(commit: Commit): Promise<CommitResult> {
    this.#lifetime.check()
    const committing = this.#commitToPrimary(commit)
    this.#committing.add(committing)
    try {
      return await committing
    } finally {
      this.#committing.delete(committing)
    }
  }

  async #commitToPrimary(commit: Commit): Promise<CommitResult> {
    try {
      const result = await this.#primary.ledger.commit(commit)
      await this.waitUntilVisible(result.change)
      return result
    } catch (error) {
      // After a conflict, the replica applies the conflicting changes before the retry.
      if (error instanceof RegistryError && error.code !== 'closed') await this.follow().catch(() => undefined)
      throw error
    }
  }

  /**
   * Waits until reads include a change.
   *
   * @throws `closed`
   */
  async waitFor(change: ChangeNumber): Promise<void> {
    this.#lifetime.check()
    await this.waitUntilVisible(change)
    this.#lifetime.check()
  }

  /** Waits until reads include a change, or until it is certain that they never will. */
  async waitUntilVisible(change: ChangeNumber): Promise<void> {
    if ((this.#copy?.change ?? -1) >= change) return
    const shows = new Promise<void>((done) => {
      this.#waiting.add({ change, done })
    })
    this.#wake()
    await shows
  }

  state(): ReplicaState {
    const change = this.#copy?.change ?? 0
    const since = this.#behindSince
    return {
      change,
      primaryChange: Math.max(change, this.#primaryChange),
      behindMilliseconds: since === undefined ? 0 : Math.max(0, this.#clock() - since),
      recopying: this.#isRereading,
      ...(this.#failure === undefined ? {} : { failure: this.#failure.error }),
    }
  }

  /** Follows the primary at each poll and each wake-up, until the replica is closed. */
  async #run(): Promise<void> {
    let pause = MIN_PAUSE_MS
    for (;;) {
      await this.#pause(this.#pollMilliseconds)
      if (this.#isEnded) return
      this.#isRequested = false
      try {
        await this.follow()
        pause = MIN_PAUSE_MS
      } catch {
        // `state` reports the error. The copy still serves reads, and the loop tries again to follow the primary.
        if (this.#isEnded) return
        await this.#sleep(pause)
        pause = Math.min(pause * 2, MAX_PAUSE_MS)
        this.#isRequested = true
      }
    }
  }

  #requestFollow(): void {
    this.#isRequested = true
    this.#wake()
  }

  /** Reports whether a caller waits for a change that reads do not include yet. */
  #isBehind(): boolean {
    return [...this.#waiting].some(({ change }) => change > (this.#copy?.change ?? 0))
  }

  async #pause(milliseconds: number): Promise<void> {
    await Promise.race([
      this.#sleep(milliseconds),
      new Promise<void>((resolve) => {
        this.#wake = resolve
        if (this.#isRequested || this.#isBehind() || this.#isEnded) resolve()
      }),
    ])
  }

  /** Waits until reads include all changes that were written before the call. Only one run is active at a time. */
  async follow(): Promise<void> {
    if (this.#following !== undefined) {
      // The current run may have read the head before this call.
      this.#isRequestedAgain = true
      await this.#following
      return
    }
    this.#following = (async () => {
      do {
        this.#isRequestedAgain = false
        await this.#followOnce()
      } while (this.#isRequestedAgain)
    })()
    try {
      await this.#following
    } finally {
      this.#following = undefined
    }
  }

  async #followOnce(): Promise<void> {
    const copy = this.#copy as ReplicaCopy
    try {
      const head = await this.#primary.ledger.head()
      this.#noteHead(head)
      // If the last attempt failed, another registry may have replaced the primary in the meantime.
      await copy.follow(this.#primary.ledger, head, () => this.#resolveWaiting(), this.#failure !== undefined)
      this.#failure = undefined
    } catch (error) {
      if (error instanceof CopyOutdated) return await this.#replaceOutdated(error)
      this.#failure = { error }
      throw error
    } finally {
      this.#resolveWaiting()
    }
  }

  /**
   * Serves reads from the copy that an earlier process left in a storage, after the copy has caught up.
   *
   * @returns false if the storage is empty.
   */
  async #openStored(storage: Storage): Promise<boolean> {
    try {
      if (await isEmpty(storage)) return false
      const head = await this.#primary.ledger.head()
      this.#noteHead(head)
      this.#copy = await ReplicaCopy.openStored(this.#primary.ledger, storage, head, {
        following: (following) => {
          this.#checkOpen()
          this.#onProgress({ rows: 0, total: 0, following })
        },
      })
      this.#resolveWaiting()
    } catch (error) {
      // The outdated copy is closed first, since the replacement needs its memory.
      await storage.close()
      if (!(error instanceof CopyOutdated)) throw error
      await this.#replaceOutdated(error)
    }
    return true
  }

  async #replaceOutdated({ message }: CopyOutdated): Promise<void> {
    this.#onReplaced(message)
    try {
      await this.#makeCopy(await this.#local({ isNew: true }))
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }

  /**
   * Creates a new copy while the old copy serves reads.
   *
   * @param storage - Must be empty.
   */
  async #makeCopy(storage: Storage): Promise<void> {
    this.#isRereading = true
    try {
      if (!(await isEmpty(storage))) {
        throw new RegistryError(
          'storage_not_empty',
          'The local storage of a replica must be empty or contain a copy of its primary that can follow it. Give an empty one.',
        )
      }
      for (;;) {
        const head = await this.#primary.ledger.head()
        this.#noteHead(head)
        const counters = await this.#primary.ledger.counters()
        const total = (counters.get('records') ?? 0) + (counters.get('products') ?? 0)
        let rows = 0
        const copy = await ReplicaCopy.create(this.#primary.ledger, storage, head, {
          rows: (more) => {
            this.#checkOpen()
            rows += more
            this.#onProgress({ rows, total })
          },
          writing: (writing) => {
            this.#checkOpen()
            this.#onProgress({ rows, total, writing })
          },
          following: (following) => {
            this.#checkOpen()
            this.#onProgress({ rows, total, following })
          },
        })
        if (copy === undefined) continue
        await this.#replaceBy(copy)
        return
      }
    } catch (error) {
      await storage.close()
      throw error
    } finally {
      this.#isRereading = false
    }
  }

  async #replaceBy(copy: ReplicaCopy): Promise<void> {
    const before = this.#copy
    this.#copy = copy
    this.#failure = undefined
    this.#resolveWaiting()
    // The old copy no longer serves reads, so errors while closing it do not matter.
    await before?.storage.close().catch(() => undefined)
  }

  /**
   * Checks that the replica is open. The check stops a copy in progress after the replica is closed, since copying
   * takes minutes.
   */
  #checkOpen(): void {
    if (this.#isEnded) throw new RegistryError('closed', 'The replica was closed while its copy was made.')
  }

  #noteHead({ change }: LedgerHead): void {
    this.#primaryChange = change
    if (change > (this.#copy?.change ?? 0)) this.#behindSince ??= this.#clock()
  }

  #resolveWaiting(): void {
    const change = this.#copy?.change ?? 0
    if (change >= this.#primaryChange) this.#behindSince = undefined
    for (const each of this.#waiting) {
      if (each.change > change) continue
      this.#waiting.delete(each)
      each.done()
    }
  }

  /** Closes the copy and the primary. */
  async close(): Promise<void> {
    const isFirst = this.#lifetime.close()
    await Promise.allSettled([...this.#committing])
    this.#isEnded = true
    this.#stopListening()
    this.#wake()
    for (const { done } of this.#waiting) done()
    this.#waiting.clear()
    await this.#following?.catch(() => undefined)
    if (isFirst) await this.#copy?.storage.close()
    await this.#primary.close()
  }
}

/** Reports whether a storage contains no copy. A copy of a registry without changes has only an index version. */
async function isEmpty({ ledger }: Storage): Promise<boolean> {
  const { change, indexVersion } = await ledger.head()
  return change === 0 && indexVersion === undefined
}

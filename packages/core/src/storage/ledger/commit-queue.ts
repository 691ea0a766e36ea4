import type { Commit, CommitResult } from '../commit.ts'

/** The result of one commit of a batch. */
export type Outcome = PromiseSettledResult<CommitResult>

interface QueuedCommit {
  readonly commit: Commit
  readonly settle: (outcome: Outcome) => void
}

/** A write other than a commit, which runs alone. */
interface QueuedWrite {
  readonly write: () => Promise<void>
}

const MAX_COMMITS_PER_BATCH = 1_000
/** The maximum number of records in a batch. A larger batch would delay its first commit. */
const MAX_RECORDS_PER_BATCH = 5_000

/**
 * Writes commits in order of arrival. Waiting commits form one batch, since a flush costs the same for one commit as
 * for hundreds.
 */
export class CommitQueue {
  readonly #write: (group: readonly Commit[]) => Promise<readonly Outcome[]>
  #waiting: (QueuedCommit | QueuedWrite)[] = []
  #running: Promise<void> | undefined

  /**
   * Creates a queue.
   *
   * @param write - Writes a batch and returns the outcome of each commit; never rejects.
   */
  constructor(write: (group: readonly Commit[]) => Promise<readonly Outcome[]>) {
    this.#write = write
  }

  add(commit: Commit): Promise<CommitResult> {
    const result = new Promise<CommitResult>((resolve, reject) => {
      this.#waiting.push({
        commit,
        settle: (outcome) => (outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason)),
      })
    })
    this.#running ??= this.#run()
    return result
  }

  /** Runs another write alone, after all earlier writes. */
  runExclusive<T>(write: () => Promise<T>): Promise<T> {
    const result = new Promise<T>((resolve, reject) => {
      this.#waiting.push({ write: () => write().then(resolve, reject) })
    })
    this.#running ??= this.#run()
    return result
  }

  /** Resolves when all added writes are finished. */
  async whenIdle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #run(): Promise<void> {
    // This await lets other commits of the same microtask turn join the batch.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting
      if (first !== undefined && 'write' in first) {
        this.#waiting.shift()
        await first.write()
        continue
      }
      const group = this.#takeBatch()
      const outcomes = await this.#write(group.map(({ commit }) => commit))
      for (const [at, { settle }] of group.entries()) settle(outcomes[at] as Outcome)
    }
    this.#running = undefined
  }

  #takeBatch(): QueuedCommit[] {
    let records = 0
    const group: QueuedCommit[] = []
    for (const waiting of this.#waiting) {
      if ('write' in waiting) break
      records += waiting.commit.records.length
      if (group.length > 0 && (group.length === MAX_COMMITS_PER_BATCH || records > MAX_RECORDS_PER_BATCH)) break
      group.push(waiting)
    }
    this.#waiting = this.#waiting.slice(group.length)
    return group
  }
}

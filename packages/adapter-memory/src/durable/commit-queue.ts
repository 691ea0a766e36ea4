import type { Commit, CommitResult } from '@utpid/core'

export type Outcome = PromiseSettledResult<CommitResult>

interface Waiting {
  readonly commit: Commit
  readonly settle: (outcome: Outcome) => void
}

const COMMITS_PER_GROUP = 1_000
/** A group that is larger would keep its first commit waiting for long. */
const RECORDS_PER_GROUP = 5_000

/**
 * Commits in the order in which they came, those that wait together written together: a flush
 * costs the same for one as for hundreds.
 */
export class CommitQueue {
  readonly #write: (group: readonly Commit[]) => Promise<readonly Outcome[]>
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined

  /** @param write - Settles each commit of a group; never rejects. */
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

  /** Resolves when everything that was added is settled. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  /** Runs something between two groups; commits that come meanwhile wait for its end. */
  async alone(work: () => Promise<void>): Promise<void> {
    while (this.#running !== undefined) await this.#running
    const done = work()
    this.#running = done.catch(() => {}).then(() => this.#run())
    await done
  }

  async #run(): Promise<void> {
    // A moment for others of the same turn to come.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup()
      const outcomes = await this.#write(group.map(({ commit }) => commit))
      for (const [at, { settle }] of group.entries()) settle(outcomes[at] as Outcome)
    }
    this.#running = undefined
  }

  #takeGroup(): Waiting[] {
    let records = 0
    let size = 0
    for (const { commit } of this.#waiting) {
      records += commit.records.length
      if (size > 0 && (size === COMMITS_PER_GROUP || records > RECORDS_PER_GROUP)) break
      size++
    }
    const group = this.#waiting.slice(0, size)
    this.#waiting = this.#waiting.slice(size)
    return group
  }
}

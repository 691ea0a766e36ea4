import type { Commit, CommitResult } from '../commit.ts'

/** What became of one commit of several. */
export type Outcome = PromiseSettledResult<CommitResult>

interface WaitingCommit {
  readonly commit: Commit
  readonly settle: (outcome: Outcome) => void
}

/** Something else that writes, with no commit beside it. */
interface WaitingWrite {
  readonly write: () => Promise<void>
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
  #waiting: (WaitingCommit | WaitingWrite)[] = []
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

  /** Writes something else when its turn comes, with no commit beside it. */
  alone<T>(write: () => Promise<T>): Promise<T> {
    const result = new Promise<T>((resolve, reject) => {
      this.#waiting.push({ write: () => write().then(resolve, reject) })
    })
    this.#running ??= this.#run()
    return result
  }

  /** Resolves when everything that was added is settled. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #run(): Promise<void> {
    // A moment for others of the same turn to come.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting
      if (first !== undefined && 'write' in first) {
        this.#waiting.shift()
        await first.write()
        continue
      }
      const group = this.#takeGroup()
      const outcomes = await this.#write(group.map(({ commit }) => commit))
      for (const [at, { settle }] of group.entries()) settle(outcomes[at] as Outcome)
    }
    this.#running = undefined
  }

  #takeGroup(): WaitingCommit[] {
    let records = 0
    const group: WaitingCommit[] = []
    for (const waiting of this.#waiting) {
      if ('write' in waiting) break
      records += waiting.commit.records.length
      if (group.length > 0 && (group.length === COMMITS_PER_GROUP || records > RECORDS_PER_GROUP)) break
      group.push(waiting)
    }
    this.#waiting = this.#waiting.slice(group.length)
    return group
  }
}

import { MAX_READ_ROWS, rowKey, type StoredRow } from '@utpid/core/storage'
import type { LimitMember } from '../../model/limit-rows.ts'
import type { RowWrite, ServiceStore } from '../../store/service-store.ts'

/** Interval of heartbeats. */
export const HEARTBEAT_MS = 2_000
/** Milliseconds after its last heartbeat for which a process may use its share, by its own clock. */
export const SHARE_MS = 8_000
/**
 * Milliseconds without a heartbeat, by the clock of another process, after which that process marks the row as missed.
 */
const MISSED_MS = 4_000
/**
 * Milliseconds for which a process that cannot write may use its share after it has read its row without a missed mark.
 */
const UNMARKED_MS = 4_000
/**
 * Milliseconds without a heartbeat after which the share is free. This time exceeds {@link SHARE_MS}, since the clocks
 * are not synchronized.
 */
export const DEAD_MS = 10_000

const GROUP_KEY = rowKey('group')
/** Maximum attempts of a transaction. Each conflict means that another process has succeeded. */
const MAX_ATTEMPTS = 50

/** The share of the limits that a process may use. */
export interface LimitShare {
  /** The process may use 1/`size` of each limit. Undefined: the process has no share. */
  readonly size: number | undefined
  /** Limits with fewer requests than this may be leased. */
  readonly leasedBelow: number
  /** Number of live processes, including this one. */
  readonly count: number
}

export interface LimitGroupOptions {
  readonly store: ServiceStore
  readonly now: () => number
  readonly instance: string
  /**
   * Called for each change of the share: before the write if the share shrinks, after the write if it grows. `isFirst`:
   * no process has used the limits before.
   */
  readonly onShare: (share: LimitShare, isFirst: boolean) => void
}

interface LastHeartbeat {
  readonly revision: number
  readonly since: number
}

const NO_SHARE: LimitShare = { size: undefined, leasedBelow: 0, count: 1 }

/**
 * The processes that share a store, and the division of each limit into shares.
 *
 * Every change of a member's row except heartbeats also writes the row of the group. Changes are therefore serialized
 * and based on the current rows. A process stops using a share before it writes the reduction, and starts using a
 * larger share after the write. The sum of the shares in use therefore never exceeds the sum of the shares in the rows.
 * Three rules keep the rows consistent:
 *
 * - A process takes a share only if the sum of all shares is at most 1.
 * - A process leases a limit only if no other process uses a share of that limit. A process uses a share of a limit
 *   only if no other process may lease that limit.
 * - A process with a heartbeat older than {@link SHARE_MS} uses nothing. Other processes mark its row as missed after
 *   {@link MISSED_MS}, and delete the row after the rest of {@link DEAD_MS}.
 *
 * A process whose write fails may use its share for {@link UNMARKED_MS} after each read of its row without a mark: no
 * other process can delete the row sooner. If the store rejects all writes, all processes therefore continue. A single
 * process that cannot write loses its share to the others.
 */
export class LimitGroup {
  readonly #options: LimitGroupOptions
  readonly #key: string
  readonly #others = new Map<string, LastHeartbeat>()
  #share: LimitShare = NO_SHARE
  #isFirst = false
  #shareUntil = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #renewsAgain = false
  #hasLeft = false

  constructor(options: LimitGroupOptions) {
    this.#options = options
    this.#key = rowKey('member', options.instance)
  }

  /** Whether this process may use its share now. */
  mayUseShare(now: number): boolean {
    return now < this.#shareUntil
  }

  /**
   * Sends a heartbeat, joins the group if necessary, and takes the free share. Called every {@link HEARTBEAT_MS}, and
   * when a row of `limit_group` is written.
   *
   * @throws errors of the store.
   */
  renew(): Promise<void> {
    if (this.#running !== undefined) {
      // The running renewal may have read the rows too early.
      this.#renewsAgain = true
      return this.#running
    }
    this.#running = this.#renewAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Stops using the limits and frees the share. */
  async leave(): Promise<void> {
    this.#hasLeft = true
    await this.#running?.catch(() => undefined)
    this.#releaseShare()
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const { group, own } = await this.#rows()
      if (own === undefined) return
      const writes = [deletion(own), this.#groupWrite(group)]
      if ((await this.#options.store.write(writes)) === undefined) return
    }
  }

  async #renewAll(): Promise<void> {
    do {
      this.#renewsAgain = false
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#hasLeft; attempt++) if (await this.#renewOnce()) break
    } while (this.#renewsAgain && !this.#hasLeft)
  }

  /** Renews the share in one attempt. @returns false on conflict. */
  async #renewOnce(): Promise<boolean> {
    const { store, now: clock } = this.#options
    const now = clock()
    const { group, own, others: all } = await this.#rows()
    const isMarkedDead = own === undefined || own.row.isMarkedDead === true
    if (isMarkedDead && !this.mayUseShare(now)) this.#releaseShare()
    if (own === undefined) {
      // The row was deleted as dead, or never existed.
      this.#releaseShare()
      this.#isFirst = all.length === 0 && group === undefined
    }
    const overdue = all.filter((row) => this.#isOverdue(row, now))
    const dead = overdue.filter(({ row }) => row.isMarkedDead)
    const others = all.filter((row) => !dead.includes(row))
    const count = others.length + 1
    const size = this.#nextSize(others, count)
    const isSmaller = size === undefined || (this.#share.size !== undefined && size > this.#share.size)
    // Reduce the share before other processes can read the reduction.
    if (isSmaller) this.#setShare({ ...this.#share, size, count })
    this.#setShare({ ...this.#share, leasedBelow: Math.min(this.#share.leasedBelow, count) })
    const row: LimitMember = { size: size ?? null, processCount: count }
    const isChange =
      own === undefined || own.row.size !== row.size || own.row.processCount !== row.processCount || dead.length > 0
    const missed = overdue.filter((each) => !each.row.isMarkedDead)
    const writes: RowWrite[] = [this.#write(row, own?.revision ?? 'absent'), ...missed.map(markedWrite)]
    if (isChange) writes.push(this.#groupWrite(group), ...dead.map(deletion))
    try {
      if ((await store.write(writes)) !== undefined) return false
    } catch (error) {
      // A stale read may lack the mark.
      if (!isMarkedDead && !this.#hasLeft && (await store.readsLatest())) {
        this.#shareUntil = Math.max(this.#shareUntil, now + UNMARKED_MS)
      }
      throw error
    }
    if (this.#hasLeft) return true
    this.#shareUntil = now + SHARE_MS
    const smallestOther = Math.min(...others.map((other) => other.row.size ?? Number.POSITIVE_INFINITY))
    const leasedBelow = Math.min(count, smallestOther, size ?? Number.POSITIVE_INFINITY)
    this.#setShare({ size, leasedBelow, count })
    for (const { key } of dead) this.#others.delete(key)
    return true
  }

  /** Returns the next share of this process: 1/`count` once the other processes have reduced their shares. */
  #nextSize(others: readonly StoredRow<LimitMember>[], count: number): number | undefined {
    const { size } = this.#share
    if (size !== undefined && size <= count) return count
    const taken = others.reduce((sum, { row }) => sum + (row.size === null ? 0 : 1 / row.size), 0)
    const isFree = taken + 1 / count <= 1 + Number.EPSILON * count
    // Another process with a higher `seen` may already lease limits that the new share would include.
    return isFree && others.every(({ row }) => row.processCount <= count) ? count : size
  }

  /** Whether the heartbeat of a row is overdue. An overdue row is marked, and a marked row is deleted. */
  #isOverdue({ key, revision, row }: StoredRow<LimitMember>, now: number): boolean {
    const seen = this.#others.get(key)
    if (seen?.revision === revision) return now - seen.since >= (row.isMarkedDead ? DEAD_MS - MISSED_MS : MISSED_MS)
    this.#others.set(key, { revision, since: now })
    return false
  }

  async #rows(): Promise<{
    group: number | undefined
    own: StoredRow<LimitMember> | undefined
    others: StoredRow<LimitMember>[]
  }> {
    const { store } = this.#options
    // Read the group first: any later change makes the write conflict.
    const [group] = await store.read('limit_group', [GROUP_KEY])
    const members = await store.range('limit_members', { limit: MAX_READ_ROWS })
    return {
      group: group?.revision,
      own: members.find(({ key }) => key === this.#key),
      others: members.filter(({ key }) => key !== this.#key),
    }
  }

  #write(row: LimitMember, expect: number | 'absent'): RowWrite {
    return { table: 'limit_members', key: this.#key, row, expect }
  }

  #groupWrite(group: number | undefined): RowWrite {
    return {
      table: 'limit_group',
      key: GROUP_KEY,
      row: { writer: this.#options.instance },
      expect: group ?? 'absent',
    }
  }

  #releaseShare(): void {
    this.#isFirst = false
    this.#shareUntil = Number.NEGATIVE_INFINITY
    this.#setShare({ ...NO_SHARE, count: this.#share.count })
  }

  #setShare(share: LimitShare): void {
    const { size, leasedBelow, count } = this.#share
    this.#share = share
    if (size === share.size && leasedBelow === share.leasedBelow && count === share.count) return
    this.#options.onShare(share, this.#isFirst)
  }
}

function markedWrite({ key, revision, row }: StoredRow<LimitMember>): RowWrite {
  return { table: 'limit_members', key, row: { ...row, isMarkedDead: true }, expect: revision }
}

function deletion({ key, revision }: StoredRow<LimitMember>): RowWrite {
  return { table: 'limit_members', key, row: undefined, expect: revision }
}

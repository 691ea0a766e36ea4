import { READ_MOST, rowKey, type StoredRow } from '@utpid/core/storage'
import type { LimitMember } from '../../model/limit-rows.ts'
import type { RowWrite, ServiceStore } from '../../store/service-store.ts'

/** How often a process says that it is there. */
export const BEAT_MS = 2_000
/** For how long after its last sign, by its own clock, a process gives out its part. */
export const HELD_MS = 8_000
/** After so long without a sign, by the clock of another one, it is marked as missed. */
const MISSED_MS = 4_000
/** For how long after it last read that it is not missed a process that cannot write gives out its part. */
const UNMISSED_MS = 4_000
/** After so long without a sign its part is free. Longer than {@link HELD_MS}, since the two are not in step. */
export const GONE_MS = 10_000

const GROUP_KEY = rowKey('group')
/** Others that change something at the same moment are first; each of them is done after some. */
const ATTEMPTS = 50

/** What a process may give out. */
export interface LimitShare {
  /** It gives out one of so many equal parts of each limit; undefined: none. */
  readonly size: number | undefined
  /** Limits of fewer requests may be leased. */
  readonly leasedBelow: number
  /** Processes that are there, this one included. */
  readonly count: number
}

export interface LimitGroupOptions {
  readonly store: ServiceStore
  readonly now: () => number
  readonly instance: string
  /**
   * Told of each change: before it is written where it takes something away, afterwards where it gives. `isFirst`: no process
   * gave out anything before.
   */
  readonly onShare: (share: LimitShare, isFirst: boolean) => void
}

interface Seen {
  readonly revision: number
  readonly since: number
}

const NOTHING: LimitShare = { size: undefined, leasedBelow: 0, count: 1 }

/**
 * The processes that share a store, and into how many parts they divide each limit.
 *
 * Every change of a row of a member, beside its signs of life, is a step on the row of the group, so that steps come one
 * after another and each is made from all rows as they are. What a process takes away from itself it stops before it writes
 * so, and what it gains it begins afterwards; so what all give out is never more than what the rows say. Three rules make the
 * rows add up:
 *
 * - A process takes a part only if the parts of all together are at most one whole.
 * - It leases a limit only if no other gives out a part of it, and takes a part of a limit only when no other may lease it.
 * - A process whose last sign is {@link HELD_MS} old gives out nothing. Others mark its row as missed after
 *   {@link MISSED_MS}, and delete it when the mark is as old as is left of {@link GONE_MS}.
 *
 * A process whose write fails keeps its part for {@link UNMISSED_MS} after each look at its row that finds no mark: nobody can
 * have deleted it so soon. So all go on while the store takes no writes, and one that alone cannot write is replaced.
 */
export class LimitGroup {
  readonly #options: LimitGroupOptions
  readonly #key: string
  readonly #others = new Map<string, Seen>()
  #share: LimitShare = NOTHING
  #isFirst = false
  #heldUntil = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #isAgain = false
  #hasLeft = false

  constructor(options: LimitGroupOptions) {
    this.#options = options
    this.#key = rowKey('member', options.instance)
  }

  /** Whether it may give out anything now. */
  isHeld(now: number): boolean {
    return now < this.#heldUntil
  }

  /**
   * Says that this process is there, joins if it is not, and takes the part that is free: every
   * {@link BEAT_MS}, and at once when a row of `limit_group` was written.
   *
   * @throws what the store throws.
   */
  renew(): Promise<void> {
    if (this.#running !== undefined) {
      // What is under way may have read too early.
      this.#isAgain = true
      return this.#running
    }
    this.#running = this.#renewAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Gives out nothing from now on, and leaves its part to others. */
  async leave(): Promise<void> {
    this.#hasLeft = true
    await this.#running?.catch(() => undefined)
    this.#lose()
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { group, own } = await this.#rows()
      if (own === undefined) return
      const writes = [deletion(own), this.#groupWrite(group)]
      if ((await this.#options.store.write(writes)) === undefined) return
    }
  }

  async #renewAll(): Promise<void> {
    do {
      this.#isAgain = false
      for (let attempt = 0; attempt < ATTEMPTS && !this.#hasLeft; attempt++) if (await this.#step()) break
    } while (this.#isAgain && !this.#hasLeft)
  }

  /** @returns false when others were first. */
  async #step(): Promise<boolean> {
    const { store, now: clock } = this.#options
    const now = clock()
    const { group, own, others: all } = await this.#rows()
    const isMissed = own === undefined || own.row.isMissed === true
    if (isMissed && !this.isHeld(now)) this.#lose()
    if (own === undefined) {
      // It was deleted as gone, or never there.
      this.#lose()
      this.#isFirst = all.length === 0 && group === undefined
    }
    const silent = all.filter((row) => this.#isSilent(row, now))
    const gone = silent.filter(({ row }) => row.isMissed)
    const others = all.filter((row) => !gone.includes(row))
    const count = others.length + 1
    const size = this.#nextSize(others, count)
    const isLess = size === undefined || (this.#share.size !== undefined && size > this.#share.size)
    // Taken away before others can know of it.
    if (isLess) this.#tell({ ...this.#share, size, count })
    this.#tell({ ...this.#share, leasedBelow: Math.min(this.#share.leasedBelow, count) })
    const row: LimitMember = { size: size ?? null, seen: count }
    const isChange = own === undefined || own.row.size !== row.size || own.row.seen !== row.seen || gone.length > 0
    const missed = silent.filter((each) => !each.row.isMissed)
    const writes: RowWrite[] = [this.#write(row, own?.revision ?? 'absent'), ...missed.map(mark)]
    if (isChange) writes.push(this.#groupWrite(group), ...gone.map(deletion))
    try {
      if ((await store.write(writes)) !== undefined) return false
    } catch (error) {
      // A late read may not show the mark.
      if (!isMissed && !this.#hasLeft && (await store.readsLatest())) {
        this.#heldUntil = Math.max(this.#heldUntil, now + UNMISSED_MS)
      }
      throw error
    }
    if (this.#hasLeft) return true
    this.#heldUntil = now + HELD_MS
    const leastOther = Math.min(...others.map((other) => other.row.size ?? Number.POSITIVE_INFINITY))
    const leasedBelow = Math.min(count, leastOther, size ?? Number.POSITIVE_INFINITY)
    this.#tell({ size, leasedBelow, count })
    for (const { key } of gone) this.#others.delete(key)
    return true
  }

  /** The part that it may have: one of as many as there are processes, as soon as the others leave it. */
  #nextSize(others: readonly StoredRow<LimitMember>[], count: number): number | undefined {
    const { size } = this.#share
    if (size !== undefined && size <= count) return count
    const taken = others.reduce((sum, { row }) => sum + (row.size === null ? 0 : 1 / row.size), 0)
    const isFree = taken + 1 / count <= 1 + Number.EPSILON * count
    // Whoever knows of more processes may lease limits that this part would give out.
    return isFree && others.every(({ row }) => row.seen <= count) ? count : size
  }

  /** Whether it has not been written for so long that it is to be marked, or deleted where it is marked. */
  #isSilent({ key, revision, row }: StoredRow<LimitMember>, now: number): boolean {
    const seen = this.#others.get(key)
    if (seen?.revision === revision) return now - seen.since >= (row.isMissed ? GONE_MS - MISSED_MS : MISSED_MS)
    this.#others.set(key, { revision, since: now })
    return false
  }

  async #rows(): Promise<{
    group: number | undefined
    own: StoredRow<LimitMember> | undefined
    others: StoredRow<LimitMember>[]
  }> {
    const { store } = this.#options
    // The group first: whatever changes after it is noticed when it is written.
    const [group] = await store.read('limit_group', [GROUP_KEY])
    const members = await store.range('limit_members', { limit: READ_MOST })
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
      row: { by: this.#options.instance },
      expect: group ?? 'absent',
    }
  }

  #lose(): void {
    this.#isFirst = false
    this.#heldUntil = Number.NEGATIVE_INFINITY
    this.#tell({ ...NOTHING, count: this.#share.count })
  }

  #tell(share: LimitShare): void {
    const { size, leasedBelow, count } = this.#share
    this.#share = share
    if (size === share.size && leasedBelow === share.leasedBelow && count === share.count) return
    this.#options.onShare(share, this.#isFirst)
  }
}

function mark({ key, revision, row }: StoredRow<LimitMember>): RowWrite {
  return { table: 'limit_members', key, row: { ...row, isMissed: true }, expect: revision }
}

function deletion({ key, revision }: StoredRow<LimitMember>): RowWrite {
  return { table: 'limit_members', key, row: undefined, expect: revision }
}

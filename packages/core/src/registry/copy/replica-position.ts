import { RegistryError } from '../../model/registry-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { markOfChange } from './change-mark.ts'

/**
 * Copied transactions have this time, which distinguishes them from all others; the time of copying does not matter.
 * ISO 8601.
 */
export const COPIED_AT = '1970-01-01T00:00:00.000Z'

/** Changes of the primary that a copy contains. */
export interface ReplicaPosition {
  /** It contains everything up to this change; -1 if nothing is noted yet. */
  readonly whole: ChangeNumber
  /**
   * It may contain rows up to this change: rows are read in their current state, which may be later than the change
   * that names them.
   */
  readonly seen: ChangeNumber
  /**
   * Digest of the `seen` change, which distinguishes it from that of another registry or of another history; absent if
   * unknown.
   */
  readonly mark?: number
}

/**
 * Counters of the copy that nobody reads as counters: so they are written with its rows, all or nothing, on every
 * storage.
 */
const NAMES: Readonly<Record<'whole' | 'seen' | 'mark', string>> = {
  whole: 'replica.whole',
  seen: 'replica.seen',
  mark: 'replica.mark',
}
/** A counter of 0 is not stored, but a digest may be 0, and so may the change of a registry without changes. */
const MARK_AT = 1
const WHOLE_AT = 1

export const NOTHING_COPIED: ReplicaPosition = { whole: -1, seen: 0 }

/** Returns the position of a copy. */
export async function positionIn(copy: Pick<Ledger, 'counters'>): Promise<ReplicaPosition> {
  const counters = await copy.counters()
  const of = (name: keyof typeof NAMES): number => counters.get(NAMES[name]) ?? 0
  const mark = of('mark')
  return { whole: of('whole') - WHOLE_AT, seen: of('seen'), ...(mark === 0 ? {} : { mark: mark - MARK_AT }) }
}

/** Whether a counter stores the position of a copy instead of counting rows. */
export function isOfPosition(counter: string): boolean {
  return Object.values(NAMES).includes(counter)
}

/** Returns the amounts to add to the counters of a copy to set another position. */
export function amountsBetween(before: ReplicaPosition, after: ReplicaPosition): Readonly<Record<string, number>> {
  const markOf = ({ mark }: ReplicaPosition): number => (mark === undefined ? 0 : mark + MARK_AT)
  const amounts = [
    [NAMES.whole, after.whole - before.whole],
    [NAMES.seen, after.seen - before.seen],
    [NAMES.mark, markOf(after) - markOf(before)],
  ] as const
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== 0))
}

/**
 * Whether the primary has the change that the copy has seen; otherwise the rows may come from a history that was
 * reverted.
 */
export async function isPastOf(primary: Pick<Ledger, 'changes'>, { seen, mark }: ReplicaPosition): Promise<boolean> {
  return seen === 0 || (mark !== undefined && (await markAt(primary, seen)) === mark)
}

/**
 * Whether the primary now has another entry for the `seen` change: its history was reverted. If it no longer keeps the
 * entry, this is unknown; a replica that followed without a pause knows that it is the same.
 */
export async function isOfOtherPast(
  primary: Pick<Ledger, 'changes'>,
  { seen, mark }: ReplicaPosition,
): Promise<boolean> {
  if (seen === 0 || mark === undefined) return false
  const now = await markAt(primary, seen)
  return now !== undefined && now !== mark
}

/** Whether the last transaction of a storage is a copied one; otherwise another process has written to it. */
export async function wasCopiedLast({
  ledger,
}: {
  readonly ledger: Pick<Ledger, 'head' | 'changes'>
}): Promise<boolean> {
  const { change } = await ledger.head()
  // If its change feed has expired, this is unknown, and the copy can be made again.
  const [entry] = change === 0 ? [] : await ledger.changes(change - 1, 1).catch(noneIfExpired)
  return entry?.at === COPIED_AT
}

/** Returns the digest of a change of the primary. */
export async function markAt(primary: Pick<Ledger, 'changes'>, change: ChangeNumber): Promise<number | undefined> {
  const mark = await markOfChange(primary, change)
  return mark === undefined ? undefined : Number.parseInt(mark, 16)
}

function noneIfExpired(error: unknown): [] {
  if (error instanceof RegistryError && error.code === 'changes_expired') return []
  throw error
}

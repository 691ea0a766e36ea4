import { RegistryError } from '../../model/registry-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { markOfChange } from './change-mark.ts'

/** When a row was copied says nothing of it; but it tells steps that copied from all others. ISO 8601. */
export const COPIED_AT = '1970-01-01T00:00:00.000Z'

/** Of which changes of its primary a copy holds rows. */
export interface ReplicaPosition {
  /** It holds everything up to this one; -1 where nobody has noted anything yet. */
  readonly whole: ChangeNumber
  /** It may hold rows up to this one: they are read as they are, which is later than the change that names them. */
  readonly seen: ChangeNumber
  /** Tells the change that was seen from that of another registry, or of another past of this one; absent when nobody knows. */
  readonly mark?: number
}

/**
 * Counters of the copy, which nobody asks for counters: so they are written with its rows, all or nothing, on whatever storage it is.
 */
const NAMES: Readonly<Record<'whole' | 'seen' | 'mark', string>> = {
  whole: 'replica.whole',
  seen: 'replica.seen',
  mark: 'replica.mark',
}
/** A counter that is 0 is not kept; a mark may be 0, and so may be the change of a registry that nobody has written to. */
const MARK_AT = 1
const WHOLE_AT = 1

export const NOTHING_COPIED: ReplicaPosition = { whole: -1, seen: 0 }

/** Where a copy has been left. */
export async function positionIn(copy: Pick<Ledger, 'counters'>): Promise<ReplicaPosition> {
  const counters = await copy.counters()
  const of = (name: keyof typeof NAMES): number => counters.get(NAMES[name]) ?? 0
  const mark = of('mark')
  return { whole: of('whole') - WHOLE_AT, seen: of('seen'), ...(mark === 0 ? {} : { mark: mark - MARK_AT }) }
}

/** Whether a counter says where a copy is, and nothing of rows. */
export function isOfPosition(counter: string): boolean {
  return Object.values(NAMES).includes(counter)
}

/** What to add to the counters of a copy so that it has another position. */
export function amountsBetween(before: ReplicaPosition, after: ReplicaPosition): Readonly<Record<string, number>> {
  const markOf = ({ mark }: ReplicaPosition): number => (mark === undefined ? 0 : mark + MARK_AT)
  const amounts = [
    [NAMES.whole, after.whole - before.whole],
    [NAMES.seen, after.seen - before.seen],
    [NAMES.mark, markOf(after) - markOf(before)],
  ] as const
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== 0))
}

/** Whether the primary went through what a copy has seen of it: else its rows may be of a past that was taken back. */
export async function isPastOf(primary: Pick<Ledger, 'changes'>, { seen, mark }: ReplicaPosition): Promise<boolean> {
  return seen === 0 || (mark !== undefined && (await markAt(primary, seen)) === mark)
}

/**
 * Whether the primary has another entry now for the change that was seen last: a past was taken back. Where it keeps the entry no
 * longer nobody can tell, and whoever has followed without a pause knows that it is the same.
 */
export async function isOfOtherPast(
  primary: Pick<Ledger, 'changes'>,
  { seen, mark }: ReplicaPosition,
): Promise<boolean> {
  if (seen === 0 || mark === undefined) return false
  const now = await markAt(primary, seen)
  return now !== undefined && now !== mark
}

/** Whether the last step that was written to a storage copied something: else somebody else has written to it. */
export async function wasCopiedLast({
  ledger,
}: {
  readonly ledger: Pick<Ledger, 'head' | 'changes'>
}): Promise<boolean> {
  const { change } = await ledger.head()
  // Where its feed was let go it cannot be told, and a copy can be made anew.
  const [entry] = change === 0 ? [] : await ledger.changes(change - 1, 1).catch(noneIfExpired)
  return entry?.at === COPIED_AT
}

/** The mark of a change that was seen of the primary. */
export async function markAt(primary: Pick<Ledger, 'changes'>, change: ChangeNumber): Promise<number | undefined> {
  const mark = await markOfChange(primary, change)
  return mark === undefined ? undefined : Number.parseInt(mark, 16)
}

function noneIfExpired(error: unknown): [] {
  if (error instanceof RegistryError && error.code === 'changes_expired') return []
  throw error
}

import { RegistryError } from '../../model/registry-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { digestOfChange } from './change-digest.ts'

/**
 * Time of all copied transactions, ISO 8601. It distinguishes them from other transactions; the real time of copying
 * does not matter.
 */
export const COPIED_AT = '1970-01-01T00:00:00.000Z'

/** How far a copy contains the changes of its primary. */
export interface ReplicaPosition {
  /** The copy contains all changes up to this one; -1 if it has no position yet. */
  readonly complete: ChangeNumber
  /**
   * The copy may contain rows of changes up to this one. Rows are read in their current state, which may be newer than
   * the change that names them.
   */
  readonly seen: ChangeNumber
  /**
   * Digest of the `seen` change, which distinguishes it from the same number in another registry or history; absent if
   * unknown.
   */
  readonly digest?: number
}

/**
 * Counters of the copy that store its position. As counters, every storage writes them in one transaction with the
 * rows.
 */
const NAMES: Readonly<Record<'whole' | 'seen' | 'mark', string>> = {
  whole: 'replica.whole',
  seen: 'replica.seen',
  mark: 'replica.mark',
}
/**
 * Added to stored values, since a counter of 0 is not stored. A digest may be 0, and so may the change number of an
 * empty registry.
 */
const DIGEST_OFFSET = 1
const COMPLETE_OFFSET = 1

export const NOTHING_COPIED: ReplicaPosition = { complete: -1, seen: 0 }

/** Reads the position that a copy stores; see {@link ReplicaPosition}. */
export async function positionIn(copy: Pick<Ledger, 'counters'>): Promise<ReplicaPosition> {
  const counters = await copy.counters()
  const of = (name: keyof typeof NAMES): number => counters.get(NAMES[name]) ?? 0
  const digest = of('mark')
  return {
    complete: of('whole') - COMPLETE_OFFSET,
    seen: of('seen'),
    ...(digest === 0 ? {} : { digest: digest - DIGEST_OFFSET }),
  }
}

/** Reports whether a counter stores the position of a copy instead of counting rows. */
export function isPositionCounter(counter: string): boolean {
  return Object.values(NAMES).includes(counter)
}

/** Returns the amounts to add to the counters of a copy so that they store another position. */
export function amountsBetween(before: ReplicaPosition, after: ReplicaPosition): Readonly<Record<string, number>> {
  const digestValue = ({ digest }: ReplicaPosition): number => (digest === undefined ? 0 : digest + DIGEST_OFFSET)
  const amounts = [
    [NAMES.whole, after.complete - before.complete],
    [NAMES.seen, after.seen - before.seen],
    [NAMES.mark, digestValue(after) - digestValue(before)],
  ] as const
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== 0))
}

/**
 * Reports whether the primary has the change that the copy has seen. If not, the rows of the copy may come from a reverted
 * history.
 */
export async function hasSeenChange(
  primary: Pick<Ledger, 'changes'>,
  { seen, digest }: ReplicaPosition,
): Promise<boolean> {
  return seen === 0 || (digest !== undefined && (await digestAt(primary, seen)) === digest)
}

/**
 * Reports whether the primary now has another change with the number of `seen`, which means that its history was reverted. If
 * the change feed no longer has that change, this is unknown. A replica that followed without a pause knows that the
 * history is the same.
 */
export async function hasOtherHistory(
  primary: Pick<Ledger, 'changes'>,
  { seen, digest }: ReplicaPosition,
): Promise<boolean> {
  if (seen === 0 || digest === undefined) return false
  const now = await digestAt(primary, seen)
  return now !== undefined && now !== digest
}

/** Reports whether copying wrote the last transaction of a storage. If not, another process has written to it. */
export async function wasCopiedLast({
  ledger,
}: {
  readonly ledger: Pick<Ledger, 'head' | 'changes'>
}): Promise<boolean> {
  const { change } = await ledger.head()
  // If the change feed no longer has the change, this is unknown; then the caller can make a new copy.
  const [entry] = change === 0 ? [] : await ledger.changes(change - 1, 1).catch(noneIfExpired)
  return entry?.at === COPIED_AT
}

/** Returns the digest of a change of the primary. */
export async function digestAt(primary: Pick<Ledger, 'changes'>, change: ChangeNumber): Promise<number | undefined> {
  const digest = await digestOfChange(primary, change)
  return digest === undefined ? undefined : Number.parseInt(digest, 16)
}

function noneIfExpired(error: unknown): [] {
  if (error instanceof RegistryError && error.code === 'changes_expired') return []
  throw error
}

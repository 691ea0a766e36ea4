import { RegistryError } from '../../model/registry-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { digestOfChange } from './change-digest.ts'

/**
 * The time of all copied transactions, ISO 8601. This time distinguishes copied transactions from other transactions;
 * the real time of copying does not matter.
 */
export const COPIED_AT = '1970-01-01T00:00:00.000Z'

/** The position of a copy: the changes of the primary that the copy contains. */
export interface ReplicaPosition {
  /** The number of a change. The copy contains all changes up to this change; -1 if the copy has no position yet. */
  readonly complete: ChangeNumber
  /**
   * The number of a change. The copy may contain rows of changes up to this change: a copy reads rows in their current
   * state, which may be newer than the change that names the rows.
   */
  readonly seen: ChangeNumber
  /**
   * The digest of the `seen` change; absent if unknown. The digest shows whether a change with the same number belongs
   * to another registry or history.
   */
  readonly digest?: number
}

/**
 * The counters of the copy that store its position. Because the position is stored in counters, every storage writes it
 * in one transaction with the rows.
 */
const NAMES: Readonly<Record<'complete' | 'seen' | 'digest', string>> = {
  complete: 'replica.complete',
  seen: 'replica.seen',
  digest: 'replica.digest',
}
/**
 * The number that is added to stored values, since a counter of 0 is not stored. A digest may be 0, and so may the
 * change number of an empty registry.
 */
const DIGEST_OFFSET = 1
const COMPLETE_OFFSET = 1

export const NOTHING_COPIED: ReplicaPosition = { complete: -1, seen: 0 }

/** Reads the position that a copy stores. */
export async function positionIn(copy: Pick<Ledger, 'counters'>): Promise<ReplicaPosition> {
  const counters = await copy.counters()
  const of = (name: keyof typeof NAMES): number => counters.get(NAMES[name]) ?? 0
  const digest = of('digest')
  return {
    complete: of('complete') - COMPLETE_OFFSET,
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
    [NAMES.complete, after.complete - before.complete],
    [NAMES.seen, after.seen - before.seen],
    [NAMES.digest, digestValue(after) - digestValue(before)],
  ] as const
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== 0))
}

/**
 * Reports whether the primary has the change that the copy has seen. If the primary lacks the change, the rows of the
 * copy may come from a reverted history.
 */
export async function hasSeenChange(
  primary: Pick<Ledger, 'changes'>,
  { seen, digest }: ReplicaPosition,
): Promise<boolean> {
  return seen === 0 || (digest !== undefined && (await digestAt(primary, seen)) === digest)
}

/**
 * Reports whether the primary now has another change with the number of `seen`, which means that its history was
 * reverted. If the change feed no longer contains the change, the result is unknown. A replica that followed without a
 * pause knows that the history is the same.
 */
export async function hasOtherHistory(
  primary: Pick<Ledger, 'changes'>,
  { seen, digest }: ReplicaPosition,
): Promise<boolean> {
  if (seen === 0 || digest === undefined) return false
  const now = await digestAt(primary, seen)
  return now !== undefined && now !== digest
}

/**
 * Reports whether replication wrote the last transaction of a storage. If not, another process has written to the
 * storage.
 */
export async function wasCopiedLast({
  ledger,
}: {
  readonly ledger: Pick<Ledger, 'head' | 'changes'>
}): Promise<boolean> {
  const { change } = await ledger.head()
  // If the change feed no longer contains the change, the result is unknown. Then the caller can create a new copy.
  const [entry] = change === 0 ? [] : await ledger.changes(change - 1, 1).catch(noneIfExpired)
  return entry?.changedAt === COPIED_AT
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

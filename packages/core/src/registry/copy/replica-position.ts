import { RegistryError } from '../../model/registry-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { digestOfChange } from './change-digest.ts'

/**
 * Copied transactions have this time, which distinguishes them from all others; the time of copying does not matter.
 * ISO 8601.
 */
export const COPIED_AT = '1970-01-01T00:00:00.000Z'

/** Changes of the primary that a copy contains. */
export interface ReplicaPosition {
  /** It contains everything up to this change; -1 if nothing is noted yet. */
  readonly complete: ChangeNumber
  /**
   * It may contain rows up to this change: rows are read in their current state, which may be later than the change
   * that names them.
   */
  readonly seen: ChangeNumber
  /**
   * Digest of the `seen` change, which distinguishes it from that of another registry or of another history; absent if
   * unknown.
   */
  readonly digest?: number
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
const DIGEST_OFFSET = 1
const COMPLETE_OFFSET = 1

export const NOTHING_COPIED: ReplicaPosition = { complete: -1, seen: 0 }

/** Returns the position of a copy. */
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

/** Whether a counter stores the position of a copy instead of counting rows. */
export function isPositionCounter(counter: string): boolean {
  return Object.values(NAMES).includes(counter)
}

/** Returns the amounts to add to the counters of a copy to set another position. */
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
 * Whether the primary has the change that the copy has seen; otherwise the rows may come from a history that was
 * reverted.
 */
export async function hasSeenChange(
  primary: Pick<Ledger, 'changes'>,
  { seen, digest }: ReplicaPosition,
): Promise<boolean> {
  return seen === 0 || (digest !== undefined && (await digestAt(primary, seen)) === digest)
}

/**
 * Whether the primary now has another entry for the `seen` change: its history was reverted. If it no longer keeps the
 * entry, this is unknown; a replica that followed without a pause knows that it is the same.
 */
export async function hasOtherHistory(
  primary: Pick<Ledger, 'changes'>,
  { seen, digest }: ReplicaPosition,
): Promise<boolean> {
  if (seen === 0 || digest === undefined) return false
  const now = await digestAt(primary, seen)
  return now !== undefined && now !== digest
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
export async function digestAt(primary: Pick<Ledger, 'changes'>, change: ChangeNumber): Promise<number | undefined> {
  const digest = await digestOfChange(primary, change)
  return digest === undefined ? undefined : Number.parseInt(digest, 16)
}

function noneIfExpired(error: unknown): [] {
  if (error instanceof RegistryError && error.code === 'changes_expired') return []
  throw error
}

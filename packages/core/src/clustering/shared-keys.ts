import type { LookupKey } from '../blocking/record-keys.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { BlockingKey } from '../storage/rows.ts'

/** A blocking key by which two records find each other. */
export interface SharedKey {
  /** The key as stored on the other record. */
  readonly key: BlockingKey
  /**
   * The key as stored on the first record; it differs if the records are in different cells. Both keys must be within
   * their limits.
   */
  readonly ownKey: BlockingKey
}

/**
 * Returns the keys by which two records find each other, regardless of limits. This is the rule of edges for one pair:
 * a place key counts only if each record reaches the other's cell.
 *
 * @param lookup - Lookup keys of the first record.
 * @param other - The other record, with its stored keys.
 */
export function sharedKeys(
  features: RecordFeatures,
  lookup: readonly LookupKey[],
  other: { readonly features: RecordFeatures; readonly keys: ReadonlySet<BlockingKey> },
): SharedKey[] {
  const ownKeys = new Map(lookup.filter(({ own }) => own).map(({ slot, key }) => [slot, key]))
  return lookup.flatMap(({ key, slot, scale }): SharedKey[] => {
    if (!other.keys.has(key)) return []
    if (scale === undefined) return [{ key, ownKey: key }]
    const ownKey = ownKeys.get(slot)
    return ownKey !== undefined && scale.reachEachOther(features, other.features) ? [{ key, ownKey }] : []
  })
}

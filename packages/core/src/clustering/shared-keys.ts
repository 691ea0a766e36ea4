import type { ProbeKey } from '../blocking/record-keys.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { BlockingKey } from '../storage/rows.ts'

/** A key by which two records find each other. */
export interface SharedKey {
  /** As the other record carries it. */
  readonly key: BlockingKey
  /** As the first one carries it: in another cell it is another key. Both must be answered. */
  readonly ownKey: BlockingKey
}

/**
 * The keys by which two records find each other, crowded or not: the rule of edges, for one pair. A key with a place
 * counts only if each reaches the other's cell.
 *
 * @param probe - Of the first record.
 * @param other - The other record, with the keys it is stored under.
 */
export function sharedKeys(
  features: RecordFeatures,
  probe: readonly ProbeKey[],
  other: { readonly features: RecordFeatures; readonly keys: ReadonlySet<BlockingKey> },
): SharedKey[] {
  const ownKeys = new Map(probe.filter(({ own }) => own).map(({ slot, key }) => [slot, key]))
  return probe.flatMap(({ key, slot, scale }): SharedKey[] => {
    if (!other.keys.has(key)) return []
    if (scale === undefined) return [{ key, ownKey: key }]
    const ownKey = ownKeys.get(slot)
    return ownKey !== undefined && scale.reachEachOther(features, other.features) ? [{ key, ownKey }] : []
  })
}

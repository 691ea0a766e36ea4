import { lookupOf } from '../../blocking/keys/key-value.ts'
import { LIMITS } from '../../model/limits.ts'
import type { RegistryIndex } from '../../storage/registry-index.ts'
import type { BlockingKey } from '../../storage/rows.ts'

/** Counts the records of each blocking key. */
export async function countKeys(
  index: Pick<RegistryIndex, 'candidates'>,
  keys: Iterable<BlockingKey>,
): Promise<Map<BlockingKey, number>> {
  const distinct = [...new Set(keys)]
  const counts = new Map<BlockingKey, number>()
  for (let from = 0; from < distinct.length; from += LIMITS.lookupsPerCall) {
    const chunk = distinct.slice(from, from + LIMITS.lookupsPerCall)
    const columns = await index.candidates(
      chunk.map((key) => lookupOf([key])),
      LIMITS.recordsPerKey,
    )
    for (const [at, key] of chunk.entries()) {
      counts.set(key, (columns.offsets[at + 1] as number) - (columns.offsets[at] as number))
    }
    for (const { key, records } of columns.skippedKeys) counts.set(key, records)
  }
  return counts
}

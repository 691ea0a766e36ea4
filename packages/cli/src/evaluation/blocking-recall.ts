import { decodeFeatures, INDEX_VERSION, LIMITS, probeKeys, type RecordId, type Storage } from '@utpid/core'
import type { ImportedPair } from './imported-pairs.ts'

/**
 * For each pair whether blocking brings it together: one end is among the candidates of the other, in the near round
 * or in the wide one.
 */
export async function blockedPairs(storage: Storage, pairs: readonly ImportedPair[]): Promise<boolean[]> {
  const records = new Map(pairs.flatMap(({ a, b }) => [a, b]).map((record) => [record.row.id, record.row]))
  const candidates = new Map<RecordId, ReadonlySet<RecordId>>()
  const rows = [...records.values()]
  for (let from = 0; from < rows.length; from += LIMITS.probesPerCall) {
    const chunk = rows.slice(from, from + LIMITS.probesPerCall)
    const probes = chunk.map(({ features }) => ({
      keys: probeKeys(decodeFeatures(features), INDEX_VERSION).map(({ key }) => key),
    }))
    const { offsets, recordIds } = await storage.index.candidates(probes, LIMITS.recordsPerKey)
    chunk.forEach(({ id }, at) => {
      candidates.set(id, new Set(recordIds.subarray(offsets[at], offsets[at + 1])))
    })
  }
  return pairs.map(({ a, b }) => isAmong(candidates, a.row.id, b.row.id) || isAmong(candidates, b.row.id, a.row.id))
}

function isAmong(candidates: ReadonlyMap<RecordId, ReadonlySet<RecordId>>, of: RecordId, other: RecordId): boolean {
  return candidates.get(of)?.has(other) === true
}

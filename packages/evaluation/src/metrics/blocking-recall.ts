import { defaultSchema, LIMITS, type RegistrySchema, type Storage } from '@utpid/core'
import { indexRulesOf, type LookupKey, lookupKeys, lookupOf } from '@utpid/core/scoring'
import type { RecordId } from '@utpid/core/storage'
import type { ImportedPair } from '../labels/imported-pairs.ts'

/**
 * Returns for each pair whether blocking finds it: one record is a candidate of the other record, in the near or the
 * wide round.
 *
 * @param schema - The schema of the registry, whose blocking rules count too.
 */
export async function blockedPairs(
  storage: Storage,
  pairs: readonly ImportedPair[],
  schema: RegistrySchema = defaultSchema,
): Promise<boolean[]> {
  const rules = indexRulesOf(schema)
  const records = new Map(pairs.flatMap(({ a, b }) => [a, b]).map((record) => [record.row.id, record.row]))
  const rows = [...records.values()]
  const found = await findCandidates(
    storage,
    rows.map(({ features }) => lookupKeys(rules.decode(features), rules)),
  )
  const candidates = new Map(rows.map(({ id }, at) => [id, found[at] as ReadonlySet<RecordId>]))
  return pairs.map(({ a, b }) => isAmong(candidates, a.row.id, b.row.id) || isAmong(candidates, b.row.id, a.row.id))
}

/** Returns the records that blocking finds for each lookup, in the near and the wide round together. */
export async function findCandidates(
  storage: Storage,
  probes: readonly (readonly LookupKey[])[],
): Promise<ReadonlySet<RecordId>[]> {
  const candidates: ReadonlySet<RecordId>[] = []
  for (let from = 0; from < probes.length; from += LIMITS.lookupsPerCall) {
    const chunk = probes.slice(from, from + LIMITS.lookupsPerCall).map((keys) => lookupOf(keys.map(({ key }) => key)))
    const { offsets, recordIds } = await storage.index.candidates(chunk, LIMITS.recordsPerKey)
    for (const at of chunk.keys()) candidates.push(new Set(recordIds.subarray(offsets[at], offsets[at + 1])))
  }
  return candidates
}

function isAmong(candidates: ReadonlyMap<RecordId, ReadonlySet<RecordId>>, of: RecordId, other: RecordId): boolean {
  return candidates.get(of)?.has(other) === true
}

import { type KeyRules, lookupKeys, recordKeys, recordsPerKey } from '@utpid/core/scoring'
import type { NumberedRecord } from './supplier-records.ts'

/** Two records of different suppliers, by position; the first position is lower. */
export type CandidatePair = readonly [left: number, right: number]

/** Number of records between two calls of `yieldNow`; they take some milliseconds. */
const RECORDS_BETWEEN_YIELDS = 200

/**
 * Returns the pairs that a registry with all records would compare: records of different suppliers that share a blocking
 * key. Like a registry, it skips keys above their limit.
 *
 * Pairs within one supplier are left out. They are no safe non-matches: many suppliers list a product twice.
 *
 * @param yieldNow - A function that is awaited from time to time; its errors end the search.
 * @returns the pairs in ascending order; undefined if there are more than `maxPairs`.
 */
export async function findCandidates(
  records: readonly NumberedRecord[],
  rules: KeyRules,
  maxPairs: number,
  yieldNow: () => Promise<void>,
): Promise<CandidatePair[] | undefined> {
  const holders = new Map<number, number[]>()
  for (const [at, { features }] of records.entries()) {
    if (at % RECORDS_BETWEEN_YIELDS === 0) await yieldNow()
    for (const key of recordKeys(features, rules)) {
      const known = holders.get(key)
      if (known === undefined) holders.set(key, [at])
      else known.push(at)
    }
  }
  const partners = records.map(() => new Set<number>())
  let pairs = 0
  for (const [at, { features, supplier }] of records.entries()) {
    if (at % RECORDS_BETWEEN_YIELDS === 0) await yieldNow()
    for (const { key } of lookupKeys(features, rules)) {
      const found = holders.get(key) ?? []
      if (found.length > recordsPerKey(key)) continue
      for (const other of found) {
        if ((records[other] as NumberedRecord).supplier === supplier) continue
        const own = partners[Math.min(at, other)] as Set<number>
        if (own.has(Math.max(at, other))) continue
        if (++pairs > maxPairs) return undefined
        own.add(Math.max(at, other))
      }
    }
  }
  return partners.flatMap((own, left) => [...own].sort((a, b) => a - b).map((right): CandidatePair => [left, right]))
}

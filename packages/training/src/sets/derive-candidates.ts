import { type KeyRules, lookupKeys, type RecordFeatures, recordKeys, recordsPerKey } from '@utpid/core/scoring'
import type { LabelledPair } from './training-set.ts'

/** Two records from two sources that are known to be one product. */
export type KnownMatch = readonly [left: RecordFeatures, right: RecordFeatures]

/** Any salt gives the same candidates. */
const RULES: KeyRules = { salt: 0, blockingRules: [] }

/**
 * Returns the candidates that blocking finds for records with a known match: the match and all other candidates. Two
 * records of one source are two products, so the other candidates do not match. In contrast to hand-picked pairs, these
 * candidates have the proportions of a real registry.
 *
 * @param left - All records of one source.
 * @param right - All records of the other source.
 * @param matches - Known matches. Records with two matches in the other source are omitted.
 */
export function deriveCandidates(
  left: readonly RecordFeatures[],
  right: readonly RecordFeatures[],
  matches: readonly KnownMatch[],
): LabelledPair[] {
  const pairs = new Map<RecordFeatures, Map<RecordFeatures, LabelledPair>>()
  const add = (one: RecordFeatures, other: RecordFeatures, match: boolean): void => {
    const known = pairs.get(one) ?? new Map<RecordFeatures, LabelledPair>()
    pairs.set(one, known.set(other, { left: one, right: other, match }))
  }
  for (const [asked, others, partners] of [
    [left, right, partnersOf(matches)],
    [right, left, partnersOf(matches.map(([one, other]): KnownMatch => [other, one]))],
  ] as const) {
    const found = candidateFinder(others)
    for (const record of asked) {
      const own = partners.get(record)
      const [partner] = own ?? []
      if (partner === undefined || own?.size !== 1) continue
      for (const other of found(record)) {
        if (asked === left) add(record, other, other === partner)
        else add(other, record, other === partner)
      }
    }
  }
  return [...pairs.values()].flatMap((each) => [...each.values()])
}

function partnersOf(matches: readonly KnownMatch[]): Map<RecordFeatures, Set<RecordFeatures>> {
  const partners = new Map<RecordFeatures, Set<RecordFeatures>>()
  for (const [one, other] of matches) partners.set(one, (partners.get(one) ?? new Set()).add(other))
  return partners
}

/**
 * Returns a function that finds the records which share a blocking key with a record. Like a registry, the function
 * skips keys above their limit.
 */
function candidateFinder(records: readonly RecordFeatures[]): (record: RecordFeatures) => Set<RecordFeatures> {
  const holders = new Map<number, RecordFeatures[]>()
  for (const record of records) {
    for (const key of recordKeys(record, RULES)) {
      const known = holders.get(key)
      if (known === undefined) holders.set(key, [record])
      else known.push(record)
    }
  }
  return (record) => {
    const found = new Set<RecordFeatures>()
    for (const { key } of lookupKeys(record, RULES)) {
      const holding = holders.get(key) ?? []
      if (holding.length > recordsPerKey(key)) continue
      for (const each of holding) found.add(each)
    }
    return found
  }
}

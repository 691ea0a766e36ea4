import { probeKeys, type RecordFeatures, recordKeys, recordsPerKey } from '@utpid/core'
import type { LabelledPair } from './training-set.ts'

/** Two records, of two sources, that are known to be one product. */
export type KnownMatch = readonly [left: RecordFeatures, right: RecordFeatures]

const NO_SALT = 0

/**
 * What blocking finds for records whose match is known: the match, and everything else that was found beside it. Two
 * records of one source are two products, so that nothing else of the other source is the same. These are candidates
 * as a registry meets them, in their true proportion, which pairs that somebody picked are not.
 *
 * @param left - All records of one source.
 * @param right - All records of the other.
 * @param matches - Records with two matches in the other source say nothing and are left out.
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

/** Finds records that share a key with another, crowded keys left out as a registry leaves them out. */
function candidateFinder(records: readonly RecordFeatures[]): (record: RecordFeatures) => Set<RecordFeatures> {
  const holders = new Map<number, RecordFeatures[]>()
  for (const record of records) {
    for (const key of recordKeys(record, NO_SALT)) {
      const known = holders.get(key)
      if (known === undefined) holders.set(key, [record])
      else known.push(record)
    }
  }
  return (record) => {
    const found = new Set<RecordFeatures>()
    for (const { key } of probeKeys(record, NO_SALT)) {
      const holding = holders.get(key) ?? []
      if (holding.length > recordsPerKey(key)) continue
      for (const each of holding) found.add(each)
    }
    return found
  }
}

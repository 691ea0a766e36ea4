import { endKey, type LabelledPair, type PairEnd } from '@utpid/evaluation'

/** A true pair: a record that is imported, and one that is asked for. */
export interface GoldPair {
  readonly a: PairEnd
  readonly b: PairEnd
}

export interface GoldPairs {
  /** Each once, in the order of the labels. */
  readonly pairs: readonly GoldPair[]
  /** Labels that name a record which neither file holds on its side. */
  readonly missing: readonly LabelledPair[]
  /** Labels that say again what another one says. */
  readonly repeated: number
}

/**
 * Sorts out which end of each label is which: as it is written where that is possible, else the other way round, so
 * that labels serve both directions.
 *
 * @param inA - Keys of the records that are imported.
 * @param inB - Keys of those that are asked for.
 */
export function findGoldPairs(
  labels: readonly LabelledPair[],
  inA: ReadonlySet<string>,
  inB: { has(key: string): boolean },
): GoldPairs {
  const pairs = new Map<string, GoldPair>()
  const missing: LabelledPair[] = []
  let repeated = 0
  for (const label of labels) {
    const { a: first, b: second } = label
    const asWritten = inA.has(endKey(first)) && inB.has(endKey(second))
    const turned = !asWritten && inA.has(endKey(second)) && inB.has(endKey(first))
    if (!asWritten && !turned) {
      missing.push(label)
      continue
    }
    const pair = turned ? { a: second, b: first } : { a: first, b: second }
    const key = `${endKey(pair.a)}\n${endKey(pair.b)}`
    if (pairs.has(key)) repeated++
    else pairs.set(key, pair)
  }
  return { pairs: [...pairs.values()], missing, repeated }
}

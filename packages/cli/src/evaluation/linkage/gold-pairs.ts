import { endKey, type LabelledPair, type PairEnd } from '@utpid/evaluation'

/** A true pair: an imported record, and a record to match. */
export interface GoldPair {
  readonly a: PairEnd
  readonly b: PairEnd
}

export interface GoldPairs {
  /** The gold pairs without repetitions, in the order of the labels. */
  readonly pairs: readonly GoldPair[]
  /** Labels with a record that is missing from its file. */
  readonly missing: readonly LabelledPair[]
  /** Labels that repeat another label. */
  readonly repeated: number
}

/**
 * Assigns the two ends of each label to the two files. Uses the order of the label if possible, else the reverse order,
 * so that one file of labels serves both directions.
 *
 * @param inA - Keys of the imported records.
 * @param inB - Keys of the records to match.
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

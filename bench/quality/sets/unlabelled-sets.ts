import type { RecordFeatures } from '@utpid/core/scoring'
import {
  hideFields,
  pairFeatures,
  parseHiddenFields,
  RecordLookup,
  readLabelledPairs,
  readRecord,
  storedFeatures,
} from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import type { LabelledPair, SupplierRecords } from '@utpid/training'
import { feedPath, labelPath, PARIS_FEEDS, PARIS_HIDDEN, parisRows } from '../../feeds/paris.ts'
import type { LabelledSet, Side } from './read-sets.ts'

/** A set for the comparison of training with and without labels: both see the same records, and are tested on others. */
export interface UnlabelledSet {
  readonly id: string
  /** The name, for people. */
  readonly what: string
  readonly suppliers: readonly SupplierRecords[]
  readonly train: readonly LabelledPair[]
  readonly tested: readonly LabelledPair[]
}

/** The longitude that divides Paris into halves with about as many hotels. */
const MIDDLE_OF_PARIS = 2.335
const PARIS_LABELS = ['positive-pairs', 'hard-negative-pairs', 'cross-source-negative-pairs']

/** Returns the records of the train pairs as two suppliers: the records on the left and on the right. */
export function ofTrainPairs({ id, what, trainPairs, pairs }: LabelledSet): UnlabelledSet {
  const sides = [new Map<string, RecordFeatures>(), new Map<string, RecordFeatures>()] as const
  const add = ({ record, features }: Side, side: 0 | 1): void => void sides[side].set(JSON.stringify(record), features)
  for (const { a, b } of trainPairs) {
    add(a, 0)
    add(b, 1)
  }
  const labelled = ({ a, b, match }: LabelledSet['pairs'][number]): LabelledPair => ({
    left: a.features,
    right: b.features,
    match,
  })
  return {
    id,
    what,
    suppliers: sides.map((records, side) => ({ supplier: `side-${side + 1}`, records: [...records.values()] })),
    train: trainPairs.map(labelled),
    tested: pairs.map(labelled),
  }
}

/** Returns two sets: trained on one half of Paris, tested on the other. */
export async function parisHalves(data: string): Promise<UnlabelledSet[]> {
  const hidden = parseHiddenFields(PARIS_HIDDEN)
  const gazetteer = loadGazetteer()
  const suppliers: SupplierRecords[] = []
  for (const [supplier, rows] of await parisRows(data)) {
    const records = rows.flatMap((row) => {
      const read = readRecord(hideFields(row, hidden), { hidden, gazetteer })
      return 'record' in read ? [storedFeatures(read.record, false, gazetteer)] : []
    })
    suppliers.push({ supplier, records })
  }
  const lookup = await RecordLookup.read(PARIS_FEEDS.map(({ file }) => feedPath(data, file)))
  const pairs: LabelledPair[] = []
  for (const file of PARIS_LABELS) {
    for (const { a, b, match } of (await readLabelledPairs(labelPath(data, file), { set: 'paris' })).pairs) {
      const features = pairFeatures(a, b, { hidden, gazetteer, lookup, asSuppliers: false })
      if (!('kind' in features)) pairs.push({ left: features[0], right: features[1], match })
    }
  }
  const halfOf = (trainedWest: boolean): UnlabelledSet => {
    const within = (west: boolean): LabelledPair[] =>
      pairs.filter(({ left, right }) => isWest(left) === west && isWest(right) === west)
    return {
      id: trainedWest ? 'paris-east' : 'paris-west',
      what: trainedWest ? 'Paris, eastern half' : 'Paris, western half',
      suppliers: suppliers.map((each) => ({
        ...each,
        records: each.records.filter((record) => isWest(record) === trainedWest),
      })),
      train: within(trainedWest),
      tested: within(!trainedWest),
    }
  }
  return [halfOf(true), halfOf(false)]
}

function isWest({ coordinates }: RecordFeatures): boolean {
  return (coordinates?.[1] ?? 0) < MIDDLE_OF_PARIS
}

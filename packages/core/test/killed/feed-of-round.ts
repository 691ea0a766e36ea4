import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'

export type Row = Readonly<Record<string, unknown>>

const SEED = 41
const PRODUCTS = 90
/** The number of records in ten that change in a round. */
const CHANGED_OF_TEN = 4
const STEP_DEGREES = 0.011

/** The supplier feed before all changes. */
const ORIGINAL: readonly Row[] = [...generateFeeds({ seed: SEED, products: PRODUCTS }).records].map((row) =>
  toRecord({ ...row, supplier: row.source }),
)

/**
 * Returns the supplier feed of a round. From one round to the next, some records move, lose their location or get it
 * back. So every round has changes to write.
 */
export function feedOfRound(round: number): Row[] {
  return ORIGINAL.map((row, at) => versionOf(row, lastChange(at, round)))
}

/** Returns the last round in which a record changed, up to a given round; 0 if there is none. */
export function lastChange(at: number, round: number): number {
  for (let earlier = round; earlier > 0; earlier--) if ((at * 7 + earlier * 3) % 10 < CHANGED_OF_TEN) return earlier
  return 0
}

function versionOf(record: Row, changed: number): Row {
  const location = record.location as { coordinates?: readonly [number, number] } | undefined
  if (location?.coordinates === undefined || changed % 3 === 0) return record
  if (changed % 3 === 1) return { ...record, location: { ...location, coordinates: undefined } }
  const [lat, lon] = location.coordinates
  return { ...record, location: { ...location, coordinates: [lat + STEP_DEGREES * (changed % 4), lon] } }
}

import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'

export type Row = Readonly<Record<string, unknown>>

const SEED = 41
const PRODUCTS = 90
/** So many records of ten come changed in a round. */
const CHANGED_OF_TEN = 4
const STEP_DEGREES = 0.011

/** The feed before any of its records changed. */
const ORIGINAL: readonly Row[] = [...generateFeeds({ seed: SEED, products: PRODUCTS }).records].map((row) =>
  toRecord({ ...row, supplier: row.source }),
)

/**
 * The same supplier feed as it stands in a round: from round to round some records move, lose
 * their place or come back, so that every round has something to write.
 */
export function feedOfRound(round: number): Row[] {
  return ORIGINAL.map((row, at) => versionOf(row, lastChange(at, round)))
}

/** The last round, up to a given one, in which a record changed; 0 when it never did. */
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

import { NAME_DIFFERENCES, type NameDifference, nameDifference } from '../noise/name-difference.ts'
import { MEASURED_NAME_DIFFERENCES } from '../noise/noise-table.ts'
import { metersBetween, pinOf } from '../places/pin.ts'
import type { GeneratedRecord } from '../records/generated-record.ts'
import type { GeneratedFeeds } from './generate-feeds.ts'

const MAX_DISTANCE_METERS = 500
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** Differences between the names of generated feeds, compared with differences measured on real feeds. */
export interface NameMeasurement {
  readonly pairs: number
  readonly rows: readonly NameDifferenceShare[]
  /** The largest deviation of a difference's share from its target, in percentage points. */
  readonly largestDeviation: number
}

export interface NameDifferenceShare {
  readonly difference: NameDifference
  /** Share of the pairs, in per cent. */
  readonly share: number
  /** Target share: the unweighted mean of the measured columns, in per cent. */
  readonly target: number
}

/**
 * Yields pairs of records of one hotel that meet the conditions of the measurement: two suppliers, at most 500 m apart,
 * names in Latin letters.
 */
function* comparablePairs(records: readonly GeneratedRecord[]): Generator<readonly [GeneratedRecord, GeneratedRecord]> {
  const usable = records.filter(
    ({ lat, lon, name }) => lat !== undefined && lon !== undefined && !OTHER_SCRIPT.test(name),
  )
  for (const [position, left] of usable.entries()) {
    for (const right of usable.slice(position + 1)) {
      if (left.source === right.source) continue
      const apart = metersBetween(pinOf([left.lat ?? 0, left.lon ?? 0]), pinOf([right.lat ?? 0, right.lon ?? 0]))
      if (apart <= MAX_DISTANCE_METERS) yield [left, right]
    }
  }
}

/**
 * Classifies the first `pairs` pairs of hotel records that show one product by {@link nameDifference}. The real pairs
 * were classified in the same way.
 *
 * @throws {RangeError} if the feeds have fewer such pairs.
 */
export function measureNames(feeds: GeneratedFeeds, pairs: number): NameMeasurement {
  const counts = new Map<NameDifference, number>()
  let counted = 0
  for (let index = 0; counted < pairs; index++) {
    if (feeds.truth.product(index).category !== 'hotel') continue
    for (const [left, right] of comparablePairs(feeds.recordsOf(index))) {
      if (counted >= pairs) break
      const difference = nameDifference(left.name, right.name, [left.city, right.city])
      counts.set(difference, (counts.get(difference) ?? 0) + 1)
      counted++
    }
  }
  const rows = NAME_DIFFERENCES.map((difference) => {
    const columns = MEASURED_NAME_DIFFERENCES[difference]
    const target = columns.reduce((sum, column) => sum + column, 0) / columns.length
    return { difference, share: ((counts.get(difference) ?? 0) / pairs) * 100, target }
  })
  return { pairs, rows, largestDeviation: Math.max(...rows.map(({ share, target }) => Math.abs(share - target))) }
}

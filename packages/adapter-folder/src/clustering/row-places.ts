import type { RecordFeatures } from '@utpid/core/scoring'
import { hashText } from '@utpid/core/storage'

/** The number of bits of each coordinate in a spatial position. */
const BITS = 13
const CELLS = 1 << BITS
/** The position of records without coordinates: after all other records. */
const UNPLACED = CELLS * CELLS

/**
 * Returns the spatial position of a record, a number below 2^27. Records near each other mostly get close numbers.
 * Records without coordinates get a number from their city.
 */
export function placeOf({
  coordinates,
  country = '',
  city = '',
}: Pick<RecordFeatures, 'coordinates' | 'country' | 'city'>): number {
  if (coordinates === undefined) return UNPLACED + (hashText(`${country}:${city}`) % UNPLACED)
  const [latitude, longitude] = coordinates
  const row = Math.min(CELLS - 1, Math.floor(((latitude + 90) / 180) * CELLS))
  const column = Math.min(CELLS - 1, Math.floor(((longitude + 180) / 360) * CELLS))
  return spread(row) * 2 + spread(column)
}

/** Inserts a 0 before each of the lower bits (Morton, 1966). */
function spread(value: number): number {
  let bits = value
  bits = (bits | (bits << 8)) & 0x00ff_00ff
  bits = (bits | (bits << 4)) & 0x0f0f_0f0f
  bits = (bits | (bits << 2)) & 0x3333_3333
  return (bits | (bits << 1)) & 0x5555_5555
}

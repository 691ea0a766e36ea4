import type { FeedRow } from '../../feeds/feed-rows.ts'

const METERS_PER_DEGREE = 111_195

/**
 * Returns the row with its coordinates moved to a uniform random point of a disc around them, as portals of short lets
 * do. A row without coordinates stays unchanged.
 *
 * @param meters - The radius of the disc.
 */
export function blurredRow(row: FeedRow, meters: number, random: () => number): FeedRow {
  const location = row.location as { readonly coordinates?: readonly [number, number] } | undefined
  if (location?.coordinates === undefined) return row
  const [latitude, longitude] = location.coordinates
  // The square root makes the point uniform in the area of the disc.
  const [distance, angle] = [meters * Math.sqrt(random()), 2 * Math.PI * random()]
  const north = (distance * Math.cos(angle)) / METERS_PER_DEGREE
  const east = (distance * Math.sin(angle)) / (METERS_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))
  return { ...row, location: { ...location, coordinates: [latitude + north, longitude + east] } }
}

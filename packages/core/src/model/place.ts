/** A point on the earth in WGS84 degrees: latitude -90 to 90, then longitude -180 to 180. */
export type Coordinates = readonly [latitude: number, longitude: number]

/**
 * A point of the earth as whole decimetres from its centre, on a sphere of mean radius: x towards
 * longitude 0, y towards longitude 90, z towards the north pole. Core makes it once, so that
 * every storage compares distances in whole numbers and finds the same order.
 */
export type EarthPoint = readonly [x: number, y: number, z: number]

/** Where a product is, as far as a supplier says. Absent means the supplier did not say. */
export interface Location {
  readonly address?: string
  readonly city?: string
  readonly region?: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string
  readonly postalCode?: string
  readonly coordinates?: Coordinates
  /** How far off the coordinates may be, in metres, when they are known to be those of a district or city. */
  readonly precisionMeters?: number
}

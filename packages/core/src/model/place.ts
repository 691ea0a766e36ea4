/** A point on the earth in WGS84 degrees: latitude -90 to 90, then longitude -180 to 180. */
export type Coordinates = readonly [latitude: number, longitude: number]

/**
 * A point on a sphere of the earth's mean radius, in whole decimetres from its centre: x towards longitude 0, y towards
 * longitude 90, z towards the north pole. Core computes it once, so that every storage compares distances as integers
 * and returns the same order.
 */
export type EarthPoint = readonly [x: number, y: number, z: number]

/** The location of a product as a supplier gives it. An absent field is unknown. */
export interface Location {
  readonly address?: string
  readonly city?: string
  readonly region?: string
  /** The ISO 3166-1 alpha-2 code of the country in upper case. */
  readonly country?: string
  readonly postalCode?: string
  readonly coordinates?: Coordinates
  /** The imprecision in metres. Present if the coordinates are known to be those of a district or city. */
  readonly precisionMeters?: number
}

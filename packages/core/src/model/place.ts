/** A point on the earth in WGS84 degrees: latitude -90 to 90, then longitude -180 to 180. */
export type Coordinates = readonly [latitude: number, longitude: number]

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

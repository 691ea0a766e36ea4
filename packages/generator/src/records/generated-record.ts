/** An end of a transfer in a supplier's row. */
export interface TransferEnd {
  readonly code?: string
  readonly name: string
  /** WGS84 degrees: latitude, then longitude. */
  readonly coordinates?: readonly [latitude: number, longitude: number]
}

/** One row of a supplier's feed, with the flat keys of suppliers. A key is absent if the supplier omits the field. */
export interface GeneratedRecord {
  /** The supplier's id. */
  readonly source: string
  /** The supplier's code of the product; unique within `source`. */
  readonly sourceId: string
  readonly name: string
  /** Other names by OpenStreetMap key: `{ "name:en": "..." }`. */
  readonly altNames?: Readonly<Record<string, string>>
  readonly category: string
  readonly city: string
  /** ISO 3166-1 alpha-2 code. A few records have a wrong country. */
  readonly country: string
  /** WGS84 degrees, including the supplier's error. */
  readonly lat?: number
  readonly lon?: number
  readonly address?: string
  readonly postcode?: string
  readonly phone?: string
  readonly website?: string
  readonly email?: string
  /** Number of stars, 1 to 5, as text. */
  readonly stars?: string
  readonly rooms?: number
  readonly brand?: string
  readonly operator?: string
  readonly licence?: string
  readonly activity?: {
    readonly durationMinutes?: number
    /** ISO 639-1 codes. */
    readonly languages?: readonly string[]
    readonly meetingPoint?: string
  }
  readonly transfer?: {
    readonly from: TransferEnd
    readonly to: TransferEnd
    readonly vehicle: string
    readonly shared: boolean
    readonly seats?: number
  }
}

/** Returns a record as one line of JSON Lines, with its line feed. */
export function toJsonLine(record: GeneratedRecord): string {
  return `${JSON.stringify(record)}\n`
}

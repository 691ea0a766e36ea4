/** An image of a product. */
export interface Image {
  readonly url: string
  readonly caption?: string
  /** The supplier's category of the image, such as `lobby`. */
  readonly category?: string
}

/** A facility or amenity. */
export interface Facility {
  /** The supplier's code. */
  readonly code?: string
  readonly name: string
}

/** A telephone number with its use. */
export interface NamedPhone {
  readonly number: string
  /** The use of the number, such as `booking`. */
  readonly kind?: string
}

/** Times of day, `HH:MM`. */
export interface HourRange {
  readonly from?: string
  readonly until?: string
}

/** An earlier name with the dates of its use: `2019`, `2019-03` or `2019-03-31`. */
export interface DatedName {
  readonly name: string
  readonly from?: string
  readonly until?: string
}

/** Whether the supplier still sells a code, with dates: `2019`, `2019-03` or `2019-03-31`. */
export interface CodeStatus {
  readonly status: 'active' | 'inactive'
  readonly from?: string
  readonly until?: string
}

/** A type of room. */
export interface RoomType {
  readonly code?: string
  readonly name: string
  /** The maximum number of people. */
  readonly capacity?: number
  readonly beds?: string
  readonly view?: string
}

/** The fields that no comparison reads. They are stored apart from the record and read on demand. */
export interface RecordDetails {
  /** A text of at most 20,000 characters. */
  readonly description?: string
  readonly images?: readonly Image[]
  readonly facilities?: readonly Facility[]
  /** Further telephone numbers. */
  readonly phones?: readonly NamedPhone[]
  /** Further e-mail addresses. */
  readonly emails?: readonly string[]
  readonly fax?: string
  readonly checkIn?: HourRange
  readonly checkOut?: HourRange
  /** The code of the chain, as the supplier writes it. */
  readonly chainCode?: string
  readonly brandCode?: string
  readonly formerNames?: readonly DatedName[]
  readonly codeStatus?: CodeStatus
  readonly roomTypes?: readonly RoomType[]
  /** The number of bookings, as the supplier counts them. */
  readonly bookings?: number
}

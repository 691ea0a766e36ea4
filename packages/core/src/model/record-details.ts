import type { Coordinates } from './place.ts'

/** An image of a product. */
export interface Image {
  readonly url: string
  readonly caption?: string
  /** The supplier's category of the image, such as `lobby`. */
  readonly category?: string
  readonly copyright?: string
  /** The code of the room type that the image shows. */
  readonly roomTypeCode?: string
  /** The season of the image: `2019`, `2019-03` or `2019-03-31`. */
  readonly from?: string
  readonly until?: string
}

/** A facility or amenity, with a code or a name. */
export interface Facility {
  /** The supplier's code. */
  readonly code?: string
  readonly name?: string
  /** The group of facilities, such as `sports`. */
  readonly group?: string
  /** The number, size or kind of the facility, such as `3` or `230 V`. */
  readonly value?: string
  /** False if the product lacks the facility. */
  readonly available?: boolean
  /** True if the facility costs extra. */
  readonly fee?: boolean
  /** The place of the facility, such as `on site`. */
  readonly place?: string
  readonly distanceMeters?: number
  /** The ages of the users in years. */
  readonly minAge?: number
  readonly maxAge?: number
  readonly hours?: HourRange
  readonly season?: DateRange
}

/** A telephone number with its use. */
export interface NamedPhone {
  readonly number: string
  /** The use of the number, such as `booking`. */
  readonly kind?: string
  /** The person or department that answers. */
  readonly contactName?: string
}

/** Times of day, `HH:MM`. */
export interface HourRange {
  readonly from?: string
  readonly until?: string
}

/** Dates: `2019`, `2019-03` or `2019-03-31`. */
export interface DateRange {
  readonly from?: string
  readonly until?: string
}

/** An earlier name with the dates of its use: `2019`, `2019-03` or `2019-03-31`. */
export interface DatedName extends DateRange {
  readonly name: string
}

/** Whether the supplier still sells a code, with dates: `2019`, `2019-03` or `2019-03-31`. */
export interface CodeStatus extends DateRange {
  readonly status: 'active' | 'inactive'
}

/** A number of people. */
export interface PeopleRange {
  readonly min?: number
  readonly max?: number
}

/** A type of room, with a code or a name. */
export interface RoomType {
  readonly code?: string
  /** The code in the property's own system. */
  readonly propertyCode?: string
  readonly name?: string
  /** A text of at most 20,000 characters. */
  readonly description?: string
  /** The class of the room, such as `suite` or `deluxe`. */
  readonly class?: string
  /** The maximum number of people. */
  readonly capacity?: number
  /** The usual number of people. */
  readonly standardCapacity?: number
  /** The minimum number of people. */
  readonly minCapacity?: number
  readonly adults?: PeopleRange
  readonly children?: PeopleRange
  readonly infants?: PeopleRange
  readonly beds?: string
  readonly bedrooms?: number
  readonly bathroom?: string
  readonly view?: string
  readonly floor?: string
  readonly areaSquareMeters?: number
  /** The number of rooms of this type. */
  readonly count?: number
  readonly facilities?: readonly Facility[]
  readonly images?: readonly Image[]
}

/** A text about the product, such as a section of its description, a notice, or a question with its answer. */
export interface DetailText extends DateRange {
  /** The kind of the text, such as `dining`, `highlight` or `notice`. */
  readonly kind?: string
  /** The title, or the question. */
  readonly title?: string
  /** A text of at most 20,000 characters. */
  readonly text: string
  /** The BCP 47 tag of the language. */
  readonly language?: string
}

/** A page about the product, such as a profile in a social network or a video. */
export interface WebPage {
  readonly url: string
  /** The kind of the page, such as `facebook` or `video`. */
  readonly kind?: string
  readonly title?: string
}

/** An entry of a supplier's list, such as a theme or a meal plan, with a code or a name. */
export interface ListEntry {
  readonly code?: string
  readonly name?: string
}

/** A region, destination, zone or district that contains the product. */
export interface Area extends ListEntry {
  /** The kind of the area, such as `destination`. */
  readonly kind?: string
}

/** A further address of the product, on one line. */
export interface DetailAddress {
  readonly text: string
  /** The use of the address, such as `mailing`. */
  readonly kind?: string
  /** The BCP 47 tag of the language. */
  readonly language?: string
}

/** A place near the product, such as an airport, a station, a beach or a sight. */
export interface NearbyPlace extends ListEntry {
  /** The kind of the place, such as `airport`. */
  readonly kind?: string
  readonly description?: string
  readonly distanceMeters?: number
  /** The direction from the product, such as `NE`. */
  readonly direction?: string
  readonly travelMinutes?: number
  /** The means of transport, such as `walk` or `taxi`. */
  readonly transport?: string
  readonly coordinates?: Coordinates
  readonly address?: string
  readonly phone?: string
  readonly url?: string
  readonly hours?: HourRange
  /** True if the entrance costs money. */
  readonly fee?: boolean
}

/** A rating or an award. */
export interface Rating extends DateRange {
  /** The rated aspect or the name of the award, such as `cleanliness`; absent for the overall rating. */
  readonly name?: string
  readonly provider?: string
  readonly value?: number
  /** The best value of the scale. */
  readonly max?: number
  /** The symbol of the scale, such as `diamond`. */
  readonly symbol?: string
  /** The number of reviews. */
  readonly count?: number
  /** True if an authority gives the rating. */
  readonly official?: boolean
  /** The number of the certificate. */
  readonly code?: string
}

/** Another product of the supplier, with a code or a name. */
export interface RelatedProduct extends ListEntry {
  /** The relation of the other product to this one, such as `parent`. */
  readonly kind?: string
}

/** The fields that no comparison reads. They are stored apart from the record and read on demand. */
export interface RecordDetails {
  /** A text of at most 20,000 characters. */
  readonly description?: string
  /** Further texts by kind. */
  readonly texts?: readonly DetailText[]
  /** The BCP 47 tag of the language of the texts. */
  readonly contentLanguage?: string
  readonly images?: readonly Image[]
  readonly facilities?: readonly Facility[]
  /** The services that the price includes. */
  readonly inclusions?: readonly string[]
  /** The services that the price excludes. */
  readonly exclusions?: readonly string[]
  /** Themes and segments, such as `family` or `boutique`. */
  readonly themes?: readonly ListEntry[]
  /** The offered meal plans, such as half board. */
  readonly mealPlans?: readonly ListEntry[]
  /** Further telephone numbers. */
  readonly phones?: readonly NamedPhone[]
  /** Further e-mail addresses. */
  readonly emails?: readonly string[]
  readonly fax?: string
  /** Further pages about the product. */
  readonly webPages?: readonly WebPage[]
  /** Further addresses. */
  readonly addresses?: readonly DetailAddress[]
  /** The areas that contain the product. */
  readonly areas?: readonly Area[]
  readonly nearby?: readonly NearbyPlace[]
  readonly altitudeMeters?: number
  /** The IANA name of the time zone, such as `Europe/Paris`. */
  readonly timeZone?: string
  readonly checkIn?: HourRange
  readonly checkOut?: HourRange
  /** The instructions for check-in, pickup or redemption. */
  readonly arrivalInstructions?: string
  /** The minimum age of a guest who checks in, in years. */
  readonly minCheckInAge?: number
  /** The payment methods and cards that the product accepts. */
  readonly paymentMethods?: readonly string[]
  /** The BCP 47 tags of the languages that the staff speaks. */
  readonly spokenLanguages?: readonly string[]
  /** The code of the chain, as the supplier writes it. */
  readonly chainCode?: string
  readonly brandCode?: string
  /** The name of the chain that owns the brand. */
  readonly masterChain?: string
  readonly ratings?: readonly Rating[]
  readonly relatedProducts?: readonly RelatedProduct[]
  readonly formerNames?: readonly DatedName[]
  readonly codeStatus?: CodeStatus
  readonly roomTypes?: readonly RoomType[]
  readonly floors?: number
  readonly yearBuilt?: number
  readonly yearRenovated?: number
  /** The registered name of the company. */
  readonly legalName?: string
  /** True if the house accepts no children. */
  readonly adultsOnly?: boolean
  /** True if guests may bring pets. */
  readonly petsAllowed?: boolean
  /** The number of bookings, as the supplier counts them. */
  readonly bookings?: number
}

import type { Coordinates, Location } from './place.ts'
import type { RecordDetails } from './record-details.ts'

/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** The name of a product in another language or spelling. */
export interface AltName {
  /** The BCP 47 tag of the language, such as `en` or `ja-Latn`. */
  readonly language?: string
  readonly name: string
}

/** An external identifier that several suppliers may share, for example scheme `iata`, value `CDG`. */
export interface Identifier {
  readonly scheme: string
  readonly value: string
}

/** An identifier that a stored concordance gives the code of a record, as comparisons show it. */
export interface AssignedIdentifier extends Identifier {
  /** The name of the concordance. */
  readonly concordance: string
}

/** A place of an itinerary. */
export interface ItineraryPlace {
  readonly name: string
  /** The role of the place, such as `start` or `stop`. */
  readonly kind?: string
  readonly description?: string
  readonly address?: string
  readonly coordinates?: Coordinates
  /** The way from the place before. */
  readonly travelMinutes?: number
  readonly durationMinutes?: number
}

/** A number of people. */
export interface GroupSize {
  readonly min?: number
  readonly max?: number
}

/** A bookable variant of a tour. */
export interface ActivityVariant {
  readonly code: string
  readonly name?: string
  readonly description?: string
  /** The BCP 47 tag of the language. */
  readonly language?: string
  /** The duration in minutes; of a range, the minimum. */
  readonly durationMinutes?: number
  /** The maximum of a range of durations, in minutes. */
  readonly maxDurationMinutes?: number
  /** The times of day, `HH:MM`. */
  readonly startTimes?: readonly string[]
  /** True if strangers take part. */
  readonly shared?: boolean
}

/** A guide of a tour. */
export interface Guide {
  /** The kind of the guide, such as `live`, `audio` or `written`. */
  readonly kind?: string
  /** The BCP 47 tag of the language. */
  readonly language?: string
}

/** A kind of ticket, such as a ticket for children. */
export interface TicketType {
  readonly code?: string
  readonly name?: string
  /** The kind of person, such as `adult`. */
  readonly kind?: string
  readonly description?: string
  /** The number of people of one ticket. */
  readonly people?: number
  /** The ages in years. */
  readonly minAge?: number
  readonly maxAge?: number
  readonly minHeightCentimeters?: number
  readonly maxHeightCentimeters?: number
  readonly minWeightKilograms?: number
  readonly maxWeightKilograms?: number
}

/** The fields that only tours and activities have. */
export interface ActivityDetails {
  /** The duration in minutes; of a range, the minimum. */
  readonly durationMinutes?: number
  /** The maximum of a range of durations, in minutes. */
  readonly maxDurationMinutes?: number
  /** The BCP 47 tags of the languages. */
  readonly languages?: readonly string[]
  readonly meetingPoint?: string
  /** The places in the order of the visit. */
  readonly itinerary?: readonly ItineraryPlace[]
  /** The times of day, `HH:MM`. */
  readonly startTimes?: readonly string[]
  /** True if strangers take part. */
  readonly shared?: boolean
  readonly groupSize?: GroupSize
  readonly variants?: readonly ActivityVariant[]
  readonly guides?: readonly Guide[]
  readonly ticketTypes?: readonly TicketType[]
}

/** The start or the end of a transfer. */
export interface TransferEnd {
  /** The IATA code or the supplier's own code of the place. */
  readonly code?: string
  readonly name?: string
  readonly coordinates?: Coordinates
  readonly kind?: string
  readonly address?: string
  /** The code or name of the zone that contains the place. */
  readonly zone?: string
}

/** The fields that only transfers have. */
export interface TransferDetails {
  readonly from?: TransferEnd
  readonly to?: TransferEnd
  readonly vehicle?: string
  /** True if strangers share the ride. */
  readonly shared?: boolean
  readonly seats?: number
  /** The class of the service, such as `premium`. */
  readonly serviceClass?: string
  /** The maximum pieces of luggage. */
  readonly luggagePieces?: number
  /** The minimum number of passengers. */
  readonly minPassengers?: number
  /** The time that the driver waits. */
  readonly waitingMinutes?: number
}

/** The fields of a record that a product displays under the same name. */
export interface DisplayedFields {
  readonly phone?: string
  readonly email?: string
  readonly website?: string
  readonly brand?: string
  /** The official stars, 0.5 to 7 in steps of 0.5. */
  readonly stars?: number
  /** The number of rooms, 1 to 20,000. */
  readonly rooms?: number
}

/** The content of a record or an input. Every field is optional. */
export interface RecordContent extends DisplayedFields, RecordDetails {
  readonly name?: string
  readonly altNames?: readonly AltName[]
  /** The slug of the category, see `model/category.ts`. */
  readonly category?: string
  readonly location?: Location
  readonly operator?: string
  /** The number of an official licence or registration. */
  readonly licence?: string
  readonly identifiers?: readonly Identifier[]
  readonly activity?: ActivityDetails
  readonly transfer?: TransferDetails
  /** The unknown fields of the supplier, stored as received. */
  readonly extra?: Readonly<Record<string, JsonValue>>
}

/**
 * One product as one supplier describes it. Each record has its own features and keys, and comparisons compare records.
 */
export interface SupplierRecord extends RecordContent {
  /** The id of the supplier: a slug of `a-z0-9` and single `-_.`, at most 64 characters. */
  readonly supplier: string
  /** The supplier's own code, at most 256 characters. */
  readonly code: string
  readonly name: string
}

/** A match query. It needs a name, a supplier with its code, or an identifier. */
export interface MatchInput extends RecordContent {
  /** The caller's reference, returned with the result. */
  readonly ref?: string
  readonly supplier?: string
  readonly code?: string
}

/** A sender of records. */
export interface Supplier {
  readonly id: string
  readonly name: string
  /**
   * The priority of the supplier's values for displayed fields, -1,000 to 1,000. The higher priority wins. Default: 0.
   */
  readonly priority: number
  /** The licence of the supplier's data, such as `CC-BY-4.0`. */
  readonly licence?: string
  /** The text that must be displayed with the supplier's data. */
  readonly attribution?: string
  /** The category of the supplier's records that state none, such as `hotel`. */
  readonly category?: string
  /** The time of the supplier's creation, ISO 8601 UTC. */
  readonly since: string
  /** The time of the deactivation, ISO 8601 UTC; absent while the supplier is active. */
  readonly deactivatedAt?: string
  /** True while the registry still updates products to the supplier's new name or priority. */
  readonly updatePending?: true
}

/** The supplier and the code that identify a record. */
export interface SupplierCode {
  readonly supplier: string
  readonly code: string
}

import type { Coordinates, Location } from './place.ts'

/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** The name in another language or spelling. */
export interface AltName {
  /** BCP 47 tag such as `en` or `ja-Latn`. */
  readonly language?: string
  readonly name: string
}

/** An external identifier that several suppliers may share, for example scheme `iata`, value `CDG`. */
export interface Identifier {
  readonly scheme: string
  readonly value: string
}

/** Fields of tours and activities only. */
export interface ActivityDetails {
  readonly durationMinutes?: number
  /** BCP 47 tags. */
  readonly languages?: readonly string[]
  readonly meetingPoint?: string
}

/** Start or end of a transfer. */
export interface TransferEnd {
  /** IATA code or the supplier's own code of the place. */
  readonly code?: string
  readonly name?: string
  readonly coordinates?: Coordinates
}

/** Fields of transfers only. */
export interface TransferDetails {
  readonly from?: TransferEnd
  readonly to?: TransferEnd
  readonly vehicle?: string
  /** True if the ride is shared with strangers. */
  readonly shared?: boolean
  readonly seats?: number
}

/** Content of a record or an input; every field is optional. */
export interface RecordContent {
  readonly name?: string
  readonly altNames?: readonly AltName[]
  /** Category slug, see `model/category.ts`. */
  readonly category?: string
  readonly location?: Location
  readonly phone?: string
  readonly email?: string
  readonly website?: string
  readonly brand?: string
  readonly operator?: string
  /** 0.5 to 7, in halves. */
  readonly stars?: number
  /** 1 to 20,000. */
  readonly rooms?: number
  /** Number of an official licence or registration. */
  readonly licence?: string
  readonly identifiers?: readonly Identifier[]
  readonly activity?: ActivityDetails
  readonly transfer?: TransferDetails
  /** Unknown fields of the supplier, kept as received. */
  readonly extra?: Readonly<Record<string, JsonValue>>
}

/** One product as one supplier describes it. Features, keys and comparisons are per record. */
export interface SupplierRecord extends RecordContent {
  /** Supplier id: a slug of `a-z0-9` and single `-_.`, at most 64 characters. */
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
  /** Priority of its values for displayed fields, -1,000 to 1,000; higher wins. Default: 0. */
  readonly priority: number
  /** ISO 8601 UTC. */
  readonly since: string
  /** ISO 8601 UTC; absent while the supplier is active. */
  readonly endedAt?: string
  /** True while products still have to adopt its new name or priority. */
  readonly following?: true
}

/** Identifies a record by supplier and code. */
export interface SupplierCode {
  readonly supplier: string
  readonly code: string
}

import type { Coordinates, Location } from './place.ts'

/** A value that JSON can carry. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** The name in another language or spelling. */
export interface AltName {
  /** BCP 47 tag such as `en` or `ja-Latn`. */
  readonly language?: string
  readonly name: string
}

/** An identifier from outside that several suppliers may share, for example scheme `iata`, value `CDG`. */
export interface Identifier {
  readonly scheme: string
  readonly value: string
}

/** What tours and activities have beside other products. */
export interface ActivityDetails {
  readonly durationMinutes?: number
  /** BCP 47 tags. */
  readonly languages?: readonly string[]
  readonly meetingPoint?: string
}

/** Where a transfer begins or ends. */
export interface TransferEnd {
  /** IATA code or the supplier's own code of the place. */
  readonly code?: string
  readonly name?: string
  readonly coordinates?: Coordinates
}

/** What transfers have beside other products. */
export interface TransferDetails {
  readonly from?: TransferEnd
  readonly to?: TransferEnd
  readonly vehicle?: string
  /** True when strangers share the ride. */
  readonly shared?: boolean
  readonly seats?: number
}

/** What a record says, whoever says it: every field optional. */
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
  /** What a supplier sent beyond this table, kept as it came. */
  readonly extra?: Readonly<Record<string, JsonValue>>
}

/** What one supplier says about one of its products: the unit of features, keys and comparisons. */
export interface SupplierRecord extends RecordContent {
  /** Supplier id: a slug of `a-z0-9` and single `-_.`, at most 64 characters. */
  readonly supplier: string
  /** The supplier's own code, at most 256 characters. */
  readonly code: string
  readonly name: string
}

/** A question: what is this? Needs a name, or a supplier with its code, or an identifier. */
export interface MatchInput extends RecordContent {
  /** The caller's own mark, echoed in the answer. */
  readonly ref?: string
  readonly supplier?: string
  readonly code?: string
}

/** Who sends records. */
export interface Supplier {
  readonly id: string
  readonly name: string
  /** Higher wins when shown fields are chosen; 0 unless set, -1,000 to 1,000. */
  readonly priority: number
  /** ISO 8601 UTC. */
  readonly since: string
  /** ISO 8601 UTC; absent while the supplier is active. */
  readonly endedAt?: string
  /** Its name or priority was changed, and not all of its products have followed yet. */
  readonly following?: true
}

/** A record by the code that its supplier gave it. */
export interface SupplierCode {
  readonly supplier: string
  readonly code: string
}

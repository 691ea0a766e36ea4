import type { CategoryGroup, Profile } from '../model/category.ts'
import type { Coordinates } from '../model/place.ts'
import type { WordKind } from '../text/word-table.ts'

/**
 * What is worth knowing about one record when it is compared: computed once when it is
 * written, stored as bytes (`feature-layout.ts`), read back for every comparison. Absent
 * means the record does not say; a comparison then answers `unknown`.
 */
export interface RecordFeatures {
  /** 32-bit hash of the supplier's id; absent for an input that names none. */
  readonly supplier?: number
  readonly profile: Profile
  readonly group: CategoryGroup
  /** Position in CATEGORIES; 0 is `other`. */
  readonly category: number
  /** The name first, then the other names; empty for an input that gives only a code. */
  readonly names: readonly NameFeatures[]
  /** Id of the brand, for example `ibis-budget`. */
  readonly brand?: string
  readonly coordinates?: Coordinates
  /** How far off the coordinates may be, in metres, 1 or more. */
  readonly precisionMeters: number
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** Folded, without district numbers. */
  readonly city?: string
  /** Where the gazetteer has that city; several places where it does not know which is meant, see `townsOf`. */
  readonly towns?: readonly Coordinates[]
  /** Folded, without spaces. */
  readonly postcode?: string
  readonly address?: AddressFeatures
  /** The last nine digits. */
  readonly phone?: number
  /** 32-bit hashes of the web host and of the host with its path. */
  readonly web?: WebFeatures
  readonly stars?: number
  readonly rooms?: number
  /** 32-bit hash. */
  readonly operator?: number
  /** 32-bit hash of the licence, folded. */
  readonly licence?: number
  readonly identifiers: readonly IdentifierFeatures[]
  readonly activity?: ActivityFeatures
  readonly transfer?: TransferFeatures
}

export interface NameFeatures {
  /** 32-bit hash of all its words in order. */
  readonly whole: number
  readonly words: readonly NameWord[]
}

export interface NameWord {
  readonly text: string
  /** 32-bit hash of the text; of the concept for a generic word, so that `hotel` and `ホテル` agree. */
  readonly hash: number
  readonly kind: WordKind
  /** Belongs to a brand that was recognised. */
  readonly ofBrand: boolean
  /** Is the record's own city. */
  readonly ofCity: boolean
  /** Of a number: written as digits, so that another number is another place. */
  readonly strict: boolean
}

export interface AddressFeatures {
  /** First house number and, of a range, the last; 0 when there is none. */
  readonly houseNumber: number
  readonly houseNumberLast: number
  /** 32-bit hashes of the words that name the street, without its kind; ascending, distinct, at most 8. */
  readonly street: readonly number[]
  /** The one script that the street is written in, see `scriptOf`; 0 for several, or when there is none. */
  readonly script: number
}

export interface WebFeatures {
  readonly host: number
  readonly page: number
  /** True for hosts that thousands share (social networks, agencies): nothing follows from them. */
  readonly shared: boolean
}

export interface IdentifierFeatures {
  readonly scheme: number
  readonly value: number
}

export interface ActivityFeatures {
  /** 0 when it is not said. */
  readonly durationMinutes: number
  /** 32-bit hashes, ascending. */
  readonly languages: readonly number[]
}

export interface TransferFeatures {
  readonly from?: TransferEndFeatures
  readonly to?: TransferEndFeatures
  /** 32-bit hash of the vehicle class; 0 when it is not said. */
  readonly vehicle: number
  /** 0 not said, 1 private, 2 shared. */
  readonly sharing: 0 | 1 | 2
  /** 0 when it is not said. */
  readonly seats: number
}

export interface TransferEndFeatures {
  /** 32-bit hash of the code; 0 when it is not said. */
  readonly code: number
  /** 32-bit hashes of the words that name the place, ascending; at most 8. */
  readonly words: readonly number[]
  readonly coordinates?: Coordinates
}

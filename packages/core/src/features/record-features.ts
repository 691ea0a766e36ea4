import type { CategoryGroup, Profile } from '../model/category.ts'
import type { Coordinates } from '../model/place.ts'
import type { WordKind } from '../text/word-table.ts'

/**
 * Data of one record for comparison. It is computed once at the write, stored as bytes (`feature-layout.ts`) and read
 * for every comparison. A missing value makes a comparison `unknown`.
 */
export interface RecordFeatures {
  /** 32-bit hash of the supplier's id; absent for an input without a supplier. */
  readonly supplier?: number
  readonly profile: Profile
  readonly group: CategoryGroup
  /** Position in CATEGORIES; 0 is `other`. */
  readonly category: number
  /** The name first, then the other names; empty for an input with only a code. */
  readonly names: readonly NameFeatures[]
  /** Id of the brand, for example `ibis-budget`. */
  readonly brand?: string
  readonly coordinates?: Coordinates
  /** Imprecision of the coordinates in metres, 1 or more. */
  readonly precisionMeters: number
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** Folded, without district numbers. */
  readonly city?: string
  /** Places of the city in the gazetteer; several if it is ambiguous, see `townsOf`. */
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
  /** 32-bit hash of the text. For a generic word: hash of its concept, so that `hotel` and `ホテル` agree. */
  readonly hash: number
  readonly kind: WordKind
  /** Whether it belongs to a recognised brand. */
  readonly ofBrand: boolean
  /** Whether it is the record's own city. */
  readonly ofCity: boolean
  /** For a number: whether it is written in digits, so that a different number means a different place. */
  readonly strict: boolean
}

export interface AddressFeatures {
  /** First and last house number of a range, equal for a single number; 0 if there is none. */
  readonly houseNumber: number
  readonly houseNumberLast: number
  /** 32-bit hashes of the words that name the street, without its kind; ascending, distinct, at most 8. */
  readonly street: readonly number[]
  /** Script of the street, see `scriptOf`; 0 if there are several or none. */
  readonly script: number
}

export interface WebFeatures {
  readonly host: number
  readonly page: number
  /** True for hosts shared by thousands of places (social networks, agencies): they are no evidence. */
  readonly shared: boolean
}

export interface IdentifierFeatures {
  readonly scheme: number
  readonly value: number
}

export interface ActivityFeatures {
  /** 0 if unknown. */
  readonly durationMinutes: number
  /** 32-bit hashes, ascending. */
  readonly languages: readonly number[]
}

export interface TransferFeatures {
  readonly from?: TransferEndFeatures
  readonly to?: TransferEndFeatures
  /** 32-bit hash of the vehicle class; 0 if unknown. */
  readonly vehicle: number
  /** 0 unknown, 1 private, 2 shared. */
  readonly sharing: 0 | 1 | 2
  /** 0 if unknown. */
  readonly seats: number
}

export interface TransferEndFeatures {
  /** 32-bit hash of the code; 0 if unknown. */
  readonly code: number
  /** 32-bit hashes of the words of the place's name, ascending; at most 8. */
  readonly words: readonly number[]
  readonly coordinates?: Coordinates
}

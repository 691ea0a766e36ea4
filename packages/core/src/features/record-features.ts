import type { CategoryGroup, Profile } from '../model/category.ts'
import type { Coordinates } from '../model/place.ts'
import type { WordKind } from '../text/word-table.ts'

/**
 * The data of one record for comparison. A write computes the features once and stores them as bytes
 * (`feature-layout.ts`); every comparison reads them. A missing value makes a comparison `unknown`.
 */
export interface RecordFeatures {
  /** The 32-bit hash of the supplier's id; absent for an input without a supplier. */
  readonly supplier?: number
  readonly profile: Profile
  readonly group: CategoryGroup
  /** The position of the category in CATEGORIES; 0 is `other`. */
  readonly category: number
  /** The name, followed by the other names; empty for an input with only a code. */
  readonly names: readonly NameFeatures[]
  /** The id of the brand, for example `ibis-budget`. */
  readonly brand?: string
  readonly coordinates?: Coordinates
  /** The imprecision of the coordinates in metres, 1 or more. */
  readonly precisionMeters: number
  /** The ISO 3166-1 alpha-2 code of the country. */
  readonly country?: string
  /** The folded city, without district numbers. */
  readonly city?: string
  /** Locations of the city in the gazetteer; several if the name of the city is ambiguous, see `townsOf`. */
  readonly towns?: readonly Coordinates[]
  /** The folded postcode, without spaces. */
  readonly postcode?: string
  readonly address?: AddressFeatures
  /** The last nine digits of the phone number. */
  readonly phone?: number
  /** Two 32-bit hashes: of the web host, and of the host with its path. */
  readonly web?: WebFeatures
  readonly stars?: number
  readonly rooms?: number
  /** The 32-bit hash of the operator. */
  readonly operator?: number
  /** The 32-bit hash of the folded licence. */
  readonly licence?: number
  readonly identifiers: readonly IdentifierFeatures[]
  readonly activity?: ActivityFeatures
  readonly transfer?: TransferFeatures
  /** The features that a schema adds, by the name of their field. */
  readonly added?: Readonly<Record<string, FeatureValue>>
}

/** The value of an added feature. A list of numbers contains hashes of 32 bits. */
export type FeatureValue = number | string | readonly number[] | readonly string[]

export interface NameFeatures {
  /** The 32-bit hash of all words of the name in order. */
  readonly whole: number
  readonly words: readonly NameWord[]
}

export interface NameWord {
  readonly text: string
  /**
   * The 32-bit hash of the text of a word. For a generic word, the hash of its concept, so that `hotel` and `ホテル`
   * agree.
   */
  readonly hash: number
  readonly kind: WordKind
  /** True if the word belongs to a recognised brand. */
  readonly ofBrand: boolean
  /** True if the word belongs to the record's own city. */
  readonly ofCity: boolean
  /** For a number, true if it is written in digits. Then a different number means a different place. */
  readonly strict: boolean
}

export interface AddressFeatures {
  /** The first and the last house number of a range. The two are equal for a single number, and 0 without a number. */
  readonly houseNumber: number
  readonly houseNumberLast: number
  /** The 32-bit hashes of the words that name the street, without its kind: ascending, distinct, at most 8. */
  readonly street: readonly number[]
  /** The script of the street, see `scriptOf`; 0 for several scripts or none. */
  readonly script: number
}

export interface WebFeatures {
  readonly host: number
  readonly page: number
  /** True for a host that thousands of places share (social networks, agencies). Such a host is no evidence. */
  readonly shared: boolean
}

export interface IdentifierFeatures {
  readonly scheme: number
  readonly value: number
}

export interface ActivityFeatures {
  /** The duration in minutes; 0 if unknown. */
  readonly durationMinutes: number
  /** The 32-bit hashes of the languages, ascending. */
  readonly languages: readonly number[]
}

export interface TransferFeatures {
  readonly from?: TransferEndFeatures
  readonly to?: TransferEndFeatures
  /** The 32-bit hash of the vehicle class; 0 if unknown. */
  readonly vehicle: number
  /** Whether strangers share the ride: 0 unknown, 1 private, 2 shared. */
  readonly sharing: 0 | 1 | 2
  /** The number of seats; 0 if unknown. */
  readonly seats: number
}

export interface TransferEndFeatures {
  /** The 32-bit hash of the code; 0 if unknown. */
  readonly code: number
  /** The 32-bit hashes of the words of the place's name: ascending, at most 8. */
  readonly words: readonly number[]
  readonly coordinates?: Coordinates
}

import type { GazetteerAirport } from '@utpid/core/scoring'
import type { LodgingCategory } from '../languages/language.ts'
import type { LodgingName } from '../names/lodging-name.ts'
import type { ActivityCategory } from '../noise/product-category.ts'
import type { Pin } from '../places/pin.ts'
import type { Site } from '../places/site.ts'

interface ProductBase {
  /** Index of the real product, from 0. */
  readonly index: number
  readonly site: Site
  /** Index of the base product, if this product is a sibling: a product with almost the same name as its base. */
  readonly siblingOf?: number
}

/** A lodging. */
export interface Lodging extends ProductBase {
  readonly kind: 'lodging'
  readonly category: LodgingCategory
  readonly name: LodgingName
  /** Whether the lodging had another name a few years ago. */
  readonly isRenamed: boolean
  /** Identifies the random stream for details that few records need: former name, company, second telephone. */
  readonly rareKey: number
  /** Number of stars, 1 to 5. */
  readonly stars?: number
  readonly rooms?: number
  /** The national number: digits without trunk prefix. */
  readonly phone: string
  /** Host and path, without scheme. */
  readonly website?: string
  readonly licence?: string
  /** Whether the lodging is in a dense district. */
  readonly isDense: boolean
}

/** A tour, a sight or a show. */
export interface Activity extends ProductBase {
  readonly kind: 'activity'
  readonly category: ActivityCategory
  /** The subject of the activity: an invented sight, or a common one such as `Old Town`. */
  readonly theme: string
  /** The form, such as `Walking Tour`; empty for a sight itself. */
  readonly form: string
  /** A feature, such as `Skip-the-Line`; empty if there is none. */
  readonly feature: string
  /** An extra, such as `Wine Tasting`; empty if there is none. */
  readonly extra: string
  readonly durationMinutes: number
  /** ISO 639-1 codes. */
  readonly languages: readonly string[]
  readonly meetingPoint: string
  readonly operator: string
}

/** A transfer between an airport and a place in a city. */
export interface Transfer extends ProductBase {
  readonly kind: 'transfer'
  readonly category: 'transfer'
  readonly airport: GazetteerAirport
  /** A part of the city, such as `City Centre` or `Hotel Zone`. */
  readonly zone: string
  readonly zonePin: Pin
  /** Whether the transfer goes from the city to the airport. */
  readonly isReturn: boolean
  /** Index in {@link VEHICLES}. */
  readonly vehicle: number
  readonly shared: boolean
}

/** An airport or station. The point is invented: two products that are one real airport would falsify the truth. */
export interface TravelPoint extends ProductBase {
  readonly kind: 'point'
  readonly category: 'airport' | 'station'
  /** The name in the country's language. */
  readonly name: string
  /** The invented word in the name. It distinguishes this product. */
  readonly ownWord: string
}

export type GeneratedProduct = Lodging | Activity | Transfer | TravelPoint

/** Vehicle classes: the names that suppliers use, and the number of seats. */
export const VEHICLES: readonly { readonly words: readonly string[]; readonly seats: number }[] = [
  { words: ['Sedan', 'Standard Car', 'Saloon Car', 'Economy Sedan'], seats: 3 },
  { words: ['Minivan', 'MPV', 'People Carrier', 'Van'], seats: 7 },
  { words: ['Luxury Sedan', 'Business Class', 'Executive Car', 'Premium Sedan'], seats: 3 },
  { words: ['Minibus', 'Mini Bus', 'Sprinter', 'Minibus 16 Seats'], seats: 16 },
  { words: ['Coach', 'Bus', 'Airport Bus', 'Shuttle Bus'], seats: 50 },
]

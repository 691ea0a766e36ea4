import type { GazetteerAirport } from '@utpid/core'
import type { LodgingCategory } from '../languages/language.ts'
import type { LodgingName } from '../names/lodging-name.ts'
import type { ActivityCategory } from '../noise/product-category.ts'
import type { Pin } from '../places/pin.ts'
import type { Site } from '../places/site.ts'

interface ProductBase {
  /** Which real product, 0 upwards. */
  readonly index: number
  readonly site: Site
  /** The real product whose near namesake this one is. */
  readonly siblingOf?: number
}

/** A place to stay. */
export interface Lodging extends ProductBase {
  readonly kind: 'lodging'
  readonly category: LodgingCategory
  readonly name: LodgingName
  /** It had another name a few years ago. */
  readonly isRenamed: boolean
  /** Names the stream of random numbers for what few records need: its former name, its company, its other telephone. */
  readonly rareKey: number
  /** 1 to 5. */
  readonly stars?: number
  readonly rooms?: number
  /** National number, digits without trunk prefix. */
  readonly phone: string
  /** Host and path, without scheme. */
  readonly website?: string
  readonly licence?: string
  /** It stands in a dense district. */
  readonly isDense: boolean
}

/** A tour, a sight, a show. */
export interface Activity extends ProductBase {
  readonly kind: 'activity'
  readonly category: ActivityCategory
  /** What is seen or done: an invented sight, or a common subject such as `Old Town`. */
  readonly theme: string
  /** `Walking Tour`; empty for a sight itself. */
  readonly form: string
  /** `Skip-the-Line`; empty when there is none. */
  readonly feature: string
  /** `Wine Tasting`; empty when there is none. */
  readonly extra: string
  readonly durationMinutes: number
  /** ISO 639-1. */
  readonly languages: readonly string[]
  readonly meetingPoint: string
  readonly operator: string
}

/** A ride between an airport and a place of a city. */
export interface Transfer extends ProductBase {
  readonly kind: 'transfer'
  readonly category: 'transfer'
  readonly airport: GazetteerAirport
  /** `City Centre`, `Hotel Zone`, ... */
  readonly zone: string
  readonly zonePin: Pin
  /** From the city to the airport. */
  readonly isReturn: boolean
  /** Index in {@link VEHICLES}. */
  readonly vehicle: number
  readonly shared: boolean
}

/** A place that one travels from or to. It is invented, or two products could be one real airport. */
export interface TravelPoint extends ProductBase {
  readonly kind: 'point'
  readonly category: 'airport' | 'station'
  /** In the language of the country. */
  readonly name: string
  /** The invented word of it, which tells it apart. */
  readonly ownWord: string
}

export type GeneratedProduct = Lodging | Activity | Transfer | TravelPoint

/** Vehicle classes: what suppliers call them and how many travellers they take. */
export const VEHICLES: readonly { readonly words: readonly string[]; readonly seats: number }[] = [
  { words: ['Sedan', 'Standard Car', 'Saloon Car', 'Economy Sedan'], seats: 3 },
  { words: ['Minivan', 'MPV', 'People Carrier', 'Van'], seats: 7 },
  { words: ['Luxury Sedan', 'Business Class', 'Executive Car', 'Premium Sedan'], seats: 3 },
  { words: ['Minibus', 'Mini Bus', 'Sprinter', 'Minibus 16 Seats'], seats: 16 },
  { words: ['Coach', 'Bus', 'Airport Bus', 'Shuttle Bus'], seats: 50 },
]

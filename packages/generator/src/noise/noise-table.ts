import type { NameDifference } from './name-difference.ts'
import type { ProductCategory } from './product-category.ts'

/**
 * The frequency and the kinds of differences between real suppliers. This file contains all shares; a supplier's style
 * multiplies them (`supplier-styles.ts`). Default unit: 1/10,000.
 *
 * The shares follow measurements on open hotel registers, maps and guides. The measured records were linked by
 * telephone, web site or register number, never by name. Most differences come from letter case, accents, generic
 * words, articles, and a city or district at the end. Typing errors occur in 1 to 2 of 100 names.
 */

/**
 * The target distribution for names: how two suppliers' names of one hotel differ, by the first rule that explains it,
 * in per cent of the pairs. The columns are three pairs of sources: register and map, guide and map, guide and
 * register. They have 342, 84 and 134 pairs of records, each in one city and at most 500 m apart. The target is the
 * unweighted mean, since each pair of sources is equally informative.
 */
export const MEASURED_NAME_DIFFERENCES: Readonly<Record<NameDifference, readonly [number, number, number]>> = {
  identical: [0, 36.9, 0],
  case: [28.9, 2.4, 44],
  diacritics: [2.9, 2.4, 6.7],
  punctuation: [4.4, 3.6, 3],
  'joined words': [0, 0, 0.7],
  'word order': [2, 3.6, 4.5],
  abbreviation: [0, 1.2, 0],
  'generic word': [24, 22.6, 12.7],
  'generic word and article': [5, 6, 7.5],
  city: [4.7, 1.2, 5.2],
  brand: [2.6, 2.4, 2.2],
  typo: [1.2, 1.2, 0],
  'extra words': [12.6, 14.3, 11.2],
  'partly different': [3.5, 1.2, 0.7],
  'completely different': [8.2, 1.2, 1.5],
}

/** The share of each departure. If a departure does not apply to a name, another departure is drawn instead. */
export const NAME_DEPARTURES = {
  dropGeneric: 1_080,
  addGeneric: 430,
  article: 310,
  dropCity: 130,
  addCity: 80,
  dropBrand: 260,
  addBrand: 130,
  addDescription: 385,
  dropTail: 130,
  partlyDifferent: 60,
  wordOrder: 240,
  abbreviation: 40,
  joinedWords: 30,
  typo: 25,
} as const

/**
 * A departure: a kind of difference between a supplier's name of a lodging and the owner's name. A record mostly has at
 * most one departure, rarely two. The shares therefore add up, and each share can be set independently.
 */
export type NameDeparture = keyof typeof NAME_DEPARTURES

/** Share of names with a second departure. */
export const SECOND_DEPARTURE = 600

export const NAME_NOISE = {
  /** Uses the name of the operating company instead of the lodging's name. */
  company: 10,
  /** Share of renamed lodgings for which the supplier still uses the former name. */
  formerName: 5_000,
  punctuation: 410,
  diacritics: 1_300,
  /** Writes the name as a sentence: `Hôtel de la cité bellano`. */
  sentenceCase: 150,
  starsInName: 10,
  entities: 10,
  /** Placeholders from forms and crawlers: `a`, `test`, `REDIRECT 301 - ...`. */
  junk: 1,
} as const

/** Changes to a whole name that do not depend on its words. */
export type NameNoise = keyof typeof NAME_NOISE

/**
 * Share of lodgings that had another name a few years ago. Of 100 lodgings, 2 to 4 are renamed each year, and feeds
 * differ in age.
 */
export const RENAMED = 450

/**
 * Shares for short lets. Each agency gives a flat its own title, so in half of the pairs of titles no word is the same.
 */
export const SHORT_LET = {
  /** A title invented by the agency. */
  ownTitle: 2_700,
  addDescription: 1_300,
  partlyDifferent: 700,
} as const

/** Shares of records by the error of their coordinates. Records outside these shares have an ordinary pin. */
export const COORDINATES = {
  missing: 250,
  /** 50 to 300 m: the wrong side of the block, or an interpolated address. */
  near: 280,
  /** 300 m to 2 km: only the street or district was known. */
  far: 72,
  /** Exactly the centre point of the city. */
  centroid: 8,
  /** A point in another city. */
  otherCity: 13,
  zeroZero: 5,
  swapped: 5,
  signFlipped: 5,
  /** The geocoded point of the address. Several records then have exactly the same point. */
  geocoded: 3_500,
  /**
   * Error of an ordinary pin in decimetres, at the quantiles 0, 1/16, ... 1. The error is about lognormal, with a
   * median of 4 m. The rounded pins of two suppliers are about 8 m apart.
   */
  pinDecimeters: [1, 8, 13, 17, 21, 25, 30, 36, 43, 51, 60, 72, 87, 110, 148, 215, 460],
} as const

/** Shares for other fields of a record. */
export const FIELDS = {
  wrongCountry: 30,
  starsOffByOne: 500,
  roomsOff: 1_500,
  /** A second telephone number of the same lodging, such as the reservation desk or a mobile. */
  otherPhone: 800,
  /**
   * Share of records with another spelling of the city, such as `Vienna` for `Wien`, in cities with several spellings.
   */
  citySpelling: 2_000,
  /** A supplier lists the same product twice under two codes. */
  duplicate: 20,
  /** A supplier lists a lodging under a similar category, such as a hotel as a guesthouse. */
  categoryDiffers: 300,
  /** A repeated kind of street: `Rua Rua Bellano`. */
  doubleStreet: 10,
  /** The number of the district in front of the address, in cities with numbered districts: `07., Bandgasse 4`. */
  districtInAddress: 100,
} as const

/** The listings of the wholesaler with several codes for a product, and how the rows of one product differ. */
export const SEVERAL_CODES = {
  /** Share of the lodgings that the wholesaler lists. */
  lists: 6_000,
  /** Weights for the number of codes of a product with several codes. */
  codes: [
    [2, 45],
    [3, 25],
    [4, 15],
    [5, 9],
    [6, 6],
  ],
  /** Share of the further codes whose name has a word for the board or the type of room. */
  contractWord: 6_000,
  /** Share of the further codes whose name is written in another way. */
  otherSpelling: 4_000,
  /** Share of the further codes with other coordinates. */
  moved: 7_000,
  movedMeters: 30,
} as const

/** Shares that control how names are generated. */
export const NAMES = {
  brand: 2_100,
  pool: 2_600,
  poolInDestination: 1_400,
  cityInside: 1_100,
  genericAfterBrand: 1_500,
  districtAfterBrand: 4_500,
  coreShapes: [
    ['one', 32],
    ['two', 14],
    ['saint', 9],
    ['article', 17],
    ['common', 28],
  ],
} as const

/** Categories of products outside dense districts, in 1/10,000. */
export const CATEGORIES: readonly (readonly [ProductCategory, number])[] = [
  ['hotel', 5_200],
  ['apartment', 1_400],
  ['villa', 350],
  ['room', 150],
  ['guesthouse', 500],
  ['hostel', 300],
  ['campsite', 500],
  ['resort', 250],
  ['apartment_hotel', 220],
  ['motel', 150],
  ['holiday_village', 100],
  ['lodge', 80],
  ['tour', 200],
  ['activity', 80],
  ['attraction', 130],
  ['ticket', 70],
  ['cruise', 40],
  ['event', 40],
  ['transfer', 190],
  ['airport', 20],
  ['station', 30],
]

/**
 * Weights for the number of suppliers of a product. If fewer suppliers list its category, the product has fewer
 * suppliers. `real` follows the open feeds: of the products that several suppliers list, 72 % have two suppliers, 24 %
 * three, 4 % four and 0.3 % five. `bedbank` has more suppliers for each product.
 */
export const SUPPLIERS_PER_PRODUCT = {
  real: [
    [1, 4_500],
    [2, 3_947],
    [3, 1_316],
    [4, 220],
    [5, 17],
  ],
  bedbank: [
    [1, 1_500],
    [2, 2_200],
    [3, 2_000],
    [4, 1_600],
    [5, 1_100],
    [6, 800],
    [7, 500],
    [8, 300],
  ],
} as const

/** Shares that control the places of products. */
export const PLACES = {
  /** Share of products that are in the common street of their block. */
  sameStreet: 3_500,
  /** Share of blocks whose products share one door, such as a palace with several pensions or a park of residences. */
  oneDoor: 1_000,
  /**
   * Share of products that are siblings of the previous product. Only a number, a last word or a mark distinguishes the
   * two names.
   */
  sibling: 900,
  /** Share of siblings under the same roof as their base, and so at the same point. */
  oneRoof: 6_000,
  /** Share of products in well-known destinations of the country. The other products are placed by population. */
  destination: 3_000,
} as const

/**
 * Dense districts contain apartments of one quarter, many in each building. Three districts are filled at a time, then
 * the next three. A small feed therefore also has full districts.
 */
export const DENSE = {
  /** Share of all products, 0 to 1: the default of the option `dense`. */
  share: 0.04,
  radiusMeters: 250,
  /** Number of apartments in each of the three districts that are filled at the same time. */
  apartments: [1_000, 400, 200],
  /** Mean number of apartments in a building. */
  perBuilding: 14,
  /** Share of a building's apartments whose name is the building's name and a number. */
  oneOperator: 3_000,
} as const

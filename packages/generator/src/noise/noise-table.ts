/**
 * How often real suppliers differ, and in what. This file is the one place of the
 * shares; a supplier's style multiplies them (`supplier-styles.ts`).
 *
 * They follow measurements on open hotel registers, maps and guides that were linked
 * by telephone, web site or register number, never by name: letter case, accents,
 * generic words, articles, city and district tails make up most of the difference,
 * typing errors 1 to 2 in 100. Shares are per record and a difference shows in pairs,
 * so each is about half of what was measured on pairs. All are in 1/10,000.
 */

/** One way in which a supplier writes a name that is not the owner's way. */
export type NameNoise =
  | 'company'
  | 'different'
  | 'partlyDifferent'
  | 'dropGeneric'
  | 'addGeneric'
  | 'dropArticle'
  | 'addCity'
  | 'dropCity'
  | 'addBrand'
  | 'dropBrand'
  | 'addDescription'
  | 'wordOrder'
  | 'abbreviation'
  | 'joinedWords'
  | 'typo'
  | 'punctuation'
  | 'diacritics'
  | 'lowerCase'
  | 'starsInName'
  | 'entities'

export const NAME_NOISE: Readonly<Record<NameNoise, number>> = {
  company: 10,
  different: 170,
  partlyDifferent: 170,
  dropGeneric: 1_000,
  addGeneric: 480,
  dropArticle: 420,
  addCity: 240,
  dropCity: 600,
  addBrand: 80,
  dropBrand: 450,
  addDescription: 720,
  wordOrder: 200,
  abbreviation: 80,
  joinedWords: 30,
  typo: 60,
  punctuation: 200,
  diacritics: 350,
  lowerCase: 40,
  starsInName: 10,
  entities: 10,
}

/** Short lets: every agency gives a flat its own title, half of the pairs share no word. */
export const SHORT_LET_NOISE: Readonly<Partial<Record<NameNoise, number>>> = {
  different: 3_600,
  partlyDifferent: 1_200,
  addDescription: 1_500,
}

/** Coordinates of a record against the truth. What is not listed is an ordinary pin. */
export const COORDINATES = {
  missing: 250,
  /** 50 to 300 m: the wrong side of the block, an interpolated address. */
  near: 260,
  /** 300 m to 2 km: only the street or the quarter was known. */
  far: 70,
  /** Exactly the city's own point. */
  centroid: 40,
  /** A point of another city. */
  otherCity: 50,
  zeroZero: 20,
  swapped: 20,
  signFlipped: 15,
  /**
   * Error of an ordinary pin in decimetres at the quantiles 0, 1/16, ... 1: about
   * lognormal with a median of 3 m; two suppliers and their rounding lie about 8 m apart.
   */
  pinDecimeters: [1, 5, 8, 11, 13, 16, 19, 23, 28, 34, 42, 52, 68, 92, 130, 210, 500],
} as const

/** Other fields of a record. */
export const FIELDS = {
  wrongCountry: 30,
  starsOffByOne: 500,
  roomsOff: 1_500,
  /** Another number of the same house: the reservation desk, a mobile. */
  otherPhone: 800,
  /** `Wien` or `Vienna`, of the cities that have several spellings. */
  citySpelling: 2_000,
  /** The same row twice within a supplier, under two codes. */
  duplicate: 20,
  /** A hotel filed as guesthouse and the like. */
  categoryDiffers: 300,
} as const

/** How names are made. */
export const NAMES = {
  brand: 2_100,
  pool: 2_600,
  poolInDestination: 1_400,
  cityInside: 900,
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

/** What is made, in 1/10,000 of the real products. */
export const CATEGORIES = [
  ['hotel', 5_700],
  ['apartment', 1_400],
  ['guesthouse', 700],
  ['hostel', 300],
  ['campsite', 500],
  ['activity', 900],
  ['transfer', 500],
] as const

/** How many suppliers know a product, as weights; fewer where fewer deal in its kind. */
export const SUPPLIERS_PER_PRODUCT: readonly (readonly [count: number, weight: number])[] = [
  [1, 30],
  [2, 37],
  [3, 21],
  [4, 12],
]

/** Where products stand. */
export const PLACES = {
  /** In the street that the products of one block share. */
  sameStreet: 3_500,
  /** A sibling of the product before it: the same name but for a number, a tail, a mark. */
  sibling: 900,
  /** In one of the country's well-known destinations. */
  destination: 5_500,
} as const

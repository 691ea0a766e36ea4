import type { COORDINATES, FIELDS, NameDeparture, NameNoise } from './noise-table.ts'
import type { ProductCategory } from './product-category.ts'

export type StyleId = 'register' | 'open-map' | 'bedbank' | 'aggregator' | 'home-share' | 'let-register' | 'wholesaler'

/**
 * Letter case of names, cities and addresses. `owner`: the owner's letter case. `upper`: IN CAPITALS. `title`: With A
 * Capital For Each Word.
 */
export type Letters = 'owner' | 'upper' | 'title'

/**
 * The format of a telephone number: `national` 0142..., `plus` +33 1 42..., `zeros` 0033142..., `mixed` +33 (0)1 42...
 */
export type PhoneForm = 'national' | 'plus' | 'zeros' | 'mixed'

/** Share of records that have each optional field, in 1/10,000 of the records that can have the field. */
export interface FilledFields {
  readonly address: number
  readonly postcode: number
  readonly phone: number
  readonly website: number
  readonly email: number
  readonly stars: number
  readonly rooms: number
  readonly brand: number
  readonly licence: number
}

/** The format of the codes that a supplier makes from 32-bit numbers. */
export interface CodeForm {
  readonly before: string
  readonly after: string
  readonly radix: 10 | 36
  /** Minimum number of digits; shorter codes are padded with zeros. Radix 36 uses capital letters. */
  readonly width: number
}

/**
 * The noise of one supplier. In real data, noise varies more between sources than between records of one source. A
 * style therefore multiplies the shares of `noise-table.ts`, in per cent: 100 leaves a share unchanged, 0 turns it off.
 */
export interface SupplierStyle {
  readonly id: StyleId
  readonly title: string
  readonly deals: readonly ProductCategory[]
  readonly names: Readonly<Partial<Record<NameNoise, number>>>
  readonly departures: Readonly<Partial<Record<NameDeparture, number>>>
  readonly coordinates: Readonly<Partial<Record<keyof typeof COORDINATES, number>>>
  readonly fields: Readonly<Partial<Record<keyof typeof FIELDS, number>>>
  readonly fills: FilledFields
  readonly letters: Letters
  /**
   * Letter case of every second supplier of this style. With the same letter case, the suppliers of one style would
   * agree too often.
   */
  readonly otherLetters: Letters
  /** Decimals of the coordinates, with weights. */
  readonly decimals: readonly (readonly [decimals: number, weight: number])[]
  /** Share of records whose pin is a random point within 150 m, as on short-let portals; in 1/10,000. */
  readonly blurred: number
  readonly phone: PhoneForm
  /** Share of names in the local script, for languages that have a local script; in 1/10,000. */
  readonly localScript: number
  /** Whether the supplier's other name for a city is in the country's own language. */
  readonly localSpelling: boolean
  /** Share of missing values written as `-`, in 1/10,000. */
  readonly placeholder: number
  /** Share of postcodes that lose their leading zeros, in 1/10,000. */
  readonly lostZero: number
  /** Share of abbreviated streets, in 1/10,000. */
  readonly shortStreet: number
  /** Share of addresses that contain postcode, city and country, in 1/10,000. */
  readonly longAddress: number
  /**
   * Share of short lets with a generated title instead of a name, in 1/10,000: `Rental unit in Porto · ★4.70 · 1
   * bedroom`.
   */
  readonly machineNames: number
  /** Maximum number of codes of one product. */
  readonly maxCodes: number
  /** Whether the second code of a product has another title. */
  readonly retitles: boolean
  /** The format of the supplier's codes. */
  readonly code: CodeForm
}

const STAYS: SupplierStyle['deals'] = [
  'hotel',
  'apartment_hotel',
  'motel',
  'resort',
  'holiday_village',
  'lodge',
  'guesthouse',
  'hostel',
  'campsite',
]
const LETS: SupplierStyle['deals'] = ['apartment', 'villa', 'room']
const ACTIVITIES: SupplierStyle['deals'] = ['tour', 'activity', 'attraction', 'event', 'cruise', 'ticket']
const POINTS: SupplierStyle['deals'] = ['airport', 'station']

/** Settings of most styles. */
const COMMON = {
  blurred: 0,
  localScript: 0,
  localSpelling: false,
  placeholder: 0,
  lostZero: 0,
  longAddress: 0,
  machineNames: 0,
  maxCodes: 2,
  retitles: false,
} satisfies Partial<SupplierStyle>

/** Returns the shares of filled fields, in the order of {@link FilledFields}. */
function filledFields(
  ...[address, postcode, phone, website, email, stars, rooms, brand, licence]: readonly [
    address: number,
    postcode: number,
    phone: number,
    website: number,
    email: number,
    stars: number,
    rooms: number,
    brand: number,
    licence: number,
  ]
): FilledFields {
  return { address, postcode, phone, website, email, stars, rooms, brand, licence }
}

/** An official register. It writes in capitals, sometimes lists company names, and has no web shop. */
const register: SupplierStyle = {
  ...COMMON,
  id: 'register',
  title: 'National register',
  deals: [...STAYS, 'apartment'],
  names: { company: 900, diacritics: 90, formerName: 140, sentenceCase: 0, entities: 0, junk: 0 },
  departures: {
    addGeneric: 350,
    dropGeneric: 20,
    addDescription: 60,
    dropTail: 60,
    article: 60,
    addCity: 120,
    dropCity: 60,
  },
  coordinates: { missing: 110, otherCity: 60, swapped: 0, signFlipped: 0, geocoded: 180 },
  fields: { categoryDiffers: 60, citySpelling: 400 },
  fills: filledFields(9_600, 9_900, 8_500, 6_500, 2_500, 9_700, 9_000, 0, 9_000),
  letters: 'upper',
  otherLetters: 'owner',
  decimals: [
    [6, 9],
    [5, 1],
  ],
  phone: 'national',
  localScript: 1_000,
  localSpelling: true,
  placeholder: 500,
  lostZero: 100,
  shortStreet: 1_000,
  code: { before: 'R', after: '', radix: 10, width: 10 },
}

/** An open map. It has clean names in the local script and exact pins; half of the telephones are missing. */
const openMap: SupplierStyle = {
  ...COMMON,
  id: 'open-map',
  title: 'Open map',
  deals: [...STAYS, 'apartment', ...ACTIVITIES, ...POINTS],
  names: { company: 0, diacritics: 20, formerName: 60, entities: 0, starsInName: 0, sentenceCase: 800, junk: 0 },
  departures: { dropCity: 200, addCity: 30, addBrand: 40, addDescription: 40, dropTail: 120, dropGeneric: 110 },
  coordinates: {
    missing: 4,
    near: 60,
    far: 60,
    centroid: 0,
    otherCity: 20,
    zeroZero: 0,
    swapped: 0,
    signFlipped: 0,
    geocoded: 0,
  },
  fields: { citySpelling: 400, wrongCountry: 0 },
  fills: filledFields(6_500, 6_000, 4_800, 5_500, 1_500, 4_500, 1_500, 4_500, 300),
  letters: 'owner',
  otherLetters: 'title',
  decimals: [
    [7, 9],
    [6, 1],
  ],
  phone: 'plus',
  localScript: 6_000,
  localSpelling: true,
  shortStreet: 300,
  code: { before: 'node/', after: '', radix: 10, width: 1 },
}

/** A wholesaler. It adds city and brand to the name, and has HTML entities and wrong pins. */
const bedbank: SupplierStyle = {
  ...COMMON,
  id: 'bedbank',
  title: 'Bedbank',
  deals: [...STAYS, ...LETS, ...ACTIVITIES, ...POINTS, 'transfer'],
  names: { diacritics: 300, sentenceCase: 500, entities: 2_500, company: 150, starsInName: 0 },
  departures: { addCity: 260, addBrand: 260, dropCity: 20, addGeneric: 150, dropGeneric: 50, addDescription: 130 },
  coordinates: {
    missing: 110,
    near: 140,
    far: 130,
    centroid: 300,
    otherCity: 160,
    swapped: 250,
    signFlipped: 250,
    zeroZero: 150,
  },
  fields: { citySpelling: 100, wrongCountry: 150, duplicate: 150 },
  fills: filledFields(9_000, 8_500, 7_000, 500, 3_500, 9_500, 5_000, 8_500, 1_500),
  letters: 'owner',
  otherLetters: 'upper',
  decimals: [
    [5, 9],
    [4, 1],
  ],
  phone: 'zeros',
  placeholder: 200,
  shortStreet: 4_000,
  longAddress: 400,
  code: { before: '', after: '', radix: 10, width: 1 },
}

/**
 * An aggregator of shops. The aggregator omits the generic word, adds stars to the name, writes `-` for missing values,
 * and loses leading zeros.
 */
const aggregator: SupplierStyle = {
  ...COMMON,
  id: 'aggregator',
  title: 'Aggregator',
  deals: [...STAYS, ...LETS, ...ACTIVITIES, ...POINTS, 'transfer'],
  names: { diacritics: 300, sentenceCase: 750, starsInName: 1_500, company: 400, junk: 600 },
  departures: {
    dropGeneric: 240,
    addGeneric: 20,
    article: 160,
    wordOrder: 160,
    typo: 160,
    addDescription: 140,
    dropTail: 140,
  },
  coordinates: {
    missing: 200,
    near: 110,
    far: 120,
    centroid: 200,
    otherCity: 160,
    swapped: 100,
    zeroZero: 200,
    geocoded: 120,
  },
  fields: { citySpelling: 60, wrongCountry: 150, categoryDiffers: 200, duplicate: 120, districtInAddress: 2_000 },
  fills: filledFields(8_000, 8_000, 5_500, 4_500, 1_000, 8_500, 2_500, 1_500, 4_000),
  letters: 'title',
  otherLetters: 'upper',
  decimals: [
    [6, 7],
    [4, 3],
  ],
  phone: 'mixed',
  localScript: 200,
  placeholder: 3_500,
  lostZero: 9_000,
  shortStreet: 2_000,
  longAddress: 2_000,
  code: { before: 'A', after: '', radix: 36, width: 7 },
}

/**
 * A portal of hosts. The portal has blurred pins, its own titles and no telephone, and often several listings of one
 * flat.
 */
const homeShare: SupplierStyle = {
  ...COMMON,
  id: 'home-share',
  title: 'Home share',
  deals: [...LETS, 'guesthouse'],
  names: { company: 0, starsInName: 0, entities: 0, diacritics: 100, formerName: 0 },
  departures: { addCity: 200, addDescription: 200 },
  coordinates: {
    missing: 0,
    near: 0,
    far: 60,
    centroid: 0,
    otherCity: 20,
    zeroZero: 0,
    swapped: 0,
    signFlipped: 0,
    geocoded: 0,
  },
  fields: { citySpelling: 100, wrongCountry: 0, duplicate: 6_000, roomsOff: 200 },
  fills: filledFields(0, 0, 0, 0, 0, 0, 9_500, 0, 7_000),
  letters: 'owner',
  otherLetters: 'title',
  decimals: [[5, 1]],
  blurred: 10_000,
  phone: 'plus',
  localScript: 500,
  shortStreet: 0,
  machineNames: 1_500,
  retitles: true,
  code: { before: '', after: '', radix: 10, width: 8 },
}

/**
 * A register of short lets that owners fill in. The register has no coordinates, repeated street kinds, and `a` as a
 * name.
 */
const letRegister: SupplierStyle = {
  ...COMMON,
  id: 'let-register',
  title: 'Register of short lets',
  deals: LETS,
  names: { company: 300, starsInName: 0, entities: 0, diacritics: 300, junk: 1_500, sentenceCase: 1_000 },
  departures: { typo: 200, addGeneric: 200 },
  coordinates: { missing: 4_000 },
  fields: { citySpelling: 400, wrongCountry: 0, doubleStreet: 41_000, duplicate: 0 },
  fills: filledFields(9_900, 9_900, 3_000, 0, 2_000, 0, 9_500, 0, 10_000),
  letters: 'owner',
  otherLetters: 'upper',
  decimals: [[6, 1]],
  phone: 'national',
  localScript: 2_000,
  localSpelling: true,
  placeholder: 1_000,
  lostZero: 300,
  shortStreet: 1_000,
  longAddress: 300,
  code: { before: '', after: '/AL', radix: 10, width: 1 },
}

/**
 * A wholesaler that lists a hotel under a code for each contract. The rows of one hotel are near copies, see
 * `near-copy.ts`. This style is not one of those that the suppliers use in turn.
 */
export const WHOLESALER: SupplierStyle = {
  ...bedbank,
  id: 'wholesaler',
  title: 'Wholesaler',
  deals: STAYS,
  fields: { ...bedbank.fields, duplicate: 0 },
  maxCodes: 6,
  code: { before: 'W', after: '', radix: 10, width: 1 },
}

/** All styles. The suppliers use the styles in turn. */
export const STYLES: readonly [SupplierStyle, ...SupplierStyle[]] = [
  register,
  openMap,
  bedbank,
  aggregator,
  homeShare,
  letRegister,
]

/** Returns a share of the noise table, multiplied by the per cent value of a style, in 1/10,000. */
export function styled(share: number, percent: number | undefined): number {
  return Math.floor((share * (percent ?? 100)) / 100)
}

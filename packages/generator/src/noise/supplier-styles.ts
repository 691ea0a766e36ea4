import type { GeneratedProduct } from '../products/generated-product.ts'
import type { COORDINATES, FIELDS, NameNoise } from './noise-table.ts'

export type StyleId = 'register' | 'open-map' | 'bedbank' | 'aggregator'

/** How a telephone number is written: `national` 0142..., `plus` +33 1 42..., `zeros` 0033142..., `mixed` +33 (0)1 42... */
export type PhoneForm = 'national' | 'plus' | 'zeros' | 'mixed'

/** Which optional fields a supplier fills, in 1/10,000 of its records that could have them. */
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

/**
 * The dirt of one supplier. In real data variation goes by source more than by record,
 * so a style multiplies the shares of `noise-table.ts`, in per cent: 100 leaves a share
 * as it is, 0 turns it off.
 */
export interface SupplierStyle {
  readonly id: StyleId
  readonly title: string
  readonly deals: readonly GeneratedProduct['kind'][]
  readonly names: Readonly<Partial<Record<NameNoise, number>>>
  readonly coordinates: Readonly<Partial<Record<keyof typeof COORDINATES, number>>>
  readonly fields: Readonly<Partial<Record<keyof typeof FIELDS, number>>>
  readonly fills: FilledFields
  /** Name, city and address in capitals. */
  readonly upperCase: boolean
  /** Decimals of its coordinates with weights. */
  readonly decimals: readonly (readonly [decimals: number, weight: number])[]
  /** Share of records, in 1/10,000, whose pin is a random point of a 150 m disc. */
  readonly blurred: number
  readonly phone: PhoneForm
  /** Writes the name in the local script where there is one, in 1/10,000. */
  readonly localScript: number
  /** When it departs from the usual spelling of a city, then to the country's own. */
  readonly localSpelling: boolean
  /** Writes `-` where it knows nothing, in 1/10,000. */
  readonly placeholder: number
  /** Loses the zeros at the front of a postcode, in 1/10,000. */
  readonly lostZero: number
  /** Abbreviates the street, in 1/10,000. */
  readonly shortStreet: number
  /** Puts postcode, city and country into the address, in 1/10,000. */
  readonly longAddress: number
  /** Its own code of a number: 0 to 2^32 - 1. */
  readonly printCode: (number: number) => string
}

const LODGING_ONLY: SupplierStyle['deals'] = ['lodging']

/** An official register: capitals, company names now and then, no web shop. */
const register: SupplierStyle = {
  id: 'register',
  title: 'National register',
  deals: LODGING_ONLY,
  names: {
    company: 1_200,
    diacritics: 200,
    dropGeneric: 30,
    addGeneric: 150,
    addDescription: 50,
    lowerCase: 0,
    entities: 0,
  },
  coordinates: { missing: 110, otherCity: 60, swapped: 0, signFlipped: 0, zeroZero: 50 },
  fields: { categoryDiffers: 60, citySpelling: 400 },
  fills: {
    address: 9_600,
    postcode: 9_900,
    phone: 8_500,
    website: 6_500,
    email: 2_500,
    stars: 9_700,
    rooms: 9_000,
    brand: 0,
    licence: 9_000,
  },
  upperCase: true,
  decimals: [
    [6, 9],
    [5, 1],
  ],
  blurred: 0,
  phone: 'national',
  localScript: 1_500,
  localSpelling: true,
  placeholder: 500,
  lostZero: 100,
  shortStreet: 1_000,
  longAddress: 0,
  printCode: (number) => `R${String(number).padStart(10, '0')}`,
}

/** An open map: clean names in the local script, exact pins, half of the telephones missing. */
const openMap: SupplierStyle = {
  id: 'open-map',
  title: 'Open map',
  deals: ['lodging', 'activity'],
  names: {
    company: 0,
    diacritics: 20,
    dropGeneric: 150,
    dropCity: 140,
    addCity: 40,
    addBrand: 50,
    addDescription: 40,
    entities: 0,
    starsInName: 0,
    lowerCase: 300,
  },
  coordinates: { missing: 4, near: 50, far: 40, centroid: 0, otherCity: 20, zeroZero: 0, swapped: 0, signFlipped: 0 },
  fields: { citySpelling: 400, wrongCountry: 0 },
  fills: {
    address: 6_500,
    postcode: 6_000,
    phone: 4_800,
    website: 5_500,
    email: 1_500,
    stars: 4_500,
    rooms: 1_500,
    brand: 4_500,
    licence: 300,
  },
  upperCase: false,
  decimals: [
    [7, 9],
    [6, 1],
  ],
  blurred: 0,
  phone: 'plus',
  localScript: 8_500,
  localSpelling: true,
  placeholder: 0,
  lostZero: 0,
  shortStreet: 300,
  longAddress: 0,
  printCode: (number) => `node/${number}`,
}

/** A wholesaler: city and brand in the name, entities, blurred or mistaken pins. */
const bedbank: SupplierStyle = {
  id: 'bedbank',
  title: 'Bedbank',
  deals: ['lodging', 'activity', 'transfer'],
  names: {
    addCity: 900,
    addBrand: 900,
    dropCity: 20,
    diacritics: 700,
    entities: 15_000,
    addGeneric: 220,
    dropGeneric: 50,
    company: 150,
    starsInName: 0,
  },
  coordinates: {
    missing: 110,
    near: 160,
    far: 150,
    centroid: 400,
    otherCity: 160,
    swapped: 250,
    signFlipped: 250,
    zeroZero: 150,
  },
  fields: { citySpelling: 100, wrongCountry: 150, duplicate: 150 },
  fills: {
    address: 9_000,
    postcode: 8_500,
    phone: 7_000,
    website: 500,
    email: 3_500,
    stars: 9_500,
    rooms: 5_000,
    brand: 8_500,
    licence: 1_500,
  },
  upperCase: false,
  decimals: [
    [5, 9],
    [4, 1],
  ],
  blurred: 900,
  phone: 'zeros',
  localScript: 0,
  localSpelling: false,
  placeholder: 200,
  lostZero: 0,
  shortStreet: 4_000,
  longAddress: 400,
  printCode: (number) => String(number),
}

/** A shop of shops: drops the generic word, stars in the name, `-` for nothing, lost zeros. */
const aggregator: SupplierStyle = {
  id: 'aggregator',
  title: 'Aggregator',
  deals: ['lodging', 'activity', 'transfer'],
  names: {
    dropGeneric: 650,
    addGeneric: 40,
    dropArticle: 200,
    diacritics: 900,
    starsInName: 6_000,
    company: 800,
    wordOrder: 200,
    typo: 150,
    addDescription: 150,
  },
  coordinates: { missing: 220, near: 140, far: 130, centroid: 200, otherCity: 160, swapped: 100, zeroZero: 200 },
  fields: { citySpelling: 60, wrongCountry: 150, categoryDiffers: 200, duplicate: 120 },
  fills: {
    address: 8_000,
    postcode: 8_000,
    phone: 5_500,
    website: 4_500,
    email: 1_000,
    stars: 8_500,
    rooms: 2_500,
    brand: 1_500,
    licence: 4_000,
  },
  upperCase: false,
  decimals: [
    [6, 7],
    [4, 3],
  ],
  blurred: 200,
  phone: 'mixed',
  localScript: 300,
  localSpelling: false,
  placeholder: 3_500,
  lostZero: 9_000,
  shortStreet: 2_000,
  longAddress: 2_000,
  printCode: (number) => `A${number.toString(36).toUpperCase().padStart(7, '0')}`,
}

/** Every style; the suppliers take them in turn. */
export const STYLES: readonly [SupplierStyle, ...SupplierStyle[]] = [register, openMap, bedbank, aggregator]

/** A share of the noise table under a style's multiplier, in 1/10,000. */
export function styled(share: number, percent: number | undefined): number {
  return Math.floor((share * (percent ?? 100)) / 100)
}

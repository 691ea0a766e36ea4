import { LIMITS } from '../model/limits.ts'
import type { Location } from '../model/place.ts'
import { COORDINATES, type DefinitionsOf, decimal, text } from './field-type.ts'

/** The circumference of the earth in metres. */
export const MAX_PRECISION_METERS: number = 40_000_000

/** The fields of a place. */
export const LOCATION_FIELDS: DefinitionsOf<Location> = {
  address: {
    type: text(LIMITS.textCharacters),
    label: 'Address',
    description: 'Street and house number.',
    example: '15 Place Vendôme',
    letter: 'a',
    golden: true,
  },
  city: {
    type: text(LIMITS.nameCharacters),
    label: 'City',
    example: 'Paris',
    letter: 'c',
    golden: true,
  },
  region: {
    type: text(LIMITS.nameCharacters),
    label: 'Region',
    description: 'Region, state or province.',
    example: 'Île-de-France',
    letter: 'q',
    golden: true,
  },
  country: {
    type: text(LIMITS.nameCharacters, 'country'),
    label: 'Country',
    description: 'ISO 3166-1 code or name of the country.',
    example: 'FR',
    letter: 'y',
    golden: true,
  },
  postalCode: {
    type: text(LIMITS.codeCharacters),
    label: 'Postal code',
    example: '75001',
    letter: 'z',
    golden: true,
  },
  coordinates: {
    type: COORDINATES,
    label: 'Coordinates',
    description: 'Latitude, then longitude, in WGS84 degrees.',
    example: [48.8681, 2.3288],
    letter: 'l',
    golden: true,
  },
  precisionMeters: {
    type: decimal(1, MAX_PRECISION_METERS, 'metres'),
    label: 'Precision',
    description: 'Imprecision of the coordinates.',
    example: 50,
    letter: 'm',
  },
}

import { LIMITS } from '../model/limits.ts'
import type { DateRange, Facility, HourRange, Image } from '../model/record-details.ts'
import {
  DATE,
  type DefinitionsOf,
  decimal,
  FLAG,
  filledText,
  type MemberDefinition,
  object,
  TIME_OF_DAY,
  text,
  whole,
} from './field-type.ts'
import { MAX_PRECISION_METERS } from './location-fields.ts'

const OLDEST_AGE = 150

/** The members of a range of times of day. */
export const HOUR_FIELDS: DefinitionsOf<HourRange> = {
  from: { type: TIME_OF_DAY, label: 'From', example: '15:00' },
  until: { type: TIME_OF_DAY, label: 'Until', example: '23:00' },
}

/** The members of a range of dates. */
export const DATE_FIELDS: DefinitionsOf<DateRange> = {
  from: { type: DATE, label: 'From', example: '2024-01-01' },
  until: { type: DATE, label: 'Until', example: '2026-05-31' },
}

/** The member for the minimum of a range of ages in years. */
export const MIN_AGE: MemberDefinition = { type: whole(0, OLDEST_AGE, 'years'), label: 'Minimum age', example: 12 }

/** The member for the maximum of a range of ages in years. */
export const MAX_AGE: MemberDefinition = { type: whole(0, OLDEST_AGE, 'years'), label: 'Maximum age', example: 17 }

/** The member for a distance from the product. */
export const DISTANCE: MemberDefinition = {
  type: decimal(0, MAX_PRECISION_METERS, 'metres'),
  label: 'Distance',
  example: 300,
}

/** The members of a facility. */
export const FACILITY_FIELDS: DefinitionsOf<Facility> = {
  code: { type: text(LIMITS.codeCharacters), label: 'Code', description: 'Code of the supplier.', example: '470' },
  name: { type: text(LIMITS.nameCharacters), label: 'Name', example: 'Swimming pool' },
  group: { type: text(LIMITS.nameCharacters), label: 'Group', example: 'sports' },
  value: {
    type: text(LIMITS.textCharacters),
    label: 'Value',
    description: 'Number, size or kind of the facility.',
    example: '2',
  },
  available: { type: FLAG, label: 'Available', description: 'False if the product lacks the facility.', example: true },
  fee: { type: FLAG, label: 'Fee', description: 'Whether the facility costs extra.', example: false },
  place: { type: text(LIMITS.nameCharacters), label: 'Place', example: 'on site' },
  distanceMeters: DISTANCE,
  minAge: MIN_AGE,
  maxAge: MAX_AGE,
  hours: { type: object(HOUR_FIELDS, [], 'from'), label: 'Hours', example: { from: '08:00', until: '20:00' } },
  season: { type: object(DATE_FIELDS, [], 'from'), label: 'Season', example: { from: '2026-05', until: '2026-09' } },
}

/** The members of an image. */
export const IMAGE_FIELDS: DefinitionsOf<Image> = {
  url: { type: filledText(LIMITS.textCharacters, 'web'), label: 'URL', example: 'https://img.example/40217/1.jpg' },
  caption: { type: text(LIMITS.textCharacters), label: 'Caption', example: 'Lobby' },
  category: { type: text(LIMITS.nameCharacters), label: 'Category', example: 'lobby' },
  copyright: { type: text(LIMITS.textCharacters), label: 'Copyright', example: '© Hôtel Ritz' },
  roomTypeCode: {
    type: text(LIMITS.codeCharacters),
    label: 'Room type',
    description: 'Code of the room type that the image shows.',
    example: 'DBL.ST',
  },
  ...DATE_FIELDS,
}

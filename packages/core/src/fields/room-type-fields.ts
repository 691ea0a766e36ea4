import { LIMITS } from '../model/limits.ts'
import type { PeopleRange, RoomType } from '../model/record-details.ts'
import { FACILITY_FIELDS, IMAGE_FIELDS } from './facility-fields.ts'
import { type DefinitionsOf, decimal, list, object, text, whole } from './field-type.ts'

const MAX_PEOPLE = 1_000
const MAX_ROOMS = 20_000
const MAX_SQUARE_METERS = 100_000
const MAX_FACILITIES = 100
const MAX_IMAGES = 50

const PEOPLE_FIELDS: DefinitionsOf<PeopleRange> = {
  min: { type: whole(0, MAX_PEOPLE, 'people'), label: 'Minimum', example: 1 },
  max: { type: whole(0, MAX_PEOPLE, 'people'), label: 'Maximum', example: 2 },
}

/** The members of a type of room. */
export const ROOM_TYPE_FIELDS: DefinitionsOf<RoomType> = {
  code: { type: text(LIMITS.codeCharacters), label: 'Code', example: 'DBL.ST' },
  propertyCode: {
    type: text(LIMITS.codeCharacters),
    label: 'Code of the property',
    description: "Code in the property's own system.",
    example: 'STD',
  },
  name: { type: text(LIMITS.nameCharacters), label: 'Name', example: 'Double room' },
  description: {
    type: text(LIMITS.descriptionCharacters),
    label: 'Description',
    example: 'A room with a desk and a sofa.',
  },
  class: { type: text(LIMITS.nameCharacters), label: 'Class', example: 'superior' },
  capacity: { type: whole(1, MAX_PEOPLE, 'people'), label: 'Capacity', example: 2 },
  standardCapacity: { type: whole(1, MAX_PEOPLE, 'people'), label: 'Standard capacity', example: 2 },
  minCapacity: { type: whole(1, MAX_PEOPLE, 'people'), label: 'Minimum', example: 1 },
  adults: { type: object(PEOPLE_FIELDS, [], 'max'), label: 'Adults', example: { min: 1, max: 2 } },
  children: { type: object(PEOPLE_FIELDS, [], 'max'), label: 'Children', example: { max: 1 } },
  infants: { type: object(PEOPLE_FIELDS, [], 'max'), label: 'Infants', example: { max: 1 } },
  beds: { type: text(LIMITS.nameCharacters), label: 'Beds', example: '1 double bed' },
  bedrooms: { type: whole(0, MAX_PEOPLE), label: 'Bedrooms', example: 1 },
  bathroom: { type: text(LIMITS.nameCharacters), label: 'Bathroom', example: 'private' },
  view: { type: text(LIMITS.nameCharacters), label: 'View', example: 'sea' },
  floor: { type: text(LIMITS.nameCharacters), label: 'Floor', example: '3' },
  areaSquareMeters: { type: decimal(1, MAX_SQUARE_METERS, 'square metres'), label: 'Area', example: 24 },
  count: { type: whole(1, MAX_ROOMS), label: 'Rooms', description: 'Number of rooms of this type.', example: 40 },
  facilities: {
    type: list(MAX_FACILITIES, object(FACILITY_FIELDS, [], 'name')),
    label: 'Facilities',
    example: [{ name: 'Balcony' }],
  },
  images: {
    type: list(MAX_IMAGES, object(IMAGE_FIELDS, ['url'], 'url')),
    label: 'Images',
    example: [{ url: 'https://img.example/40217/2.jpg' }],
  },
}

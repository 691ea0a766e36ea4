import { LIMITS } from '../model/limits.ts'
import type { AltName, Identifier, RecordContent } from '../model/supplier-record.ts'
import { ACTIVITY_FIELDS } from './activity-fields.ts'
import { MAX_LANGUAGE_CHARACTERS } from './description-fields.ts'
import { DETAIL_FIELDS } from './detail-fields.ts'
import {
  type DefinitionsOf,
  decimal,
  type FieldDefinition,
  filledText,
  list,
  object,
  text,
  whole,
} from './field-type.ts'
import { LOCATION_FIELDS } from './location-fields.ts'
import { TRANSFER_FIELDS } from './transfer-fields.ts'

/** The maximum number of rooms. No hotel has more rooms. */
const MAX_ROOMS = 20_000

const ALT_NAME_FIELDS: DefinitionsOf<AltName> = {
  language: {
    type: text(MAX_LANGUAGE_CHARACTERS),
    label: 'Language',
    description: 'BCP 47 tag, such as `en`.',
    example: 'en',
  },
  name: { type: filledText(LIMITS.nameCharacters, 'name'), label: 'Name', example: 'The Ritz' },
}

const IDENTIFIER_FIELDS: DefinitionsOf<Identifier> = {
  scheme: {
    type: filledText(LIMITS.codeCharacters),
    label: 'Scheme',
    description: 'For example `iata`.',
    example: 'giata',
  },
  value: {
    type: filledText(LIMITS.codeCharacters),
    label: 'Value',
    description: 'For example `CDG`.',
    example: '15473',
  },
}

/**
 * The fields of a record's content, except `extra`: the order is the order of records. To add a field, add it to
 * {@link RecordContent} and to this table. Parsing, stored rows, the golden record, pins, columns of feeds, the JSON
 * Schema and the pages follow.
 */
export const RECORD_FIELDS: DefinitionsOf<Omit<RecordContent, 'extra'>> = {
  name: {
    type: filledText(LIMITS.nameCharacters, 'name'),
    label: 'Name',
    example: 'Hôtel Ritz Paris',
    letter: 'n',
    golden: true,
  },
  altNames: {
    type: list(LIMITS.altNamesPerRecord, object(ALT_NAME_FIELDS, ['name'], 'name')),
    label: 'Other names',
    description: 'Names in other languages or spellings, and names to be compared such as a former name.',
    example: [{ language: 'en', name: 'The Ritz' }],
    letter: 'A',
  },
  category: {
    type: text(LIMITS.nameCharacters, 'category'),
    label: 'Category',
    description: 'A category such as `hotel`, in one of its known spellings.',
    example: 'hotel',
    letter: 'g',
    golden: true,
  },
  location: {
    type: object(LOCATION_FIELDS),
    label: 'Location',
    example: { city: 'Paris', country: 'FR', coordinates: [48.8681, 2.3288] },
    letter: 'l',
  },
  phone: {
    type: text(LIMITS.codeCharacters, 'phone'),
    label: 'Phone',
    example: '+33 1 43 16 30 30',
    letter: 'p',
    golden: true,
  },
  email: {
    type: text(LIMITS.textCharacters, 'email'),
    label: 'E-mail',
    example: 'desk@hotel.example',
    letter: 'e',
    golden: true,
  },
  website: {
    type: text(LIMITS.textCharacters, 'web'),
    label: 'Website',
    example: 'https://hotel.example',
    letter: 'w',
    golden: true,
  },
  brand: {
    type: text(LIMITS.nameCharacters),
    label: 'Brand',
    description: 'Name of the chain or brand.',
    example: 'Ritz-Carlton',
    letter: 'b',
    golden: true,
  },
  operator: {
    type: text(LIMITS.nameCharacters),
    label: 'Operator',
    description: 'Company that operates the product.',
    example: 'Seine Tours',
    letter: 'o',
  },
  stars: {
    type: { ...decimal(0.5, 7), step: 0.5 },
    label: 'Stars',
    description: 'Official stars.',
    example: 5,
    letter: 's',
    golden: true,
  },
  rooms: {
    type: whole(1, MAX_ROOMS),
    label: 'Rooms',
    description: 'Number of rooms.',
    example: 142,
    letter: 'r',
    golden: true,
  },
  licence: {
    type: text(LIMITS.codeCharacters),
    label: 'Licence',
    description: 'Number of an official licence or registration.',
    example: '75101-003712',
    letter: 'L',
  },
  identifiers: {
    type: list(LIMITS.identifiersPerRecord, object(IDENTIFIER_FIELDS, ['scheme', 'value'])),
    label: 'Identifiers',
    description: 'External identifiers that several suppliers may share.',
    example: [{ scheme: 'giata', value: '15473' }],
    letter: 'i',
  },
  activity: {
    type: object(ACTIVITY_FIELDS),
    label: 'Activity',
    example: { durationMinutes: 120, languages: ['en'] },
    letter: 't',
  },
  transfer: {
    type: object(TRANSFER_FIELDS),
    label: 'Transfer',
    example: { from: { code: 'CDG' }, to: { name: 'Hotel Ritz' } },
    letter: 'T',
  },
  ...DETAIL_FIELDS,
}

/** A table of fields, by name. */
export type FieldTable = Readonly<Record<string, FieldDefinition>>

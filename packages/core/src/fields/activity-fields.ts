import { LIMITS } from '../model/limits.ts'
import type {
  ActivityDetails,
  ActivityVariant,
  GroupSize,
  Guide,
  ItineraryPlace,
  TicketType,
} from '../model/supplier-record.ts'
import { LANGUAGE, MAX_LANGUAGE_CHARACTERS } from './description-fields.ts'
import { MAX_AGE, MIN_AGE } from './facility-fields.ts'
import {
  COORDINATES,
  type DefinitionsOf,
  decimal,
  FLAG,
  filledText,
  list,
  object,
  TIME_OF_DAY,
  text,
  whole,
} from './field-type.ts'

/** The maximum duration of an activity in minutes: one year. */
const MAX_ACTIVITY_MINUTES = 525_600
const MAX_LANGUAGES = 50
const MAX_PLACES = 100
const MAX_START_TIMES = 96
const MAX_VARIANTS = 100
const MAX_GROUP = 10_000
const MAX_GUIDES = 100
const MAX_TICKET_TYPES = 100
const MAX_CENTIMETERS = 300
const MAX_KILOGRAMS = 1_000

const PLACE_FIELDS: DefinitionsOf<ItineraryPlace> = {
  name: { type: filledText(LIMITS.nameCharacters), label: 'Name', example: 'Louvre' },
  kind: { type: text(LIMITS.nameCharacters), label: 'Kind', example: 'stop' },
  description: { type: text(LIMITS.textCharacters), label: 'Description', example: 'A museum in a former palace.' },
  address: { type: text(LIMITS.textCharacters), label: 'Address', example: 'Rue de Rivoli' },
  coordinates: { type: COORDINATES, label: 'Coordinates', example: [48.8606, 2.3376] },
  travelMinutes: {
    type: whole(0, MAX_ACTIVITY_MINUTES, 'minutes'),
    label: 'Way',
    description: 'Way from the place before.',
    example: 15,
  },
  durationMinutes: { type: whole(1, MAX_ACTIVITY_MINUTES, 'minutes'), label: 'Minutes', example: 90 },
}

const VARIANT_FIELDS: DefinitionsOf<ActivityVariant> = {
  code: { type: filledText(LIMITS.codeCharacters), label: 'Code', example: 'EN-10' },
  name: { type: text(LIMITS.nameCharacters), label: 'Name', example: 'Morning tour in English' },
  description: { type: text(LIMITS.textCharacters), label: 'Description', example: 'A tour for early birds.' },
  language: LANGUAGE,
  durationMinutes: { type: whole(1, MAX_ACTIVITY_MINUTES, 'minutes'), label: 'Minutes', example: 120 },
  maxDurationMinutes: { type: whole(1, MAX_ACTIVITY_MINUTES, 'minutes'), label: 'Maximum minutes', example: 150 },
  startTimes: { type: list(MAX_START_TIMES, TIME_OF_DAY), label: 'Start times', example: ['10:00'] },
  shared: {
    type: FLAG,
    label: 'Shared',
    description: 'Whether strangers take part.',
    example: true,
  },
}

const GROUP_FIELDS: DefinitionsOf<GroupSize> = {
  min: { type: whole(1, MAX_GROUP, 'people'), label: 'Minimum', example: 2 },
  max: { type: whole(1, MAX_GROUP, 'people'), label: 'Maximum', example: 15 },
}

const GUIDE_FIELDS: DefinitionsOf<Guide> = {
  kind: { type: text(LIMITS.nameCharacters), label: 'Kind', description: 'Live, audio or written.', example: 'audio' },
  language: LANGUAGE,
}

const TICKET_FIELDS: DefinitionsOf<TicketType> = {
  code: { type: text(LIMITS.codeCharacters), label: 'Code', example: 'CHILD' },
  name: { type: text(LIMITS.nameCharacters), label: 'Name', example: 'Child' },
  kind: { type: text(LIMITS.nameCharacters), label: 'Kind', example: 'child' },
  description: { type: text(LIMITS.textCharacters), label: 'Description', example: 'Only with an adult.' },
  people: { type: whole(1, MAX_GROUP, 'people'), label: 'People', example: 1 },
  minAge: MIN_AGE,
  maxAge: MAX_AGE,
  minHeightCentimeters: { type: decimal(0, MAX_CENTIMETERS, 'centimetres'), label: 'Minimum height', example: 120 },
  maxHeightCentimeters: { type: decimal(0, MAX_CENTIMETERS, 'centimetres'), label: 'Maximum height', example: 200 },
  minWeightKilograms: { type: decimal(0, MAX_KILOGRAMS, 'kilograms'), label: 'Minimum weight', example: 40 },
  maxWeightKilograms: { type: decimal(0, MAX_KILOGRAMS, 'kilograms'), label: 'Maximum weight', example: 120 },
}

/** The fields that only tours and activities have. */
export const ACTIVITY_FIELDS: DefinitionsOf<ActivityDetails> = {
  durationMinutes: {
    type: whole(1, MAX_ACTIVITY_MINUTES, 'minutes'),
    label: 'Minutes',
    description: 'Duration; of a range, the minimum.',
    example: 120,
  },
  maxDurationMinutes: {
    type: whole(1, MAX_ACTIVITY_MINUTES, 'minutes'),
    label: 'Maximum minutes',
    description: 'Maximum of a range of durations.',
    example: 180,
    detail: true,
  },
  languages: {
    type: list(MAX_LANGUAGES, text(MAX_LANGUAGE_CHARACTERS)),
    label: 'Languages',
    description: 'BCP 47 tags.',
    example: ['en', 'fr'],
    merge: 'union',
  },
  meetingPoint: {
    type: text(LIMITS.textCharacters),
    label: 'Meets at',
    example: 'Pyramide du Louvre',
  },
  itinerary: {
    type: list(MAX_PLACES, object(PLACE_FIELDS, ['name'], 'name')),
    label: 'Itinerary',
    description: 'Places in the order of the visit.',
    example: [{ name: 'Louvre', durationMinutes: 90 }, { name: 'Tuileries' }],
    detail: true,
    merge: 'longest',
  },
  startTimes: {
    type: list(MAX_START_TIMES, TIME_OF_DAY),
    label: 'Start times',
    example: ['09:00', '14:30'],
    detail: true,
  },
  shared: {
    type: FLAG,
    label: 'Shared',
    description: 'Whether strangers take part; false for a private tour.',
    example: true,
    detail: true,
  },
  groupSize: {
    type: object(GROUP_FIELDS, [], 'max'),
    label: 'Group size',
    example: { min: 2, max: 15 },
    detail: true,
  },
  variants: {
    type: list(MAX_VARIANTS, object(VARIANT_FIELDS, ['code'], 'code')),
    label: 'Variants',
    description: 'Bookable variants, such as the options of OCTO.',
    example: [{ code: 'EN-10', name: 'Morning tour in English', language: 'en' }],
    detail: true,
  },
  guides: {
    type: list(MAX_GUIDES, object(GUIDE_FIELDS, [], 'kind')),
    label: 'Guides',
    description: 'Kinds of guides with their languages.',
    example: [{ kind: 'audio', language: 'en' }],
    detail: true,
  },
  ticketTypes: {
    type: list(MAX_TICKET_TYPES, object(TICKET_FIELDS, [], 'name')),
    label: 'Ticket types',
    example: [{ code: 'CHILD', name: 'Child', minAge: 4, maxAge: 12 }],
    detail: true,
  },
}

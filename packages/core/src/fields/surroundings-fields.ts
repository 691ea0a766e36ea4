import { LIMITS } from '../model/limits.ts'
import type { Area, DetailAddress, NearbyPlace, RecordDetails } from '../model/record-details.ts'
import { ENTRY_FIELDS, LANGUAGE } from './description-fields.ts'
import { DISTANCE, HOUR_FIELDS } from './facility-fields.ts'
import { COORDINATES, type DefinitionsOf, decimal, FLAG, filledText, list, object, text, whole } from './field-type.ts'

const MAX_ADDRESSES = 20
const MAX_AREAS = 20
const MAX_NEARBY = 200
const MAX_TRAVEL_MINUTES = 10_080
const MIN_ALTITUDE_METERS = -500
const MAX_ALTITUDE_METERS = 9_000

const ADDRESS_FIELDS: DefinitionsOf<DetailAddress> = {
  text: { type: filledText(LIMITS.textCharacters), label: 'Address', example: 'BP 12, 75001 Paris' },
  kind: { type: text(LIMITS.nameCharacters), label: 'Kind', example: 'mailing' },
  language: LANGUAGE,
}

const AREA_FIELDS: DefinitionsOf<Area> = {
  code: { ...ENTRY_FIELDS.code, example: 'PMI' },
  name: { ...ENTRY_FIELDS.name, example: 'Majorca' },
  kind: { type: text(LIMITS.nameCharacters), label: 'Kind', example: 'destination' },
}

const NEARBY_FIELDS: DefinitionsOf<NearbyPlace> = {
  code: { ...ENTRY_FIELDS.code, example: 'PMI' },
  name: { ...ENTRY_FIELDS.name, example: 'Palma Airport' },
  kind: { type: text(LIMITS.nameCharacters), label: 'Kind', example: 'airport' },
  description: {
    type: text(LIMITS.textCharacters),
    label: 'Description',
    example: 'The largest airport of the island.',
  },
  distanceMeters: DISTANCE,
  direction: { type: text(LIMITS.codeCharacters), label: 'Direction', example: 'NE' },
  travelMinutes: { type: whole(0, MAX_TRAVEL_MINUTES, 'minutes'), label: 'Way', example: 20 },
  transport: { type: text(LIMITS.nameCharacters), label: 'Transport', example: 'taxi' },
  coordinates: { type: COORDINATES, label: 'Coordinates', example: [39.5517, 2.7388] },
  address: { type: text(LIMITS.textCharacters), label: 'Address', example: '07611 Palma' },
  phone: { type: text(LIMITS.codeCharacters, 'phone'), label: 'Phone', example: '+34 913 21 10 00' },
  url: { type: text(LIMITS.textCharacters, 'web'), label: 'URL', example: 'https://airport.example' },
  hours: { type: object(HOUR_FIELDS, [], 'from'), label: 'Hours', example: { from: '10:00', until: '18:00' } },
  fee: { type: FLAG, label: 'Fee', description: 'Whether the entrance costs money.', example: false },
}

type SurroundingsField = 'addresses' | 'areas' | 'nearby' | 'altitudeMeters' | 'timeZone'

/** The details of the place of a product and of places near it. */
export const SURROUNDINGS_FIELDS: DefinitionsOf<Pick<RecordDetails, SurroundingsField>> = {
  addresses: {
    type: list(MAX_ADDRESSES, object(ADDRESS_FIELDS, ['text'], 'text')),
    label: 'Addresses',
    description: 'Further addresses, each on one line.',
    example: [{ text: 'BP 12, 75001 Paris', kind: 'mailing' }],
    detail: true,
  },
  areas: {
    type: list(MAX_AREAS, object(AREA_FIELDS, [], 'name')),
    label: 'Areas',
    description: 'Regions, destinations, zones and districts that contain the product.',
    example: [{ code: 'PMI', name: 'Majorca', kind: 'destination' }],
    detail: true,
  },
  nearby: {
    type: list(MAX_NEARBY, object(NEARBY_FIELDS, [], 'name')),
    label: 'Nearby',
    description: 'Airports, stations, beaches, sights and other places near the product.',
    example: [{ name: 'Palma Airport', code: 'PMI', kind: 'airport', distanceMeters: 9_500 }],
    detail: true,
  },
  altitudeMeters: {
    type: decimal(MIN_ALTITUDE_METERS, MAX_ALTITUDE_METERS, 'metres'),
    label: 'Altitude',
    example: 1_850,
    detail: true,
  },
  timeZone: {
    type: text(LIMITS.codeCharacters),
    label: 'Time zone',
    description: 'IANA name.',
    example: 'Europe/Paris',
    detail: true,
  },
}

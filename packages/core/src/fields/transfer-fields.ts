import { LIMITS } from '../model/limits.ts'
import type { TransferDetails, TransferEnd } from '../model/supplier-record.ts'
import { COORDINATES, choice, type DefinitionsOf, FLAG, object, text, whole } from './field-type.ts'

const MAX_SEATS = 1_000
const MAX_PIECES = 10_000
const MAX_WAITING_MINUTES = 10_080

/** The fields of the start and the end of a transfer. */
export const END_FIELDS: DefinitionsOf<TransferEnd> = {
  code: {
    type: text(LIMITS.codeCharacters),
    label: 'Code',
    description: 'IATA code or code of the supplier.',
    example: 'CDG',
  },
  name: { type: text(LIMITS.nameCharacters), label: 'Name', example: 'Paris CDG Airport' },
  coordinates: { type: COORDINATES, label: 'Coordinates', example: [49.0097, 2.5479] },
  kind: {
    type: choice('airport', 'station', 'port', 'hotel', 'address', 'place', 'zone'),
    label: 'Kind',
    description: 'A place, or a zone of many places.',
    example: 'airport',
    detail: true,
  },
  address: { type: text(LIMITS.textCharacters), label: 'Address', example: '95700 Roissy-en-France', detail: true },
  zone: {
    type: text(LIMITS.nameCharacters),
    label: 'Zone',
    description: 'Code or name of the zone that contains the place.',
    example: 'Paris centre',
    detail: true,
  },
}

/** The fields that only transfers have. */
export const TRANSFER_FIELDS: DefinitionsOf<TransferDetails> = {
  from: {
    type: object(END_FIELDS, [], 'name'),
    label: 'From',
    example: { code: 'CDG' },
  },
  to: {
    type: object(END_FIELDS, [], 'name'),
    label: 'To',
    example: { name: 'Hotel Ritz' },
  },
  vehicle: {
    type: text(LIMITS.nameCharacters),
    label: 'Vehicle',
    description: 'Kind of vehicle.',
    example: 'minivan',
  },
  shared: {
    type: FLAG,
    label: 'Shared',
    description: 'Whether the ride is shared with strangers.',
    example: false,
  },
  seats: {
    type: whole(1, MAX_SEATS),
    label: 'Seats',
    example: 7,
  },
  serviceClass: {
    type: text(LIMITS.nameCharacters),
    label: 'Class',
    description: 'Class of the service, such as standard, premium or luxury.',
    example: 'premium',
    detail: true,
  },
  luggagePieces: {
    type: whole(0, MAX_PIECES, 'pieces'),
    label: 'Luggage',
    description: 'Maximum pieces of luggage.',
    example: 4,
    detail: true,
  },
  minPassengers: {
    type: whole(1, MAX_SEATS),
    label: 'Minimum passengers',
    example: 1,
    detail: true,
  },
  waitingMinutes: {
    type: whole(0, MAX_WAITING_MINUTES, 'minutes'),
    label: 'Waiting',
    description: 'Time that the driver waits.',
    example: 60,
    detail: true,
  },
}

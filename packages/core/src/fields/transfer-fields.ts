import { LIMITS } from '../model/limits.ts'
import type { TransferDetails, TransferEnd } from '../model/supplier-record.ts'
import { COORDINATES, choice, type DefinitionsOf, FLAG, object, text, whole } from './field-type.ts'

const MAX_SEATS = 1_000
const MAX_PIECES = 10_000
const MAX_WAITING_MINUTES = 10_080

function endFields(codes: string, names: string, coordinates: string): DefinitionsOf<TransferEnd> {
  return {
    code: {
      type: text(LIMITS.codeCharacters),
      label: 'Code',
      description: 'IATA code or code of the supplier.',
      example: 'CDG',
      aliases: { en: codes },
    },
    name: { type: text(LIMITS.nameCharacters), label: 'Name', example: 'Paris CDG Airport', aliases: { en: names } },
    coordinates: { type: COORDINATES, label: 'Coordinates', example: [49.0097, 2.5479], aliases: { en: coordinates } },
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
}

/** The fields of the start of a transfer. */
export const FROM_FIELDS: DefinitionsOf<TransferEnd> = endFields(
  'pickupCode, pickupIata, originCode, departureCode',
  'pickupName, originName, departureName',
  'pickupCoordinates',
)

/** The fields of the end of a transfer. */
export const TO_FIELDS: DefinitionsOf<TransferEnd> = endFields(
  'dropoffCode, dropoffIata',
  'dropoffName',
  'dropoffCoordinates',
)

/** The fields that only transfers have. */
export const TRANSFER_FIELDS: DefinitionsOf<TransferDetails> = {
  from: {
    type: object(FROM_FIELDS, [], 'name'),
    label: 'From',
    example: { code: 'CDG' },
    aliases: {
      en: 'pickup, pickupPoint, pickupLocation, pickupPlace, transferOrigin',
      fr: 'priseEnCharge',
      de: 'abholort',
      es: 'recogida',
    },
  },
  to: {
    type: object(TO_FIELDS, [], 'name'),
    label: 'To',
    example: { name: 'Hotel Ritz' },
    aliases: {
      en: 'dropoff, dropoffPoint, dropoffLocation, dropoffPlace, transferDestination',
      de: 'zielort',
    },
  },
  vehicle: {
    type: text(LIMITS.nameCharacters),
    label: 'Vehicle',
    description: 'Kind of vehicle.',
    example: 'minivan',
    aliases: {
      en: 'vehicleType, vehicleName, vehicleClass',
      fr: 'vehicule',
      de: 'fahrzeug',
      es: 'vehiculo',
      it: 'veicolo',
      pt: 'veículo',
      nl: 'voertuig',
      pl: 'pojazd',
      cs: 'vozidlo',
      tr: 'araç, araçTipi',
      el: 'όχημα',
    },
  },
  shared: {
    type: FLAG,
    label: 'Shared',
    description: 'Whether the ride is shared with strangers.',
    example: false,
    aliases: { en: 'isShared, sharedTransfer, sharedRide' },
  },
  seats: {
    type: whole(1, MAX_SEATS),
    label: 'Seats',
    example: 7,
    aliases: {
      en: 'maxPassengers, maxPax, pax, passengers, seatCount, numberOfSeats',
      fr: 'nbPlaces',
      de: 'sitze',
      es: 'plazas',
      it: 'posti',
      pt: 'lugares',
      nl: 'zitplaatsen',
      pl: 'liczbaMiejsc',
      cs: 'početMíst',
      tr: 'koltukSayısı',
      el: 'θέσεις',
    },
  },
  serviceClass: {
    type: text(LIMITS.nameCharacters),
    label: 'Class',
    description: 'Class of the service, such as standard, premium or luxury.',
    example: 'premium',
    detail: true,
    aliases: { en: 'transferClass, vehicleCategory' },
  },
  luggagePieces: {
    type: whole(0, MAX_PIECES, 'pieces'),
    label: 'Luggage',
    description: 'Maximum pieces of luggage.',
    example: 4,
    detail: true,
    aliases: { en: 'luggage, maxLuggage, maxBags, bags, suitcases', fr: 'bagages', de: 'gepaeck' },
  },
  minPassengers: {
    type: whole(1, MAX_SEATS),
    label: 'Minimum passengers',
    example: 1,
    detail: true,
    aliases: { en: 'minPax, minimumPassengers' },
  },
  waitingMinutes: {
    type: whole(0, MAX_WAITING_MINUTES, 'minutes'),
    label: 'Waiting',
    description: 'Time that the driver waits.',
    example: 60,
    detail: true,
    aliases: { en: 'waitingTime, waitTime' },
  },
}

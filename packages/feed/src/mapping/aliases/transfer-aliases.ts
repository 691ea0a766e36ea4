import type { FieldAliases } from '@utpid/core/fields'

/** The names of the fields of a transfer in feeds, by the path of the field. */
export const TRANSFER_ALIASES: Readonly<Record<string, FieldAliases>> = {
  'transfer.from': {
    en: 'pickup, pickupPoint, pickupLocation, pickupPlace, transferOrigin',
    fr: 'priseEnCharge',
    de: 'abholort',
    es: 'recogida',
  },
  'transfer.from.code': {
    en: 'pickupCode, pickupIata, originCode, departureCode',
  },
  'transfer.from.name': {
    en: 'pickupName, originName, departureName',
  },
  'transfer.from.coordinates': {
    en: 'pickupCoordinates',
  },
  'transfer.to': {
    en: 'dropoff, dropoffPoint, dropoffLocation, dropoffPlace, transferDestination',
    de: 'zielort',
  },
  'transfer.to.code': {
    en: 'dropoffCode, dropoffIata',
  },
  'transfer.to.name': {
    en: 'dropoffName',
  },
  'transfer.to.coordinates': {
    en: 'dropoffCoordinates',
  },
  'transfer.vehicle': {
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
  'transfer.shared': {
    en: 'isShared, sharedTransfer, sharedRide',
  },
  'transfer.seats': {
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
  'transfer.serviceClass': {
    en: 'transferClass, vehicleCategory',
  },
  'transfer.luggagePieces': {
    en: 'luggage, maxLuggage, maxBags, bags, suitcases',
    fr: 'bagages',
    de: 'gepaeck',
  },
  'transfer.minPassengers': {
    en: 'minPax, minimumPassengers',
  },
  'transfer.waitingMinutes': {
    en: 'waitingTime, waitTime',
  },
}

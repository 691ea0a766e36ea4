import { type FieldAliases, fieldPaths, IDENTIFYING_FIELDS, RECORD_FIELDS } from '@utpid/core/fields'
import { ACTIVITY_ALIASES } from './aliases/activity-aliases.ts'
import { DESCRIPTION_ALIASES } from './aliases/description-aliases.ts'
import { DETAIL_ALIASES } from './aliases/detail-aliases.ts'
import { LOCATION_ALIASES } from './aliases/location-aliases.ts'
import { RECORD_ALIASES } from './aliases/record-aliases.ts'
import { TRANSFER_ALIASES } from './aliases/transfer-aliases.ts'
import { foldKey } from './field-key.ts'

/** The names of fields in feeds, by path. They are not in core's table of fields, since core reads no feeds. */
const ALIASES_OF_FIELDS: Readonly<Record<string, FieldAliases>> = {
  ...RECORD_ALIASES,
  ...LOCATION_ALIASES,
  ...DESCRIPTION_ALIASES,
  ...DETAIL_ALIASES,
  ...ACTIVITY_ALIASES,
  ...TRANSFER_ALIASES,
}

/**
 * The names under which suppliers send parts that are combined into one field, by target. Fields have their names in
 * {@link ALIASES_OF_FIELDS}.
 */
const PART_ALIASES: Readonly<Record<string, string>> = {
  'location.address2': `addressLine2, line2, adresse2, adresseLigne2, adresszusatz, complementAdresse, direccion2, complemento,
     indirizzo2, endereço2, morada2, adres2, adresa2`,
  'location.address3':
    'addressLine3, line3, adresse3, adresseLigne3, direccion3, indirizzo3, endereço3, adres3, adresa3',
  'location.street': `addrStreet, streetName, strasse, rue, nomVoie, calle, straat, ulice, ulica, strassenname, nomRue, libelleVoie,
     nombreCalle, via, nomeVia, rua, logradouro, straatnaam, nazwaUlicy, názevUlice, sokak, cadde, οδός, odos`,
  'location.houseNumber': `addrHouseNumber, streetNumber, houseNo, hausnummer, hausNr, numeroVoie, huisnummer, numRue, numeroRue,
     numeroCalle, numeroPortal, numeroCivico, civico, númeroPorta, numeroMorada, huisNr, numerDomu, nrDomu, nrBudynku,
     numerBudynku, čísloPopisné, čísloDomu, kapıNo, binaNo, dışKapıNo, αριθμόςΟδού, αριθμόςΚατοικίας`,
  'location.latitude': `lat, geoLat, gpsLat, gpsLatitude, latWgs84, latitud, latitudine, breitengrad, geographischeBreite,
     latitudeDecimal, decimalLatitude, coordLat, breitenGradDezimal, breedtegraad, geografischeBreedte,
     szerokośćGeograficzna, zeměpisnáŠířka, enlem, γεωγραφικόΠλάτος, γεωΠλάτος`,
  'location.longitude': `lon, lng, long, geoLon, geoLng, geoLong, gpsLon, gpsLng, gpsLong, gpsLongitude, lonWgs84, longitud, longitudine,
     laengengrad, längengrad, geographischeLaenge, geographischeLänge, longitudeDecimal, decimalLongitude, coordLon,
     coordLng, lengtegraad, geografischeLengte, długośćGeograficzna, zeměpisnáDélka, boylam, γεωγραφικόΜήκος,
     γεωΜήκος`,
  'activity.durationHours': `durationInHours, durationHrs, dureeHeures, dauerStunden, duracionHoras, durataOre, duraçãoHoras, duurUren,
     czasTrwaniaGodziny, délkaHodiny, süreSaat, διάρκειαΏρες`,
  'transfer.from.latitude': 'pickupLat, pickupLatitude, fromLat, originLat',
  'transfer.from.longitude': 'pickupLon, pickupLng, pickupLongitude, fromLon, fromLng, originLon, originLng',
  'transfer.to.latitude': 'dropoffLat, dropoffLatitude, toLat, destinationLat',
  'transfer.to.longitude': 'dropoffLon, dropoffLng, dropoffLongitude, toLon, toLng, destinationLon, destinationLng',
}

/**
 * The names under which suppliers send each field.
 *
 * Each entry is a target with its aliases, most specific first. When a row of a feed has values for two aliases, the
 * earlier alias wins; the other value goes to `extra`. The target's own path is always an alias, before all others.
 * Names are compared by `foldKey`. Targets are paths of the record shape, and the parts of {@link PART_ALIASES}.
 */
export const FIELD_ALIASES: readonly (readonly [target: string, aliases: string])[] = [
  ...fieldPaths({ ...IDENTIFYING_FIELDS, ...RECORD_FIELDS })
    .filter(({ path, definition }) => definition.type.kind !== 'object' || path.join('.') in ALIASES_OF_FIELDS)
    .map(({ path }) => path.join('.'))
    .map((path) => [path, Object.values(ALIASES_OF_FIELDS[path] ?? {}).join(', ')] as const),
  ...Object.entries(PART_ALIASES),
]

/** Names of fields that go to `extra`. If a row has no category, `subtypes` provides the category. */
export const SUBTYPE_ALIASES = 'subtypes, subtype, subcategory, subcategories, types, categories'

/**
 * Names that mean the two ends of a transfer only if a row has both ends. In a row with one end, `destination` is a
 * holiday region and `from` the first day of a season.
 */
export const TRANSFER_END_ALIASES: Readonly<Record<'transfer.from' | 'transfer.to', string>> = {
  'transfer.from': 'from, origin, departure, fromLocation, depart, von, desde',
  'transfer.to': 'to, destination, arrival, toLocation, arrivee, nach, hasta',
}

/** Identifier schemes with the column names of each scheme. */
export const IDENTIFIER_ALIASES: readonly (readonly [scheme: string, aliases: string])[] = Object.entries({
  wikidata: 'wikidataId',
  giata: 'giataId, giataCode',
  siret: 'numeroSiret',
  osm: 'osmId',
  gers: 'gersId, overtureId',
  google_place: 'googlePlaceId',
  foursquare: 'foursquareId, fsqId',
  tripadvisor: 'tripadvisorId',
})

/**
 * Identifiers of airports and stations. In a hotel's row, a column of this name contains the nearest airport, so the
 * value goes to `extra`.
 */
export const POINT_IDENTIFIER_ALIASES: readonly (readonly [scheme: string, aliases: string])[] = Object.entries({
  iata: 'iataCode',
  icao: 'icaoCode',
})

/** Names of objects whose members all belong to one part of the record, for example `geo: { lat, lon }`. */
export const CONTAINER_ALIASES: readonly (readonly [scope: string, aliases: string])[] = Object.entries({
  location: `location, address, addr, geo, geoCode, geoLocation, position, coordinates, coordinate, latLng, gps, geoPoint, geometry,
     point, adresse`,
  contact: 'contact, contacts, contactInfo, contactDetails',
  activity: 'activity, activityDetails, tour',
  transfer: 'transfer, transferDetails',
})

/** Names of the members of a transfer's end: `pickup: { iata: "CDG" }`. */
export const TRANSFER_END_MEMBERS: readonly (readonly [member: string, aliases: string])[] = Object.entries({
  code: 'code, iata, iataCode, id',
  name: 'name, title, label, address, description',
  coordinates: 'coordinates, location, geo, point, latLng',
})

/**
 * Returns the aliases in one entry of this file as folded names, in order. An alias with an umlaut has two folded names:
 * suppliers write `Länge` and `Laenge`.
 */
export function aliasKeys(aliases: string): string[] {
  return aliases
    .split(',')
    .flatMap((alias) => (/[äöü]/i.test(alias) ? [foldKey(alias), foldKey(withoutUmlauts(alias))] : [foldKey(alias)]))
    .filter((key) => key !== '')
}

function withoutUmlauts(alias: string): string {
  return alias.replace(/[äÄ]/g, 'ae').replace(/[öÖ]/g, 'oe').replace(/[üÜ]/g, 'ue')
}

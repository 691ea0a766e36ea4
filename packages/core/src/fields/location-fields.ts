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
    aliases: {
      en: `addr, fullAddress, formattedAddress, streetAddress, address1, addressLine1, addressLine, line1`,
      fr: 'adresse, adresse1, adresseLigne1',
      de: 'anschrift',
      es: 'direccion, direccion1, domicilio',
      it: 'indirizzo',
      pt: 'endereco, morada',
      nl: 'adres',
      sv: 'adress',
      ro: 'adresa',
      hu: 'cim',
    },
  },
  city: {
    type: text(LIMITS.nameCharacters),
    label: 'City',
    example: 'Paris',
    letter: 'c',
    golden: true,
    aliases: {
      en: 'cityName, addrCity, town, locality, addressLocality, municipality',
      fr: 'ville, commune, nomCommune, localite',
      de: 'stadt, ort, ortschaft',
      es: 'ciudad, localidad, poblacion, municipio',
      it: 'citta, comune, localita',
      pt: 'cidade',
      nl: 'plaats, woonplaats, gemeente',
      pl: 'miasto, miejscowosc',
      cs: 'mesto, obec',
      hu: 'varos',
    },
  },
  region: {
    type: text(LIMITS.nameCharacters),
    label: 'Region',
    description: 'Region, state or province.',
    example: 'Île-de-France',
    letter: 'q',
    golden: true,
    aliases: {
      en: `regionName, state, stateName, stateCode, stateProvince, province, provinceName, county, addressRegion, addrState,
        prefecture`,
      fr: 'departement',
      de: 'bundesland, kanton',
      es: 'provincia, comunidadAutonoma',
      it: 'regione',
      pt: 'regiao',
      pl: 'wojewodztwo',
    },
  },
  country: {
    type: text(LIMITS.nameCharacters, 'country'),
    label: 'Country',
    description: 'ISO 3166-1 code or name of the country.',
    example: 'FR',
    letter: 'y',
    golden: true,
    // A code is more reliable than a name, so codes come first in every language.
    aliases: {
      en: `countryCode, countryIsoCode, isoCountryCode, isoCountry, countryIso, countryIso2, country2, alpha2, addrCountry,
        addressCountry`,
      fr: 'codePays, paysCode',
      de: 'landCode, laendercode',
      es: 'codigoPais',
      it: 'codicePaese',
      und: `country, pays, land, pais, paese, nazione, countryName, countryIso3, nomPays, landName`,
    },
  },
  postalCode: {
    type: text(LIMITS.codeCharacters),
    label: 'Postal code',
    example: '75001',
    letter: 'z',
    golden: true,
    aliases: {
      en: 'postcode, zip, zipCode, addrPostcode',
      fr: 'codePostal, cp',
      de: 'plz, postleitzahl',
      es: 'codigoPostal',
      it: 'codicePostale, codiceAvviamentoPostale',
      pl: 'kodPocztowy',
      da: 'postnummer, postnr',
      cs: 'psc',
    },
  },
  coordinates: {
    type: COORDINATES,
    label: 'Coordinates',
    description: 'Latitude, then longitude, in WGS84 degrees.',
    example: [48.8681, 2.3288],
    letter: 'l',
    golden: true,
    // [lat, lon], an object with lat and lon, a GeoJSON point, or text such as "48.85, 2.35".
    aliases: {
      en: 'coordinate, latLng, latLon, latLong, gps, gpsCoordinates, geoPoint',
      fr: 'coordonnees',
      de: 'koordinaten',
    },
  },
  precisionMeters: {
    type: decimal(1, MAX_PRECISION_METERS, 'metres'),
    label: 'Precision',
    description: 'Imprecision of the coordinates.',
    example: 50,
    letter: 'm',
  },
}

import { foldKey } from './field-key.ts'

/**
 * The names under which suppliers send each field. No other table contains such names.
 *
 * Each entry is a target with its aliases, most specific first. When a row of a feed has values for two aliases, the
 * earlier alias wins; the other value goes to `extra`. The target's own path is always an alias, before all others.
 * Names are compared by `foldKey`, so write each name once, in any case. Add a name only if it is unambiguous: `rating`
 * may be stars or guest ratings, `capacity` rooms or seats, `estado` a state or a status.
 *
 * Targets are paths of the record shape, and a few parts that are combined into one field: `location.latitude`,
 * `.longitude`, `.address2`, `.address3`, `.street`, `.houseNumber`, the same `.latitude`, `.longitude` of a transfer's
 * ends, and `activity.durationHours`.
 */
export const FIELD_ALIASES: readonly (readonly [target: string, aliases: string])[] = Object.entries({
  supplier: 'source, supplierId, supplierName, provider, providerId',
  // `id` is the last of the plain names: if a row has `hotel_id` and `id`, `hotel_id` is more specific. `ref` and
  // `reference` are codes only as plain text; an object under `ref` contains identifiers.
  code: `sourceId, hotelId, hotelCode, propertyId, propertyCode, productId, productCode, tourId, tourCode, activityId,
     activityCode, transferId, transferCode, supplierHotelId, supplierProductId, itemCode, itemId, externalId, sku,
     code, hid, id, uid, uuid, identifiant, kennung, codigo, codice, ref, reference`,
  name: `hotelName, propertyName, productName, tourName, activityName, transferName, displayName, nomCommercial,
     nomEtablissement, nom, nombre, nombreComercial, nome, nomeStruttura, denominazione, denominacion, naam, bezeichnung,
     hotelbezeichnung, nazwa, navn, namn, nazev, title, titre, titulo, titolo, titel, label, libelle`,
  // Other names. Language variants (`name:fr`, `name_en`) and OpenStreetMap's `alt_name`, `old_name` ... are recognized
  // by pattern in alt-names.ts.
  altNames: `altName, officialName, oldName, shortName, intName, locName, longName, alternativeName, alternativeNames, alternateName, alternateNames, otherName, otherNames, alias, aliases,
     formerName, formerNames, hotelFormerlyName, translatedName, hotelTranslatedName, localName, nameLocal, nativeName,
     autresNoms`,
  category: `categoryName, productType, propertyType, hotelType, accommodationType, typeOfAccommodation, tourism, kategorie,
     categorie, categoria, typologie, tipologia, typeHebergement, kind, type, typ, tipo`,

  'location.address': `addr, fullAddress, formattedAddress, streetAddress, address1, addressLine1, addressLine, line1,
     adresse, adresse1, adresseLigne1, anschrift, direccion, direccion1, domicilio, indirizzo, endereco, morada, adres,
     adress, adresa, cim`,
  'location.address2': 'addressLine2, line2, adresse2, adresseLigne2, adresszusatz, complementAdresse, direccion2',
  'location.address3': 'addressLine3, line3, adresse3, adresseLigne3',
  'location.street': 'addrStreet, streetName, strasse, rue, nomVoie, calle, straat, ulice, ulica',
  'location.houseNumber': 'addrHouseNumber, streetNumber, houseNo, hausnummer, hausNr, numeroVoie, huisnummer',
  'location.city': `cityName, addrCity, town, locality, addressLocality, municipality, ville, commune, nomCommune, localite, stadt, ort,
     ortschaft, ciudad, localidad, poblacion, municipio, citta, comune, localita, cidade, plaats, woonplaats, gemeente,
     miasto, miejscowosc, mesto, obec, varos`,
  'location.region': `regionName, state, stateName, stateCode, stateProvince, province, provinceName, county, addressRegion, addrState,
     departement, bundesland, kanton, provincia, comunidadAutonoma, regione, regiao, wojewodztwo, prefecture`,
  // A code is more reliable than a name. Core resolves the raw value.
  'location.country': `countryCode, countryIsoCode, isoCountryCode, isoCountry, countryIso, countryIso2, country2, alpha2, addrCountry,
     addressCountry, codePays, paysCode, landCode, laendercode, codigoPais, codicePaese, country, pays, land, pais,
     paese, nazione, countryName, countryIso3, nomPays, landName`,
  'location.postalCode': `postcode, zip, zipCode, addrPostcode, codePostal, cp, plz, postleitzahl, codigoPostal, codicePostale,
     codiceAvviamentoPostale, kodPocztowy, postnummer, postnr, psc`,
  // [lat, lon], an object with lat and lon, a GeoJSON point, or text such as "48.85, 2.35".
  'location.coordinates':
    'coordinate, latLng, latLon, latLong, gps, gpsCoordinates, geoPoint, coordonnees, koordinaten',
  'location.latitude':
    'lat, geoLat, gpsLat, gpsLatitude, latWgs84, latitud, latitudine, breitengrad, geographischeBreite, szerokosc',
  'location.longitude': `lon, lng, long, geoLon, geoLng, geoLong, gpsLon, gpsLng, gpsLong, gpsLongitude, lonWgs84, longitud, longitudine,
     laengengrad, geographischeLaenge, dlugosc`,

  phone: `tel, telephone, phoneNumber, phone1, telephoneNumber, contactPhone, telefon, telefonnummer, telefono, telefone,
     telefoon, telefoonnummer, tlf, numeroTelephone`,
  email:
    'eMail, mail, emailAddress, contactEmail, courriel, adresseMail, adresseEmail, correo, correoElectronico, epost',
  website: `web, webSite, url, homepage, websiteUrl, webUrl, officialWebsite, contactWebsite, siteInternet, siteWeb, webseite,
     internetseite, paginaWeb, sitioWeb, sitoWeb, strona, hemsida`,
  brand: 'brandName, chain, chainName, hotelChain, marque, enseigne, marke, marca, catena, cadena, chaine, kette, merk',
  operator: 'operatorName, operatedBy, managementCompany, tourOperator, exploitant, betreiber, operador, gestore',
  stars: `starRating, ratingStars, hotelStars, hotelStarRating, starCategory, nbStars, numberOfStars, etoiles, nbEtoiles,
     nombreEtoiles, nombreDEtoiles, sterne, anzahlSterne, estrellas, stelle, estrelas, sterren, gwiazdki`,
  rooms: `roomCount, roomsCount, totalRooms, numberRooms, numberOfRooms, numRooms, nbRooms, noOfRooms, chambres, nbChambres,
     nombreChambres, nombreDeChambres, zimmer, zimmerzahl, anzahlZimmer, habitaciones, numHabitaciones, camere,
     numeroCamere, quartos, kamers, aantalKamers, pokoje`,
  licence: `license, licenceNumber, licenseNumber, registration, registrationNumber, registrationNo, permitNumber,
     numeroEnregistrement, numeroLicence, registrierungsnummer, numeroRegistro, licencia, numeroLicencia`,
  identifiers: 'refs, externalIds, externalReferences, crossReferences',

  'activity.durationMinutes':
    'duration, durationMin, durationMins, durationInMinutes, duree, dureeMinutes, dauer, duracion, durata',
  'activity.durationHours': 'durationInHours, durationHrs, dureeHeures, dauerStunden',
  'activity.languages': 'languagesSpoken, guideLanguages, tourLanguages, langues, sprachen, idiomas, lingue, talen',
  'activity.meetingPoint':
    'meetingPlace, meetingLocation, startPoint, startingPoint, pointDeRendezVous, rendezVous, treffpunkt, puntoDeEncuentro, puntoDIncontro',

  'transfer.from':
    'pickup, pickupPoint, pickupLocation, pickupPlace, transferOrigin, priseEnCharge, abholort, recogida',
  'transfer.from.code': 'pickupCode, pickupIata, originCode, departureCode',
  'transfer.from.name': 'pickupName, originName, departureName',
  'transfer.from.latitude': 'pickupLat, pickupLatitude, fromLat, originLat',
  'transfer.from.longitude': 'pickupLon, pickupLng, pickupLongitude, fromLon, fromLng, originLon, originLng',
  'transfer.to': 'dropoff, dropoffPoint, dropoffLocation, dropoffPlace, transferDestination, zielort',
  'transfer.to.code': 'dropoffCode, dropoffIata',
  'transfer.to.name': 'dropoffName',
  'transfer.to.latitude': 'dropoffLat, dropoffLatitude, toLat, destinationLat',
  'transfer.to.longitude': 'dropoffLon, dropoffLng, dropoffLongitude, toLon, toLng, destinationLon, destinationLng',
  'transfer.from.coordinates': 'pickupCoordinates',
  'transfer.to.coordinates': 'dropoffCoordinates',
  'transfer.vehicle': 'vehicleType, vehicleName, vehicleClass, vehicule, fahrzeug, vehiculo, veicolo',
  'transfer.shared': 'isShared, sharedTransfer, sharedRide',
  'transfer.seats': 'maxPassengers, maxPax, pax, passengers, seatCount, numberOfSeats, sitze, plazas, nbPlaces',
})

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

/** Returns the aliases in one entry of this file as folded names, in order. */
export function aliasKeys(aliases: string): string[] {
  return aliases.split(',').map(foldKey)
}

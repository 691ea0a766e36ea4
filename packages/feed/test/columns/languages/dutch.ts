import type { LanguageNames } from './language-names.ts'

export const DUTCH: LanguageNames = {
  fields: {
    code: `Hotelcode | Accommodatiecode | Objectnummer | Hotelnummer | Interne code | Bedrijfscode |
      Identificatienummer | Logiescode | ID accommodatie | Hotel-ID | Objectnr. | Referentie accommodatie`,
    name: `Naam | Naam hotel | Accommodatienaam | Bedrijfsnaam hotel | Naam van de accommodatie |
      Naam van het bedrijf | Objectnaam | Commerciële naam | Naam (officieel) | Volledige naam |
      Bedrijfsnaam accommodatie | Naam van de locatie`,
    category: `Soort accommodatie | Accommodatietype | Soort logies | Bedrijfstype | Soort verblijf | Type hotel |
      Type verblijf | Logiestype | Categorie accommodatie | Soort hotel | Soort object |
      Type van accommodatie`,
    'location.address': `Adres | Straat en huisnummer | Straat/huisnummer | ADRES_1 | Bezoekadres | Straat & nummer |
      Hoteladres | Adres (straat) | Adres van de accommodatie | Straat en huisnr. | Straat met huisnummer |
      Straatadres`,
    'location.street': 'Straat | Straatnaam | STRAAT | Naam straat | Naam van de straat',
    'location.houseNumber': 'Huisnummer | Huisnr. | Huis nr. | HUISNR | Nummer (huis) | Huis-nr | adres_huisnummer',
    'location.city': `Plaats | Woonplaats | Plaatsnaam | PLAATS | Stad/plaats | Plaats hotel | Gemeentenaam | adres_plaats |
      Plaats (gemeente) | Gemeente/plaats | Hotelplaats | Stad van het hotel`,
    'location.region': `Provincie | Regio | Naam provincie | Provincie/Regio | Streek | Naam regio | Regionaam |
      Regio/Provincie | Regio (toeristisch) | Naam van de provincie | Provincie hotel`,
    'location.country': `Land | Landcode | Land (ISO) | Landnaam | Naam land | Code land | Landcode (ISO) | Naam van het land |
      Land (code) | Landafkorting | Code van het land | ISO code land`,
    'location.postalCode': `Postcode | Postcode hotel | Postcode (cijfers) | POSTCODE_HOTEL | Postkode | Post code |
      Postcode accommodatie | Postcode van het hotel | Postcode vestiging | Postcode (adres) |
      Postcode + cijfers`,
    'location.latitude': `Breedtegraad | Geografische breedte | GPS breedtegraad | Latitude (breedtegraad) |
      Coördinaat breedte | GPS-breedte | Geo breedte | Breedte (WGS84) | GPS-breedtegraad |
      Breedtegraad (WGS84) | Geografische breedtegraad | Coördinaten (breedte)`,
    'location.longitude': `Lengtegraad | Geografische lengte | GPS lengtegraad | Longitude (lengtegraad) |
      Lengtegraad (decimaal) | Coördinaat lengte | GPS-lengte | Geo lengte | GPS-lengtegraad |
      Lengtegraad (WGS84) | Geografische lengtegraad | Coördinaten (lengte)`,
    'location.coordinates': `Coördinaten | GPS-coördinaten | Geo-coördinaten | Geografische coördinaten | GPS-locatie |
      Geolocatie | GPS positie | Coördinaten (lat/lon)`,
    phone: `Telefoon | Tel.nr. | TELEFOON_1 | Vaste telefoon | Telefoon algemeen | GSM | Algemeen telefoonnummer |
      Vast nummer | Tel. algemeen | Mobiel telefoonnummer | Telefoonnummer accommodatie | Tel.nummer`,
    fax: 'Fax | Faxnummer | Faxnr. | Telefax | Fax hotel | Fax-nr.',
    email: `E-mail | E-mailadres | E-mail adres | Contact e-mail | E-mailadres hotel | e_mail_adres |
      Contactmail | Emailadres accommodatie | Mailadres hotel | E-mailadres receptie | Contact e-mailadres |
      E-mail (algemeen)`,
    website: `Website | Internetadres | Internetsite | Website hotel | URL website | Link naar website |
      Website van het hotel | Hotelwebsite | Link website | Officiële site | Website link | Adres website`,
    stars: `Sterren | Aantal sterren | Hotelsterren | Classificatie (sterren) | Sterren (officieel) |
      Officiële sterren | Sterrenaantal | Sterrenniveau | Sterren hotel | Aantal hotelsterren |
      Sterren (aantal) | Hotelklasse (sterren)`,
    rooms: `Kamers | Totaal aantal kamers | AANTAL_KAMERS | Kamers totaal | Aantal kamers totaal | Hotelkamers |
      Aantal slaapkamers | Gastenkamers | Totaal aantal hotelkamers | Aantal kamers in hotel |
      Kamers in totaal | Aantal gastenkamers`,
    brand: `Keten | Hotelketen | Merknaam | Naam keten | Hotelmerk | Naam van de keten | Hotelgroep/keten |
      Merk/keten | Keten / merk | Naam hotelketen | Merk of keten | Merknaam hotel`,
    chainCode: 'Ketencode | Code keten | Keten-ID | Hotelketencode',
    operator: `Exploitant | Uitbater | Beheerder | Naam exploitant | Hotelexploitant | Naam van de exploitant |
      Exploitatiemaatschappij | Naam beheerder | Exploitant hotel | Exploitant (naam) | Naam uitbater |
      Beheermaatschappij`,
    licence: `Registratienummer | Vergunningsnummer | Vergunningnummer | Licentienummer | Registratienr. |
      Toeristisch registratienummer | Nr. vergunning | Erkenningsnummer | Vergunning nr. |
      Nummer vergunning | Licentie nr.`,
    description: `Omschrijving | Beschrijving hotel | Lange omschrijving | Toelichting | Omschrijving accommodatie |
      Algemene beschrijving | Beschrijving (kort) | Beschrijving (NL) | Uitgebreide omschrijving |
      Tekst omschrijving | Beschrijving lang | Omschrijving hotel`,
    images: `Afbeeldingen | Foto URL | Hoofdafbeelding | Afbeelding 1 | Link foto | Foto's hotel | Link naar foto |
      URL afbeelding | Link afbeelding | Foto (URL) | URL's foto's | Fotogalerij`,
    facilities: `Faciliteiten | Voorzieningen | Faciliteiten hotel | Voorzieningen en diensten | Uitrusting |
      Hotelvoorzieningen | Faciliteiten en diensten | Lijst met faciliteiten | Aanwezige faciliteiten |
      Faciliteiten accommodatie | Services | Beschikbare voorzieningen`,
    checkIn: `Inchecktijd | Check-in tijd | Aankomsttijd | Incheckuur | Check-in | Tijd check-in | Inchecken |
      Tijdstip inchecken`,
    'checkIn.from': `Inchecken vanaf | Check-in vanaf | Aankomst vanaf | Check-in van | Inchecktijd vanaf |
      Vroegste check-in | Check-in (vanaf) | Aankomsttijd vanaf | Aankomst (vanaf) | Check-in tijd vanaf |
      Inchecken mogelijk vanaf | Vroegste aankomsttijd`,
    'checkIn.until': `Inchecken tot | Check-in tot | Aankomst tot | Laatste check-in | Inchecktijd tot |
      Check-in uiterlijk | Uiterlijke inchecktijd | Einde check-in | Check-in tijd tot | Aankomst (tot) |
      Inchecken uiterlijk | Laatste aankomsttijd`,
    checkOut: 'Uitchecktijd | Check-out tijd | Vertrektijd | Check-out | Tijd check-out | Uitchecken',
    'checkOut.until': `Uitchecken tot | Check-out tot | Vertrek voor | Uitchecken voor | Check-out uiterlijk |
      Uiterlijk uitchecken | Uitchecken uiterlijk | Vertrek uiterlijk | Vertrek tot | Check-out tijd tot |
      Uiterste vertrektijd | Laatste check-out`,
    spokenLanguages: `Gesproken talen | Talen personeel | Talen van het personeel | Gesproken talen (personeel) |
      Talenkennis personeel`,
  },
  none: `Kamernaam | Kamertype | Naam contactpersoon | Contactpersoon | KvK-nummer | Afstand tot centrum |
      Afstand tot stad | Gemeentecode | Boekingslink | Boekings-URL | Kamerprijs | Aantal bedden |
      Aantal parkeerplaatsen | Laatst bijgewerkt | Luchthaven | Naam luchthaven | Breedtegraad luchthaven |
      Directeur | Valuta | Naam gast | Boekingsnummer | Reserveringsnummer | Aankomstdatum | Vertrekdatum |
      Aantal gasten | Aantal restaurants | Aantal hotels | Klantnummer | Factuurnummer | Factuuradres |
      Kamercode | Vrije kamers | Beschikbare kamers | Kamerfoto's | Beoordeling | Voornaam | Achternaam |
      Landnummer | Toeristenbelasting | Prijs vanaf | Minimumprijs | Geopend van | Geopend tot |
      Capaciteit | Telefoon restaurant | Registratiedatum | Aantal foto's | Adres eigenaar |
      Telefoon exploitant | E-mail exploitant | Adres exploitant | Ontbijt tot | Aantal talen |
      Dichtstbijzijnde stad | Lengte | Kamerbeschrijving | Kamerfaciliteiten | Factuur e-mail |
      E-mail facturatie | Incheckinstructies | Kamer type | Stad van vertrek | Stad van aankomst |
      Land van klant | Telefoon beheerder | E-mail klant | Foto kamer | Omschrijving kamer |
      Omschrijving stad | Voorzieningen kamer | Taal omschrijving | Datum vergunning | Soort contract |
      Type bed | Totaalprijs | Totaal bedden | Aantal gebouwen | Taalcode | Code stad | Tijd diner |
      Openingstijden receptie | Vertrek van | Merk voertuig | Positie | Plaats eigenaar | Servicekosten |
      Huisregels | Landbouw | Plaatsing | Stadsbelasting`,
}

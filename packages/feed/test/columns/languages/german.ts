import type { LanguageNames } from './language-names.ts'

export const GERMAN: LanguageNames = {
  fields: {
    code: `Hotel-ID | Objekt-Nr. | Unterkunfts-Nr. | Hotel Nr | Interne Nummer | Unterkunft_ID | Hotelnr. |
      Hausnummer (intern) | Hotelschlüssel | Nummer des Betriebs | Obj-ID | Betriebskennung`,
    name: `Hotelname | Name der Unterkunft | Name des Betriebes | Bezeichnung des Betriebes | Unterkunft Name |
      Name des Hauses | Objekt-Bezeichnung | Name des Beherbergungsbetriebs | Bezeichnung Unterkunft |
      Hotel-Bezeichnung | Name (offiziell) | Name der Einrichtung`,
    category: `Betriebsart | Art der Unterkunft | Unterkunftskategorie | Betriebstyp | Hoteltyp | Unterkunftsart |
      Beherbergungsart | Betriebskategorie | Art des Hotels | Kategorie des Betriebs | Unterkunftsform |
      Typ des Objekts`,
    'location.address': `Adresse | Straße, Hausnummer | Hoteladresse | Postanschrift | Anschrift | Betriebsadresse |
      Adresse der Unterkunft | Straße & Hausnummer | Adresse (Straße, Nr.) | Straße mit Hausnummer |
      Anschrift der Unterkunft | Strassenadresse`,
    'location.street': 'Straße | Strasse | Straßenname | Name der Straße | STRASSE | Str.',
    'location.houseNumber': `Hausnummer | Haus-Nr. | Hausnr. | HAUSNR | Hsnr. | Haus Nr. | Nr. (Haus) | adr_hausnr | Haus-Nummer |
      Hausnr`,
    'location.city': `Ort | Gemeinde | Ortsname | Stadt/Ort | adr_ort | Betriebsort | Hotelort | Name der Gemeinde |
      Ortschaft | Ort/Stadt | Name der Ortschaft | Ort des Hotels`,
    'location.region': `Bundesland | Bundesland / Kanton | Kanton | Provinz | Bundesland/Region | Name des Bundeslandes |
      Ferienregion | Bundesland (Name) | Bundeslandname | Region (Name) | Kanton/Provinz | Name der Region`,
    'location.country': `Land | Länderkürzel | Land (ISO) | Ländercode | ISO-Code Land | Land der Unterkunft | Länder-Code |
      Hotelland | Länderbezeichnung | Land (Name) | Landeskürzel | Land ISO-Code`,
    'location.postalCode': `PLZ | Postleitzahl | Hotel-PLZ | Plz. | PLZ (Adresse) | Postltz. | PLZ_Betrieb | PLZ/Postleitzahl |
      PLZ Betrieb | PLZ (Hotel) | Postleitzahl der Unterkunft`,
    'location.latitude': `Breitengrad | Geographische Breite | GPS-Breite | geogr. Breite | Koordinate Breite |
      Geografische Breite | Latitude (Breitengrad) | Koordinaten: Breitengrad | Breitengrad (GPS) |
      Geo Breitengrad | geogr_breite | Koordinaten Breite`,
    'location.longitude': `Längengrad | Geographische Länge | GPS-Länge | geogr. Länge | Koordinate Länge |
      Längengrad (dezimal) | Longitude (Längengrad) | geo_lon | Längengrad (GPS) | Geo Längengrad |
      geogr_laenge | Koordinaten Länge`,
    'location.coordinates': `Koordinaten | GPS-Koordinaten | Geokoordinaten | GPS-Daten | Koordinaten (Breite/Länge) | Geodaten |
      Geografische Koordinaten | GPS-Position`,
    phone: `Telefon | Telefon-Nummer | Telefon Betrieb | Festnetz | Fon | Handynummer | Kontakttelefon |
      Telefon Festnetz | Telefonnummer Rezeption | Tel. Hotel | Mobiltelefonnummer | Telefonnummern`,
    fax: 'Fax | Faxnummer | Telefax | Fax-Nr. | FAXNR | Telefaxnummer | Telefax-Nr. | Faxnr.',
    email: `E-Mail | Mailadresse | Kontakt E-Mail | EMAIL_ADR | Mail | Emailadresse Betrieb | elektronische Post |
      E-Mailadresse | E-Mail Kontakt | Hotel E-Mail-Adresse | Mail-Adresse | E-Mail (allgemein)`,
    website: `Webseite | Homepage | Internetseite | Homepage des Hotels | Link zur Website | Webauftritt |
      URL der Homepage | Link Homepage | Website des Betriebs | Web-Seite | Internetadresse (URL) |
      offizielle Webseite`,
    stars: `Sterne | Hotelsterne | Anz. Sterne | Sterne (offiziell) | Sternebewertung | offizielle Sterne |
      Hotelsterne offiziell | Hotelklassifizierung Sterne | Hotelsterne (DEHOGA) | Sterneanzahl Hotel |
      Zahl der Sterne | Klassifizierung in Sternen`,
    rooms: `Zimmer | Zimmeranzahl | Anz. Zimmer | ANZ_ZIMMER | Gesamtanzahl Zimmer | Zahl der Zimmer |
      Zimmerkapazität | Hotelzimmer | Anzahl der Gästezimmer | Zimmer (gesamt) | Hotelzimmeranzahl |
      Anzahl Zimmer gesamt`,
    brand: `Hotelkette | Marke | Kette | Kette/Marke | Name der Kette | Hotelkette / Marke | Hotelgruppe/Kette |
      Kettenzugehörigkeit | Marke / Kette | Hotelkettenname | Name der Hotelkette | Kette oder Marke`,
    chainCode: 'Kettencode | Ketten-Code | KETTEN_ID | Hotelkettencode',
    operator: `Betreiber | Betreiber (Name) | Name des Betreibers | Inhaber | Hotelbetreiber |
      Betreibergesellschaft | Betreibername | Betreiberfirma | Betreiber des Hotels | Betreiber-Firma |
      Betreibergesellschaft Name | Betriebsinhaber`,
    licence: `Registriernummer | Registrierungsnummer | Lizenznummer | Konzessionsnummer | Lizenz-Nr. |
      Registrier-Nr. | Reg.-Nr. | Genehmigungsnummer | Registrierungs-Nr. | Konzessions-Nr. |
      Nummer der Lizenz`,
    description: `Beschreibung | Beschreibungstext | Langtext | Beschreibung des Hotels | Beschreibung der Unterkunft |
      Beschreibung kurz | Betriebsbeschreibung | Objekttext | Ausführliche Beschreibung |
      Beschreibungstext lang | Kurze Beschreibung | Beschreibung (kurz)`,
    images: `Bilder | Fotos | Bild 1 | Titelbild | Fotolink | Bilder-URLs | Hotelfotos | Hotelbild |
      Link zu Bildern | Bilderlink | Foto 1 URL | Bild URL 2`,
    facilities: `Ausstattung | Einrichtungen | Ausstattungsmerkmale | Ausstattung und Service | Leistungen |
      Ausstattung des Hotels | Serviceleistungen | Hotelleistungen | Ausstattung (Hotel) |
      Ausstattungsliste | Hotel-Ausstattung | Angebotene Leistungen`,
    checkIn: `Check-in | Check-in-Zeit | Anreisezeit | Check-in Zeiten | Check-in Uhrzeit | Uhrzeit Check-in |
      Anreise Uhrzeit | Check-In Uhr`,
    'checkIn.from': `Check-in ab | Anreise ab | Check-in frühestens | frühester Check-in | Früheste Anreise |
      Check-in ab Uhrzeit | Anreise frühestens | Anreisezeit ab | Eincheckzeit ab | Check-in möglich ab |
      Check-in-Zeit von | Ankunft ab`,
    'checkIn.until': `Check-in bis | Anreise bis | Check-in spätestens | Spätester Check-in | Check-in Ende |
      Späteste Anreise | Anreise bis Uhr | Anreisezeit bis | Check-in-Zeit bis | Ankunft bis |
      späteste Check-in-Zeit | Anreise bis spätestens`,
    checkOut: `Check-out | Check-out-Zeit | Abreisezeit | Check-out Uhrzeit | Uhrzeit Check-out | Check-out Zeiten |
      Abreise Uhrzeit`,
    'checkOut.until': `Check-out bis | Abreise bis | Abreise spätestens | spätester Check-out | Späteste Abreise |
      Check-out spätestens | Abreise bis (Uhrzeit) | Auschecken bis | Check-out-Zeit bis |
      späteste Check-out-Zeit | Check-out bis spätestens | Auschecken spätestens`,
    spokenLanguages: `Gesprochene Sprachen | Sprachen (Personal) | Sprachen des Personals | Gesprochene Sprachen im Hotel |
      Sprachkenntnisse | Sprachkenntnisse Personal`,
  },
  none: `Zimmername | Zimmerbeschreibung | Name des Ansprechpartners | Steuernummer | Entfernung zum Zentrum |
      Entfernung zum Flughafen | Ort ID | Buchungs-URL | Zimmerpreis | Bettenzahl | Stand | Bildnachweis |
      Bildhöhe | Name des Flughafens | Telefon Geschäftsführer | Währung | Buchungsnummer | Anreisedatum |
      Anreisetag | Anzahl Erwachsene | Anzahl Betriebe | Rechnungsnummer | Rechnungsort | Bankname |
      Zimmer-ID | Zimmercode | Zimmerausstattung | Verfügbare Zimmer | Anzahl Bewertungen | Bewertungstext |
      Titel Ansprechpartner | Telefon Notfall | Kurtaxe | Preis ab | Saison bis | Geöffnet von | Gültig ab |
      Nächtigungen | Anzahl Ankünfte | Frühstück von | Restaurant Name | Veranstaltungsname | Geburtsdatum |
      Name Eigentümer | Anzahl Bilder | Konferenzräume | Datum der Registrierung | Breite | Zimmer Sterne |
      E-Mail Betreiber | Ort des Betreibers | Seehöhe | Check-in Informationen | Zimmer Preis |
      Zimmeranzahl frei | Stadtplan | Ortszeit | Landkreis Nummer | Bundesland Steuer | Straßenzustand |
      Hausdame | Telefonische Erreichbarkeit | Internetzugang | Homepage Sprache | Sternekoch |
      Kettenfahrzeug | Betreiberadresse | Lizenz gültig bis | Bildtext | Bildbeschreibung |
      Beschreibung Zimmer | Ausstattung Zimmer | Check-in Datum | Anreise mit Bahn | Anreise von Flughafen |
      Sprache der Beschreibung | Kontakt Adresse | Name Zimmer | Nummer Zimmer |
      Anzahl Stockwerke pro Haus | Art des Bettes | Gesamtpreis | Rezeption Öffnungszeiten |
      Reservierung bis | Firma Adresse | Ort der Firma | Ortskennung | Gemeindeschlüssel |
      Breite des Bettes | Lage`,
}

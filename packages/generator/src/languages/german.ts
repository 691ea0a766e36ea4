import { generic, type Language, list } from './language.ts'

export const german: Language = {
  code: 'de',
  starts: list(`Al Brun Dor Ei Fal Ger Hol Kal Lin Mei Nie Ober Ram Schön Stein Tal Ul Wald Wie Zie Bär Grün Hagel
    Kron Löwen Mühl Rot Weiß Tann Hirsch`),
  middles: list('ne ber ke len ra mer ge sel te fel rin gen ho wen de ster lau ken'),
  ends: list(`bach hof horst feld brunn stetten hausen wald see berg egg kamp moos rieth loh mühle reuth au burg
    hügel`),
  generics: {
    hotel: generic('Hotel Hotel Hotel Hotel Gasthof Landhotel', 48, 17, 35),
    apartment: generic('Ferienwohnung Apartment Apartments Ferienhaus FeWo', 80, 10, 10),
    guesthouse: generic('Pension Gasthaus Gästehaus Gasthof', 88, 4, 8),
    hostel: generic('Jugendherberge Hostel', 55, 40, 5),
    campsite: generic('Campingplatz Camping', 85, 5, 10),
    apartment_hotel: generic('Aparthotel Boardinghouse', 55, 35, 10),
    motel: generic('Motel', 40, 50, 10),
    resort: generic('Resort Ferienresort', 25, 65, 10),
    holiday_village: generic('Feriendorf Ferienpark', 80, 10, 10),
    lodge: generic('Berghütte Lodge', 50, 40, 10),
    villa: generic('Villa Ferienhaus Chalet', 85, 5, 10),
    room: generic('Zimmer', 80, 5, 15),
  },
  commonWords: list(`am_Markt Zum_Anker Zur_Mühle am_See Lindenhof Goldener_Hahn am_Tor Waldblick Alte_Schmiede
    im_Park am_Rathaus Seeblick Drei_Kronen Zum_Stern`),
  poolNames: list(`zur_Post Central Adler Zum_Löwen Krone am_Park Europa zur_Linde Bellevue Kaiserhof am_Bahnhof
    Stadt_Berlin Rose Sonne Hirsch Zum_Ochsen Goldener_Adler Schwarzer_Adler Deutsches_Haus Bristol Continental
    Bayerischer_Hof Traube Engel`),
  articles: list('am zum zur im der das'),
  saints: list('Sankt St.'),
  districts: list('Mitte Bahnhof Nord Süd Ost West Flughafen Messe Altstadt Zentrum City Hafen'),
  descriptions: list('garni Restaurant &_Spa City Boutique Wellness by_Lindau_Collection Superior am_Zoo'),
  siblings: list('Dependance Spa Suites Residenz Gartenhaus'),
  streets: list('{x}straße {x}straße {x}weg Am_{x} {x}platz {x}gasse {x}allee An_der_{x}'),
  address: '{street} {n}',
  streetShort: [
    ['straße', 'str.'],
    ['platz', 'pl.'],
  ],
  companies: list('{x}_GmbH Hotelbetriebs_{x} {x}_Hotelgesellschaft {x}_GmbH_&_Co._KG'),
  airport: 'Flughafen {city} {airport}',
  stations: list('Bahnhof_{x} {x}_Bahnhof Busbahnhof_{x}'),
  airfields: list('Flughafen_{x} Flugplatz_{x}'),
}

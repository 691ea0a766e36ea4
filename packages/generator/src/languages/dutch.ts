import { generic, type Language, list } from './language.ts'

export const dutch: Language = {
  code: 'nl',
  starts: list(`Aar Bos Dijk Eik Gro Hol Kaa Lin Mee Noor Oos Rij Schel Ste Ter Uit Veld Wes Zee Zwar Bloem Duin Kroon
    Leeu`),
  middles: list('ter der ke len ra mer ge ven te wou rin gen ho wer de sche lo ken'),
  ends: list('hof horst veld bron dam wijk broek zand rade kamp loo oord stee burg meer donk hove voort waard mond'),
  generics: {
    hotel: generic('Hotel Hotel Hotel Boutique_Hotel Grand_Hotel', 55, 20, 25),
    apartment: generic('Appartement Apartment Studio Vakantiehuis', 80, 10, 10),
    guesthouse: generic('B&B Pension Guesthouse Herberg', 80, 12, 8),
    hostel: generic('Hostel Jeugdherberg', 45, 45, 10),
    campsite: generic('Camping', 92, 0, 8),
    apartment_hotel: generic('Aparthotel', 70, 20, 10),
    motel: generic('Motel', 60, 30, 10),
    resort: generic('Resort', 40, 50, 10),
    holiday_village: generic('Vakantiepark Bungalowpark', 92, 0, 8),
    lodge: generic('Lodge', 50, 40, 10),
    villa: generic('Villa Bungalow Chalet', 85, 5, 10),
    room: generic('Kamer', 80, 5, 15),
  },
  commonWords: list(`De_Molen Het_Anker aan_Zee De_Gouden_Haan De_Linde Het_Wapen Zeezicht De_Brug De_Poort Duinrand
    De_Drie_Kronen Het_Oude_Huis`),
  poolNames: list(`Central De_Zwaan De_Kroon De_Gouden_Leeuw Het_Witte_Huis De_Post Europa Bellevue De_Roos
    Wilhelmina De_Doelen Parkzicht De_Keizer Juliana Het_Centrum De_Arend Rembrandt Victoria De_Zon Continental`),
  articles: list('de het aan_de in_de'),
  saints: list('Sint'),
  districts: list('Centrum Noord Zuid Oost Station Airport Haven Binnenstad Zuidas Markt'),
  descriptions: list('Restaurant &_Spa Boutique City_Centre by_Kesters Superior Rooms Brasserie'),
  siblings: list('Annex Spa Suites Residence Tuinhuis'),
  streets: list('{x}straat {x}straat {x}weg {x}laan {x}plein {x}gracht {x}kade'),
  address: '{street} {n}',
  streetShort: [
    ['straat', 'str.'],
    ['plein', 'pln'],
  ],
  companies: list('{x}_B.V. Horeca_{x} Exploitatie_{x}_B.V. {x}_Beheer'),
  airport: 'Luchthaven {city} {airport}',
  stations: list('Station_{x} Busstation_{x}'),
  airfields: list('Luchthaven_{x}'),
}

import { generic, type Language, list } from './language.ts'

export const italian: Language = {
  code: 'it',
  starts: list(`Bel Mon Ca Vil Tor Ser Fio Lu Ro Mi Or Ve Val Cor Pra Na Za Fon Cas Que Sti Ar Mar Ol Gia Car Ba Spi
    Gra Tre`),
  middles: list('ra ma de lla ve ri ta gno lo ni ca mi sa du bro le na vi zi chia'),
  ends: list(`telli nese rano zzano mare nella duccio rino ssola gliano tico ldi ndra sina vento racce rghi sole
    netto gusa`),
  generics: {
    hotel: generic('Hotel Hotel Hotel Hotel Albergo Grand_Hotel', 68, 9, 23),
    apartment: generic("Appartamento Casa Ca' Residenza Residence", 80, 0, 20),
    guesthouse: generic('B&B Locanda Pensione Agriturismo Affittacamere', 90, 0, 10),
    hostel: generic('Ostello Hostel', 70, 20, 10),
    campsite: generic('Camping Campeggio', 92, 0, 8),
    apartment_hotel: generic('Aparthotel Residence', 80, 10, 10),
    motel: generic('Motel', 75, 15, 10),
    resort: generic('Resort', 25, 65, 10),
    holiday_village: generic('Villaggio_Turistico Villaggio', 92, 0, 8),
    lodge: generic('Rifugio Lodge', 75, 15, 10),
    villa: generic('Villa Chalet Casa', 90, 0, 10),
    room: generic('Camera', 85, 0, 15),
  },
  commonWords: list(`del_Corso alla_Fonte Le_Querce Il_Giardino La_Pergola dei_Mille Villa_Rosa Il_Ponte
    della_Torre Al_Castello dei_Fiori La_Terrazza Due_Mori Antica_Corte`),
  poolNames: list(`Europa Roma Italia Centrale Bellavista Miramare Stella Sole Villa_Maria Milano Regina Excelsior
    Cavour Garibaldi Vittoria Aurora Terminus Bristol Moderno Splendid Firenze Touring Corona Lido Internazionale`),
  articles: list('il la le del della al'),
  saints: list('San Santa'),
  districts: list('Centro Stazione Nord Sud Aeroporto Fiera Lungomare Porto_Nuovo Centro_Storico Università'),
  descriptions: list('&_Spa Ristorante Centro_Storico Boutique_Hotel Relais Vista_Mare Rooms &_Suites Wellness'),
  siblings: list('Dipendenza Spa Suites Residence Palace'),
  streets: list('Via_{x} Via_del_{x} Viale_{x} Piazza_{x} Corso_{x} Vicolo_{x} Via_San_{x} Largo_{x}'),
  address: '{street} {n}',
  streetShort: [
    ['Viale', 'V.le'],
    ['Piazza', 'P.zza'],
    ['Corso', 'C.so'],
    ['Via', 'V.'],
  ],
  companies: list('{x}_S.r.l. Gestioni_Alberghiere_{x} Immobiliare_{x} Società_{x}_S.p.A.'),
  airport: 'Aeroporto di {city} {airport}',
  stations: list('Stazione_di_{x} Stazione_{x} Autostazione_{x}'),
  airfields: list('Aeroporto_di_{x}'),
}

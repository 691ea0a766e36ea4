import { generic, type Language, list } from './language.ts'

export const spanish: Language = {
  code: 'es',
  starts: list(`Al Mon Ca Vi Tor Gar Be Sa Ro Mi Or Pe Val Cor Lu Na Zar Fuen Cas Que Es Ar Mar Ol Jar Car Ba Gua Her
    Tre`),
  middles: list('ra ma de lla ve ri ta go lo ñi ca mi sa du bra le na qui za cho'),
  ends: list(`dero mares nilla rejo zuela lena rías món dilla bejo lar ndal quera tín llosa ñana rgo deña sco lviar
    fría cena`),
  generics: {
    hotel: generic('Hotel Hotel Hotel Hotel Gran_Hotel Hotel_Boutique', 62, 16, 22),
    apartment: generic('Apartamentos Apartamento Casa Villa Ático', 80, 0, 20),
    guesthouse: generic('Hostal Pensión Posada Casa_Rural', 88, 0, 12),
    hostel: generic('Hostel Albergue', 45, 45, 10),
    campsite: generic('Camping', 92, 0, 8),
    apartment_hotel: generic('Aparthotel Apartahotel', 85, 5, 10),
    motel: generic('Motel', 85, 5, 10),
    resort: generic('Resort', 25, 65, 10),
    holiday_village: generic('Complejo_Turístico', 90, 0, 10),
    lodge: generic('Lodge Cabañas Refugio', 70, 20, 10),
    villa: generic('Villa Chalet Casa', 90, 0, 10),
    room: generic('Habitación', 85, 0, 15),
  },
  commonWords: list(`del_Rey de_la_Reina Los_Olivos El_Molino La_Fuente del_Arco Las_Palmeras La_Torre El_Mirador
    Los_Naranjos del_Carmen El_Puerto La_Ermita Puerta_Nueva`),
  poolNames: list(`Central España Europa Plaza Regina del_Mar Miramar Bellavista París Continental Colón Victoria
    Playa Sol La_Perla Internacional Madrid Mayor Los_Ángeles El_Paso La_Paz Bahía Avenida Imperial Monterrey`),
  articles: list('el la los las del de_la'),
  saints: list('San Santa Santo'),
  districts: list('Centro Norte Sur Aeropuerto Playa Puerto Estación Plaza_Mayor Casco_Antiguo Universidad Alameda'),
  descriptions: list('Boutique &_Spa Restaurante Centro Solo_Adultos by_Mihara con_Piscina &_Suites Apartamentos'),
  siblings: list('Anexo Spa Suites Residencia Garden'),
  streets: list('Calle_{x} Calle_de_{x} Avenida_{x} Plaza_{x} Paseo_{x} Calle_San_{x} Ronda_{x} Camino_de_{x}'),
  address: '{street}, {n}',
  streetShort: [
    ['Calle', 'C/'],
    ['Avenida', 'Avda.'],
    ['Plaza', 'Pza.'],
    ['Paseo', 'Pº'],
  ],
  companies: list('Hoteles_{x}_S.L. Explotaciones_{x} Inversiones_{x}_S.A. Turística_{x}'),
  airport: 'Aeropuerto de {city} {airport}',
  stations: list('Estación_de_{x} Estación_{x} Terminal_{x}'),
  airfields: list('Aeropuerto_de_{x}'),
}

import { picker } from '../../harness/seeded-random.ts'

/** A hotel as it is, before a supplier writes it. */
export interface MessyHotel {
  readonly code: string
  readonly name: string
  readonly street: string
  readonly city: string
  readonly postcode: string
  /** ISO code and a name of the country. */
  readonly country: string
  readonly countryName: string
  readonly latitude: number
  readonly longitude: number
  readonly phone: string
  readonly email: string
  readonly website: string
  readonly stars: number
  readonly rooms: number
  readonly price: number
  readonly opened: Date
}

interface Land {
  readonly country: string
  readonly countryName: string
  readonly dialling: string
  readonly names: readonly string[]
  readonly houses: readonly string[]
  readonly streets: readonly string[]
  readonly cities: readonly (readonly [city: string, postcode: string, latitude: number, longitude: number])[]
}

/** Words of hotels in some countries, whose letters are in different encodings. */
export const LANDS = {
  english: {
    country: 'GB',
    countryName: 'United Kingdom',
    dialling: '+44',
    names: ['Rose & Crown', "St. Mary's", 'Fox and Hounds', 'Old Mill', 'Harbour View', 'King’s Arms'],
    houses: ['Inn', 'Hotel', 'Guest House', 'Lodge'],
    streets: ['High Street', 'Church Lane', "Queen's Road", 'Mill Lane'],
    cities: [
      ['York', 'YO1 7HH', 53.95763, -1.08271],
      ['Bath', 'BA1 1LT', 51.38137, -2.35742],
      ['Oban', 'PA34 4BE', 56.41537, -5.4721],
    ],
  },
  german: {
    country: 'DE',
    countryName: 'Deutschland',
    dialling: '+49',
    names: ['Grüner Bär', 'Zur schönen Aussicht', 'Weißes Rößl', 'Königshof', 'Schwäbischer Löwe', 'Mühlbach'],
    houses: ['Hotel', 'Gasthof', 'Pension', 'Gästehaus'],
    streets: ['Bahnhofstraße', 'Mühlgasse', 'Am Schloß', 'Lindenallee'],
    cities: [
      ['München', '80331', 48.13743, 11.57549],
      ['Köln', '50667', 50.93753, 6.96028],
      ['Lübeck', '23552', 53.86893, 10.68729],
    ],
  },
  french: {
    country: 'FR',
    countryName: 'France',
    dialling: '+33',
    names: ['Château d’Été', 'Relais du Cœur', 'Bélier Doré', 'Forêt Bleue', 'Grand Café', 'Île aux Oiseaux'],
    houses: ['Hôtel', 'Auberge', 'Résidence', 'Maison'],
    streets: ['rue de l’Église', 'place du Marché', 'avenue Gambetta', 'quai du Rhône'],
    cities: [
      ['Besançon', '25000', 47.23783, 6.02438],
      ['Orléans', '45000', 47.90289, 1.90389],
      ['Nîmes', '30000', 43.83665, 4.36006],
    ],
  },
  polish: {
    country: 'PL',
    countryName: 'Polska',
    dialling: '+48',
    names: ['Złota Ryba', 'Pod Różą', 'Żubr', 'Dwór Książęcy', 'Świętojański', 'Łabędź'],
    houses: ['Hotel', 'Pensjonat', 'Zajazd', 'Willa'],
    streets: ['ul. Świętokrzyska', 'ul. Mickiewicza', 'ul. Długa', 'ul. Źródlana'],
    cities: [
      ['Łódź', '90-001', 51.76873, 19.45699],
      ['Gdańsk', '80-831', 54.34899, 18.65381],
      ['Rzeszów', '35-002', 50.03773, 22.00471],
    ],
  },
  czech: {
    country: 'CZ',
    countryName: 'Česká republika',
    dialling: '+420',
    names: ['U Zlatého Lva', 'Černý Kůň', 'Pod Věží', 'Růže', 'Šumavský Dvůr', 'Na Náměstí'],
    houses: ['Hotel', 'Penzion', 'Hostinec', 'Chata'],
    streets: ['Náměstí Míru', 'Dlouhá', 'Žižkova', 'U Řeky'],
    cities: [
      ['Plzeň', '301 00', 49.74748, 13.37762],
      ['České Budějovice', '370 01', 48.97447, 14.47434],
      ['Olomouc', '779 00', 49.59383, 17.25089],
    ],
  },
  russian: {
    country: 'RU',
    countryName: 'Россия',
    dialling: '+7',
    names: ['Золотое кольцо', 'Белый медведь', 'Старый город', 'Берёзка', 'Северное сияние', 'Юность'],
    houses: ['Гостиница', 'Отель', 'Хостел', 'Пансионат'],
    streets: ['улица Ленина', 'Невский проспект', 'Садовая улица', 'улица Мира'],
    cities: [
      ['Суздаль', '601293', 56.41939, 40.44928],
      ['Великий Новгород', '173000', 58.52131, 31.27104],
      ['Псков', '180000', 57.81937, 28.33176],
    ],
  },
  turkish: {
    country: 'TR',
    countryName: 'Türkiye',
    dialling: '+90',
    names: ['Gümüş Köşk', 'Işık Palas', 'Ege Güneşi', 'Şirin Evler', 'Çınaraltı', 'Doğa Bahçesi'],
    houses: ['Otel', 'Pansiyon', 'Konak', 'Apart'],
    streets: ['Cumhuriyet Caddesi', 'İnönü Bulvarı', 'Atatürk Caddesi', 'Çiçek Sokağı'],
    cities: [
      ['İzmir', '35210', 38.42373, 27.14283],
      ['Muğla', '48000', 37.21537, 28.36364],
      ['Eskişehir', '26010', 39.77663, 30.52056],
    ],
  },
  greek: {
    country: 'GR',
    countryName: 'Ελλάδα',
    dialling: '+30',
    names: ['Γαλάζιο Κύμα', 'Ακρόπολη', 'Ήλιος', 'Παλιά Πόλη', 'Ελιά', 'Θέα Θάλασσα'],
    houses: ['Ξενοδοχείο', 'Ξενώνας', 'Βίλα', 'Πανσιόν'],
    streets: ['Οδός Ερμού', 'Λεωφόρος Αθηνών', 'Πλατεία Ελευθερίας', 'Οδός Αριστοτέλους'],
    cities: [
      ['Θεσσαλονίκη', '546 24', 40.64007, 22.94442],
      ['Ρόδος', '851 00', 36.44347, 28.22242],
      ['Πάτρα', '262 21', 38.24664, 21.73461],
    ],
  },
} satisfies Readonly<Record<string, Land>>

export type LandName = keyof typeof LANDS

/** Returns hotels of a country, with different codes and names. */
export function messyHotels(land: LandName, count: number, random: () => number): MessyHotel[] {
  const { names, houses, streets, cities, dialling, country, countryName }: Land = LANDS[land]
  const pick = picker(random)
  const between = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1))
  const start = between(10_000, 80_000)
  return Array.from({ length: count }, (_, at) => {
    const [city, postcode, latitude, longitude] = pick(cities)
    const host = `h${start + at}.example`
    return {
      code: `${country}${start + at * 7}`,
      name: `${pick(houses)} ${names[at % names.length]} ${romanOf(Math.floor(at / names.length) + 1)}`.trim(),
      street: `${pick(streets)} ${between(1, 199)}`,
      city,
      postcode,
      country,
      countryName,
      // Five decimals, none of them 0 at the end, so that the written digits are those read.
      latitude: Number((latitude + between(-900, 900) / 100_000 + 0.000_003).toFixed(5)),
      longitude: Number((longitude + between(-900, 900) / 100_000 + 0.000_003).toFixed(5)),
      phone: `${dialling} ${between(20, 89)} ${between(1_000_000, 9_999_999)}`,
      email: `info@${host}`,
      website: `https://www.${host}/`,
      stars: between(1, 5),
      rooms: between(5, 320),
      price: between(3_000, 250_000) / 100,
      opened: new Date(Date.UTC(between(1950, 2023), between(0, 11), between(1, 28))),
    }
  })
}

function romanOf(value: number): string {
  return ['', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'][value - 1] ?? String(value)
}

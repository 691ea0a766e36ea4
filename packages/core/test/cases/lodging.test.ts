import type { RecordContent } from '../../src/model/supplier-record.ts'
import { at, type NamedPair, testPairs } from './named-pair.ts'

function hotel(name: string, meters: number, more: RecordContent = {}): RecordContent {
  const { location, ...rest } = more
  return {
    name,
    category: 'hotel',
    location: { city: 'Paris', country: 'FR', coordinates: at(meters), ...location },
    ...rest,
  }
}
/** Returns a record at a door that several hotels share. */
function atDoor(name: string, national?: string): RecordContent {
  return hotel(name, 0, {
    ...(national === undefined ? {} : { phone: `+33${national}` }),
    location: { address: '4 rue des Lilas', postalCode: '75019' },
  })
}
function inDistrict(name: string, meters: number): RecordContent {
  return hotel(name, meters, { location: { postalCode: '75011' } })
}
/** Returns a record without coordinates. */
function unplaced(name: string, more: RecordContent = {}): RecordContent {
  const { location, ...rest } = more
  return { name, category: 'hotel', location: { city: 'Paris', country: 'FR', ...location }, ...rest }
}

const PAIRS: readonly NamedPair[] = [
  ['case and accents', 'link', hotel('Hôtel de Brissandre', 0), hotel('HOTEL DE BRISSANDRE', 12)],
  ['generic words and articles', 'link', hotel('Hôtel Le Brissandre', 0), hotel('Brissandre Hotel & Spa', 20)],
  ['the city as a tail', 'link', hotel('Brissandre', 0), hotel('Hotel Brissandre Paris', 25)],
  ['the next house of one owner', 'ask', atDoor('Hotel Brissandre'), atDoor('Hotel Brissandre 2')],
  [
    'the next house, its own telephone',
    'different',
    atDoor('Brissandre', '145530000'),
    atDoor('Brissandre 2', '145531111'),
  ],
  ['the residence at the same door', 'ask', atDoor('Hotel Brissandre'), atDoor('Hotel Brissandre Residence')],
  ['the branch in the north', 'unlinked', hotel('Hotel Brissandre', 0), hotel('Hotel Brissandre Nord', 60)],
  ['the residence behind the hotel', 'unlinked', hotel('Hotel Brissandre', 0), hotel('Brissandre Residence', 25)],
  ['a residence of a name without a kind', 'link', hotel('Résidence Brissandre', 0), hotel('Brissandre', 8)],
  [
    'a chain, and the district it stands in',
    'link',
    inDistrict('Ibis Brissandre', 0),
    inDistrict('Ibis Brissandre Paris 11', 15),
  ],
  ['the order of words', 'link', hotel('Brissandre Vellour Hotel', 0), hotel('Hotel Vellour Brissandre', 15)],
  ['a typo', 'same', hotel('Hotel Brissandre', 0), hotel('Hotel Brisandre', 10)],
  ['two words written as one', 'link', hotel('Hotel Belle Vardane', 0), hotel('Hotel Bellevardane', 15)],
  ['saint and its short form', 'link', hotel('Hotel Saint Orvald', 0), hotel('Hôtel St. Orvald', 15)],
  ['ampersand and word', 'link', hotel('Bed & Breakfast Orvald', 0), hotel('Orvald B&B', 10)],
  [
    'a name in another script beside the Latin one',
    'link',
    hotel('ホテルオルヴァルド', 0, { altNames: [{ name: 'Hotel Orvald' }] }),
    hotel('Hotel Orvald', 15),
  ],
  [
    'a city in two languages',
    'link',
    unplaced('Hotel Brissandre', { location: { city: 'Wien', country: 'AT' } }),
    unplaced('Brissandre Hotel', { location: { city: 'Vienna', country: 'AT' } }),
  ],
  [
    'a city and its suburb',
    'same',
    unplaced('Hotel Brissandre Vellour', { location: { city: 'Roissy-en-France', country: 'FR' } }),
    unplaced('Brissandre Vellour Hotel', { location: { city: 'Tremblay-en-France', country: 'FR' } }),
  ],
  [
    'one name, two towns on one beach',
    'unlinked',
    unplaced('Hotel Miramare', { location: { city: 'Rimini', country: 'IT' } }),
    unplaced('Hotel Miramare', { location: { city: 'Riccione', country: 'IT' } }),
  ],
  [
    'one chain, two suburbs that the names say',
    'unlinked',
    unplaced('Ibis Lille Roubaix', { location: { city: 'Roubaix', country: 'FR' } }),
    unplaced('Ibis Lille Lomme', { location: { city: 'Lomme', country: 'FR' } }),
  ],
  [
    'one chain, two towns of one name',
    'unlinked',
    unplaced('Premier Inn Newcastle', { location: { city: 'Newcastle' } }),
    unplaced('Premier Inn Newcastle', { location: { city: 'Newcastle', country: 'AU' } }),
  ],
  [
    'one name in Frankfurt on the Oder and Frankfurt on the Main',
    'different',
    unplaced('City Park Hotel', { location: { city: 'Frankfurt', country: 'DE', coordinates: [52.34, 14.55] } }),
    unplaced('City Park Hotel', { location: { city: 'Frankfurt am Main', country: 'DE' } }),
  ],
  [
    'a city written in its own territory and in its state',
    'link',
    unplaced('Brissandre Harbour Hotel', { location: { city: 'Hong Kong', country: 'HK' } }),
    unplaced('Hotel Brissandre Harbour', { location: { city: 'Hong Kong', country: 'CN' } }),
  ],
  [
    'one name, in a city and far outside of it',
    'different',
    unplaced('Hotel Brissandre', { location: { city: 'Vienna', country: 'AT' } }),
    { name: 'Hotel Brissandre', category: 'hotel', location: { country: 'AT', coordinates: [47.8, 13.04] } },
  ],
  ['one city, the name of a chain and nothing more', 'ask', unplaced('Ibis'), unplaced('Hotel Ibis Paris')],
  ['one spot, the name of a chain and nothing more', 'link', hotel('Ibis', 0), hotel('Hotel Ibis Paris', 8)],
  ['one pin, names in two scripts', 'ask', hotel('ホテル松風', 0), hotel('Kalmia House', 0)],
  [
    'one door, names in two scripts',
    'link',
    hotel('ホテル松風', 0, { location: { address: '12 rue des Orfels' } }),
    hotel('Hotel Matsukaze', 5, { location: { address: '12 rue des Orfels' } }),
  ],
  ['neighbours, names in two scripts', 'different', hotel('ホテル松風', 0), hotel('Гостиница Космос', 60)],
  ['a pin of the next street', 'same', hotel('Hotel Brissandre', 0), hotel('Hotel Brissandre', 180)],
  [
    'a pin of two decimals',
    'same',
    hotel('Hotel Brissandre', 0),
    hotel('Hotel Brissandre', 0, { location: { coordinates: [48.85, 2.35] } }),
  ],
  [
    'no coordinates on one side, the same door',
    'link',
    unplaced('Hotel Brissandre', { location: { address: '12 rue des Orfels', postalCode: '75004' } }),
    hotel('Brissandre', 0, { location: { address: '12, Rue des Orfels', postalCode: '75004' } }),
  ],
  ['no coordinates, a rare name in one city', 'same', unplaced('Hotel Brissandre'), unplaced('Brissandre Hotel')],
  [
    'renamed, with phone and site kept',
    'same',
    hotel('Hotel Brissandre', 0, {
      phone: '+33 1 42 00 00 17',
      website: 'brissandre.example',
      location: { address: '12 rue des Orfels' },
    }),
    hotel('Maison Orvald', 10, {
      phone: '01 42 00 00 17',
      website: 'https://www.brissandre.example/',
      location: { address: '12 rue des Orfels' },
    }),
  ],
  ['one chain, same place', 'link', hotel('Ibis Paris Orfels', 0), hotel('Hôtel Ibis Orfels', 30)],
  [
    'an official licence',
    'link',
    hotel('Résidence Orvald', 0, { licence: 'LX-991827' }),
    hotel('Orvald Apparthotel', 60, { licence: 'lx 991827', category: 'apartment_hotel' }),
  ],

  ['side by side, told apart by a number', 'different', hotel('K Orfel Hotel 12', 0), hotel('K Orfel Hotel 14', 7)],
  [
    'flats of one house, told apart by their rooms',
    'different',
    { ...hotel('T2 Orfels', 0), category: 'apartment' },
    { ...hotel('T3 Orfels', 0), category: 'apartment' },
  ],
  ['two chains in one building', 'different', hotel('Ibis Orfels', 0), hotel('Novotel Orfels', 5)],
  [
    'chain and its cheaper sister next door',
    'different',
    hotel('Ibis Paris Orfels', 0),
    hotel('Ibis Budget Paris Bramont', 90),
  ],
  [
    'two of one chain with one switchboard and one page',
    'unlinked',
    hotel('Ibis Paris Orfels', 0, { phone: '+33 1 42 00 00 17', website: 'orfels-hotels.example/reservations' }),
    hotel('Ibis Paris Bramont', 1_300, { phone: '+33 1 42 00 00 17', website: 'orfels-hotels.example/reservations' }),
  ],
  [
    'two houses of one owner, with one telephone and one page',
    'unlinked',
    hotel('Hotel Orfels', 0, { phone: '+33 1 42 00 00 17', website: 'orfels-hotels.example/reservations' }),
    hotel('Hotel Orfels Bramont', 1_300, { phone: '+33 1 42 00 00 17', website: 'orfels-hotels.example/reservations' }),
  ],
  [
    'two of one chain, a kilometre apart',
    'different',
    hotel('Mercure Paris Orfels', 0),
    hotel('Mercure Paris Bramont', 1_000),
  ],
  ['neighbours with nothing in common', 'different', hotel('Hotel Brissandre', 0), hotel('Hotel Vellour', 25)],
  ['neighbours with a common word', 'different', hotel('Grand Hotel Brissandre', 0), hotel('Grand Hotel Vellour', 40)],
  [
    'one name in two countries',
    'different',
    hotel('Hotel Brissandre', 0),
    hotel('Hotel Brissandre', 0, { location: { city: 'Berlin', country: 'DE', coordinates: [52.5163, 13.3777] } }),
  ],
  [
    'one name at two ends of a city, in different streets',
    'different',
    hotel('Hotel Central', 0, { location: { address: '3 rue Orfel' } }),
    hotel('Hotel Central', 6_000, { location: { address: '90 avenue Bramont' } }),
  ],
  [
    'a plain name, no coordinates, other phones and streets',
    'different',
    unplaced('Hotel Central', { phone: '0142000001', location: { address: '3 rue Orfel' } }),
    unplaced('Central Hotel', { phone: '0153119922', location: { address: '90 avenue Bramont' } }),
  ],
  [
    'north and south',
    'different',
    hotel('Brissandre North', 0, { phone: '0142000001' }),
    hotel('Brissandre South', 350, { phone: '0153119922' }),
  ],
  [
    'a hotel and its restaurant',
    'different',
    hotel('Hotel Brissandre', 0),
    { ...hotel('Brissandre Cooking Class', 10), category: 'activity' },
  ],
  [
    'two flats of one house by number',
    'different',
    { ...hotel('Orfel Apartment 4', 0), category: 'apartment' },
    { ...hotel('Orfel Apartment 6', 3), category: 'apartment' },
  ],
]

testPairs(
  'lodging',
  PAIRS.filter(([, , left, right]) => left.category !== 'activity' && right.category !== 'activity'),
)
testPairs(
  'generic',
  PAIRS.filter(([, , left, right]) => left.category === 'activity' || right.category === 'activity'),
)

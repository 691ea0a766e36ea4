import type { RecordContent } from '../../../src/model/supplier-record.ts'

/** Two records with an expected level, for every level of every comparison. None of these hotels exists. */
export interface LevelExample {
  readonly comparison: string
  readonly level: string
  readonly a: RecordContent
  readonly b: RecordContent
  readonly suppliers?: [string?, string?]
  /** Whether to use a gazetteer with the locations of cities. */
  readonly located?: true
}

function rows(
  comparison: string,
  make: (text: never) => RecordContent,
  examples: readonly (readonly [level: string, a: unknown, b: unknown])[],
): LevelExample[] {
  const content = (value: unknown): RecordContent => (value === undefined ? {} : make(value as never))
  return examples.map(([level, a, b]) => ({ comparison, level, a: content(a), b: content(b) }))
}

export const LEVEL_EXAMPLES: readonly LevelExample[] = [
  ...rows('name', (name: string) => ({ name }), [
    ['identical_rare', 'Hotel Quxwelby', 'HÔTEL QUXWELBY'],
    ['identical', 'Grand Hotel', 'Grand Hôtel'],
    ['same_core_rare', 'Hotel Quxwelby', 'The Quxwelby'],
    ['same_core', 'Grand Hotel', 'The Grand'],
    ['same_core_typo', 'Hotel Quxwelby', 'Quxwelbi'],
    ['brand_only', 'Premier Inn', 'PREMIER INN'],
    ['brand_only', 'Ibis', 'Hotel Ibis'],
    ['contained_rare', 'Quxwelby Hotel', 'Quxwelby Zentrafol Hotel'],
    ['mostly_same', 'Quxwelby Zentrafol Bramtosk Fy', 'Quxwelby Zentrafol Bramtosk Gu'],
    ['contained', 'Grand Hotel', 'Grand Victoria Hotel'],
    ['same_core_other_kind', 'Quxwelby Hotel', 'Quxwelby Restaurant'],
    ['generic_only', 'Hotel', 'The Hotel'],
    ['half_same', 'Quxwelby Zentrafol Bramtosk', 'Quxwelby Zentrafol Fendolin'],
    ['some_shared', 'Quxwelby Zentrafol Bramtosk', 'Quxwelby Fendolin Garstopp'],
    ['little_shared', 'Ibis Quxwelby', 'Ibis Bramtosk'],
    ['nothing_shared', 'Quxwelby', 'Bramtosk'],
    ['nothing_shared', '東横イン上野', 'アパホテル'],
    ['unknown', 'Quxwelby', undefined],
    ['other_script', 'アパホテル', 'Гостиница Космос'],
    ['other_script', 'فندق الجميرا', '朱美拉酒店'],
    ['other_script', '東横イン上野', 'Toyoko Inn Ueno'],
    ['other_script', 'Hotel 東横', 'Hotel Toyoko'],
    ['other_script', 'Ξενοδοχείο Ερμής', 'Hermes Hotel'],
    ['other_script', 'リッツ', '리츠 호텔'],
    // Finds shared parts whatever the script of the other parts.
    ['some_shared', 'ホテル1899東京', 'Отель 1899 Космос'],
    ['generic_only', 'ホテル', 'Отель'],
    ['nothing_shared', '東横 Quxwelby', 'Bramtosk'],
  ]),
  ...rows('spelling', (name: string) => ({ name }), [
    ['same', 'Quxwelby', 'QUXWELBY'],
    ['over_90', 'Quxwelby Zentrafol Bramtosk', 'Quxwelby Zentrafol Bramtosks'],
    ['over_80', 'Quxwelby Zentra', 'Quxwelbys Zentra'],
    ['over_70', 'Presto Tea', 'Prestotea'],
    ['over_60', 'Quxwelby', 'Quxwelby Bramtos'],
    ['over_50', 'Quxwelby', 'Quxwelby Bramtosk Fy'],
    ['over_40', 'Quxwelby Zentrafol', 'Quxwelby Bramtosk'],
    ['over_30', 'Quxwelby', 'Quxwelby Bramtosk Fendolin Garstopp'],
    ['over_20', 'Quxwelby Zentrafol', 'Quxwerty Bramtosk'],
    ['over_10', 'Quxwelby Zentrafol', 'Quarry Bramtoskol'],
    ['apart', 'Quxwelby', 'Bramtosk'],
    ['apart', '東横イン', 'アパホテル'],
    ['unknown', 'Quxwelby', 'ホテル'],
    ['unknown', 'アパホテル', 'Гостиница Космос'],
    ['unknown', 'فندق الجميرا', '朱美拉酒店'],
  ]),
  ...rows('beginning', (name: string) => ({ name }), [
    ['whole', 'Quxwelby', 'Quxwelby Bramtosk & Co'],
    // Ignores generic words, articles and the order of words.
    ['whole', 'The Quxwelby Hotel', 'Hotel Quxwelby'],
    ['whole', 'Grand Hotel', 'GRAND HÔTEL'],
    ['over_80', 'Quxwelbys', 'Quxwelby Fy'],
    ['over_60', 'Quxwelby Fynn', 'Quxwelby Gulp'],
    ['over_40', 'Quxwelby Bramtosk', 'Quxwelby Fendolin'],
    ['over_20', 'Quxwelby', 'Quxartis Fy'],
    ['apart', 'Quxwelby Fendolin', 'Bramtosk Quxwelby Fendolin'],
    ['unknown', 'Quxwelby', 'ホテル'],
    ['unknown', 'Quxwelby', undefined],
  ]),
  ...rows('rarity', (name: string) => ({ name }), [
    ['over_10_bits', 'Quxwelby Zentrafol', 'Quxwelby Bramtosk'],
    ['over_9_bits', 'Bridge Quxwelby', 'Bridge Zentrafol'],
    ['over_8_bits', 'Garden Quxwelby', 'Garden Zentrafol'],
    ['over_7_bits', 'Qux', 'Qux'],
    ['over_6_bits', 'Opera Quxwelby', 'Opera Zentrafol'],
    ['over_5_bits', 'Qu', 'Qu'],
    ['common', 'Ibis Quxwelby', 'Ibis Bramtosk'],
    ['unknown', 'Quxwelby', 'Bramtosk'],
  ]),
  ...rows('number', (name: string) => ({ name }), [
    ['same', 'K Hotel 12', 'K 12 Hotel'],
    ['one_sided', 'K Hotel 12', 'K Hotel'],
    ['different_words', 'Four Quxwelby', 'Five Quxwelby'],
    ['different', 'K Hotel 12', 'K Hotel 14'],
    ['different', 'T2 Vieux Port', 'T3 Vieux Port'],
    ['same', 'Hotel Terminal 3', 'Hotel T3'],
    ['one_sided', 'Studio Vieux Port', 'T2 Vieux Port'],
    ['unknown', 'K Hotel', 'K Hotel'],
  ]),
  ...rows('qualifier', (name: string) => ({ name }), [
    ['same', 'Quxwelby North', 'Quxwelby Nord'],
    ['one_sided', 'Quxwelby', 'Quxwelby Annex'],
    ['conflicting', 'Quxwelby North', 'Quxwelby South'],
    ['unknown', 'Quxwelby', 'Zentrafol'],
  ]),
  ...rows('continuation', (name: string) => ({ name }), [
    ['one_number', 'Quxwelby', 'Quxwelby 2'],
    ['one_number', 'Hotel Quxwelby', 'Quxwelby II Hotel & Spa'],
    ['one_place', 'Quxwelby', 'Hotel Quxwelby Nord'],
    ['one_place', 'Quxwelby Zuid', 'Quxwelby'],
    ['one_kind', 'Quxwelby Hotel', 'Quxwelby Hotel Residences'],
    ['one_part', 'Quxwelby', 'Annexe Quxwelby Annexe'],
    // The most significant additional part of the longer name determines the level.
    ['one_number', 'Quxwelby', 'Quxwelby Residence 2'],
    ['unknown', 'Quxwelby', 'Quxwelby'],
    ['unknown', 'Quxwelby', undefined],
  ]),
  ...rows('unit', (category: string) => ({ category }), [
    ['one_of_many', 'apartment', 'hotel'],
    ['unknown', 'hotel', 'hostel'],
  ]),
  ...rows('distance', (coordinates: [number, number]) => ({ location: { coordinates } }), [
    ['within_10_m', [48.85661, 2.35221], [48.85662, 2.35221]],
    ['within_30_m', [48.85661, 2.35221], [48.8568, 2.35221]],
    ['within_60_m', [48.85661, 2.35221], [48.85706, 2.35221]],
    ['within_100_m', [48.85661, 2.35221], [48.85741, 2.35221]],
    ['within_175_m', [48.85661, 2.35221], [48.85791, 2.35221]],
    ['within_250_m', [48.85661, 2.35221], [48.85861, 2.35221]],
    ['within_375_m', [48.85661, 2.35221], [48.85961, 2.35221]],
    ['within_500_m', [48.85661, 2.35221], [48.86061, 2.35221]],
    ['within_700_m', [48.85661, 2.35221], [48.86221, 2.35221]],
    ['within_1_km', [48.85661, 2.35221], [48.86461, 2.35221]],
    ['within_2500_m', [48.85661, 2.35221], [48.87501, 2.35221]],
    ['within_15_km', [48.85661, 2.35221], [48.95661, 2.35221]],
    ['elsewhere', [48.85661, 2.35221], [43.29651, 5.36981]],
    ['within_imprecision', [48.85661, 2.35221], [48.86, 2.35]],
    ['unknown', [48.85661, 2.35221], undefined],
  ]),
  ...rows('address', (address: string) => ({ location: { address } }), [
    ['same_door', '12 rue de la Paix', 'Rue de la Paix, 12'],
    ['same_street', '12 rue de la Paix', 'rue de la Paix'],
    ['same_number_only', '12 rue de la Paix', '12 avenue Foch'],
    ['near_number', '12 rue de la Paix', '14-16 rue de la Paix'],
    ['near_number', '12-20 rue de la Paix', '40 rue de la Paix'],
    ['other_number', '12 rue de la Paix', '40 rue de la Paix'],
    ['other_street', '12 rue de la Paix', '7 avenue Foch'],
    ['unknown', '12 rue de la Paix', undefined],
    ['unknown', '2901 King Fahd Road', '2901 طريق الملك فهد'],
    ['unknown', 'улица Ленина 4', '12 Tverskaya'],
    ['other_street', 'улица Ленина 4', 'Тверская 12'],
  ]),
  ...rows('postcode', (postalCode: string) => ({ location: { postalCode } }), [
    ['same', 'EH2 4LS', 'eh24ls'],
    ['begins', 'EH2', 'EH2 4LS'],
    ['same_district', '75002', '75011'],
    ['different', '75002', '13001'],
    ['unknown', '75002', undefined],
  ]),
  ...rows('city', ([city, country]: [string, string]) => ({ location: { city, country } }), [
    ['same', ['Paris', 'FR'], ['PARIS 08', 'FR']],
    ['contained', ['Paris', 'FR'], ['Paris La Défense', 'FR']],
    ['alike', ['Praha', 'CZ'], ['Prague', 'CZ']],
    ['alike', ['Paraty', 'BR'], ['Parati', 'BR']],
    ['different', ['Paris', 'FR'], ['Lyon', 'FR']],
    ['different', ['Tours', 'FR'], ['Tourlaville', 'FR']],
    ['different', ['Saint-Lô', 'FR'], ['Saint-Palais', 'FR']],
    // In either record, a repeated word counts once.
    ['different', ['Baden Baden Lichtental', 'DE'], ['Stadt Baden', 'DE']],
    ['other_country', ['Paris', 'FR'], ['Paris', 'US']],
    ['unknown', ['Paris', 'FR'], ['パリ', 'FR']],
    ['unknown', ['Paris', 'FR'], undefined],
  ]),
  ...rows('city', (location: object) => ({ location }), [
    ['same', { city: 'Wien', country: 'AT' }, { city: 'Vienna', country: 'AT' }],
    ['same', { city: 'München' }, { city: 'Munich', country: 'DE' }],
    ['same', { city: 'Москва', country: 'RU' }, { city: 'Moscow', country: 'RU' }],
    ['same', { city: 'Wien', country: 'AT' }, { city: 'Vienna', country: 'AT', coordinates: [48.2, 16.37] }],
    ['near', { city: 'Roissy-en-France', country: 'FR' }, { city: 'Tremblay-en-France', country: 'FR' }],
    ['near', { city: 'Rimini', country: 'IT' }, { city: 'Riccione', country: 'IT' }],
    ['near', { city: 'Paris', country: 'FR' }, { country: 'FR', coordinates: [48.86, 1.9] }],
    // Two cities have the first name. One of these cities is near the second city.
    ['near', { city: 'Chessy', country: 'FR' }, { city: 'Coupvray', country: 'FR' }],
    ['same_name', { city: 'Springfield', country: 'US' }, { city: 'Springfield', country: 'US' }],
    [
      'same_name',
      { city: 'Springfield', country: 'US' },
      { city: 'Springfield', country: 'US', coordinates: [39.8, -89.65] },
    ],
    ['same_name', { city: 'San José', country: 'CR' }, { city: 'San Jose' }],
    ['same', { city: 'Vienna' }, { city: 'Wien', country: 'AT' }],
    ['same', { city: 'Hong Kong', country: 'HK' }, { city: 'Hong Kong', country: 'CN' }],
    ['same', { city: 'San Juan', country: 'PR' }, { city: 'San Juan', country: 'US' }],
    // Frisco is also a name of San Francisco. Rome is a former name of Washington.
    ['different', { city: 'Frisco', country: 'US' }, { city: 'San Francisco', country: 'US' }],
    ['different', { city: 'Rome', country: 'US' }, { city: 'Washington', country: 'US' }],
    [
      'different',
      { city: 'Frankfurt', country: 'DE', coordinates: [52.34, 14.55] },
      { city: 'Frankfurt am Main', country: 'DE' },
    ],
    ['unknown', { city: 'Vienna', country: 'AT' }, { country: 'AT', coordinates: [48.2, 16.37] }],
    ['different', { city: 'Frankfurt', country: 'DE' }, { city: 'Frankfurt (Oder)', country: 'DE' }],
    ['different', { city: 'Москва', country: 'RU' }, { city: 'Kazan', country: 'RU' }],
    ['different', { city: 'Vienna', country: 'AT' }, { country: 'AT', coordinates: [47.8, 13.04] }],
    // The name is ambiguous: there is a Springfield in Illinois and in Missouri.
    ['unknown', { city: 'Springfield', country: 'US' }, { country: 'US', coordinates: [39.8, -89.65] }],
    // The centre of a city is no better evidence than the city.
    [
      'same',
      { city: 'Wien', country: 'AT', coordinates: [48.2, 16.37], precisionMeters: 10_000 },
      { city: 'Vienna', country: 'AT', coordinates: [48.21, 16.35] },
    ],
    // Both records have coordinates, so cities add nothing.
    ['unknown', { city: 'Wien', coordinates: [48.2, 16.37] }, { city: 'Vienna', coordinates: [48.2, 16.37] }],
  ]).map((example): LevelExample => ({ ...example, located: true })),
  ...rows('phone', (phone: string) => ({ phone }), [
    ['same', '+33 1 42 60 30 70', '01 42 60 30 70'],
    // One number has no area code, or the zero of its area code is the ninth digit.
    ['same', '123 45 67', '+49 30 1234567'],
    ['same', '089 123456', '+49 89 123456'],
    ['same_exchange', '01 42 60 30 70', '01 42 60 30 99'],
    ['same_exchange', '123 45 67', '+49 30 1234599'],
    // Area codes of Berlin and Hamburg.
    ['different', '+49 30 1234567', '+49 40 1234567'],
    ['different', '01 42 60 30 70', '01 53 11 22 33'],
    ['unknown', '01 42 60 30 70', undefined],
  ]),
  ...rows('web', (website: string) => ({ website }), [
    ['same_page', 'http://www.quxwelby.example/', 'quxwelby.example'],
    ['same_host', 'quxwelby.example/fr', 'quxwelby.example/en'],
    ['different', 'quxwelby.example', 'zentrafol.example'],
    ['unknown', 'facebook.com/quxwelby', 'quxwelby.example'],
    ['unknown', 'facebook.com', 'facebook.com'],
  ]),
  {
    comparison: 'web',
    level: 'chain_host',
    a: { brand: 'Ibis', website: 'chain.example/lyon' },
    b: { website: 'chain.example/paris' },
  },
  ...rows('web', (website: string) => ({ website, phone: '+33 4 90 12 34 56' }), [
    ['same_contact', 'http://www.quxwelby.example/', 'quxwelby.example'],
    ['same_contact', 'quxwelby.example/fr', 'quxwelby.example/en'],
    ['different', 'quxwelby.example', 'zentrafol.example'],
  ]),
  ...rows('identifier', (value: string) => ({ identifiers: [{ scheme: 'giata', value }] }), [
    ['same', 'AB-12', 'ab-12'],
    ['different', 'AB-12', 'AB-13'],
    ['unknown', 'AB-12', undefined],
  ]),
  { comparison: 'identifier', level: 'same', a: { licence: 'L 123' }, b: { licence: 'l123' } },
  { comparison: 'identifier', level: 'different', a: { licence: 'L 123' }, b: { licence: 'L 124' } },
  {
    comparison: 'identifier',
    level: 'same',
    a: {},
    b: { identifiers: [{ scheme: 'osm', value: 'code-osm' }] },
    suppliers: ['osm', 'web'],
  },
  ...rows('category', (category: string) => ({ category }), [
    ['same', 'hotel', 'hotel'],
    ['same_group', 'hotel', 'hostel'],
    ['related', 'hotel', 'apartment'],
    ['conflicting', 'hotel', 'tour'],
    ['unknown', 'hotel', 'igloo'],
  ]),
  { comparison: 'supplier', level: 'same', a: {}, b: {}, suppliers: ['osm', 'osm'] },
  { comparison: 'supplier', level: 'unknown', a: {}, b: {}, suppliers: ['osm', 'web'] },
  ...rows('brand', (brand: string) => ({ brand }), [
    ['same', 'Ibis', 'IBIS'],
    ['sub_brand', 'Ibis', 'Ibis Budget'],
    ['different', 'Ibis', 'Novotel'],
    ['unknown', 'Ibis', undefined],
  ]),
  ...rows('stars', (stars: number) => ({ stars }), [
    ['same', 4, 4],
    ['near', 4, 3],
    ['different', 5, 2],
    ['unknown', 4, undefined],
  ]),
  ...rows('rooms', (rooms: number) => ({ rooms }), [
    ['same', 42, 42],
    ['near', 42, 44],
    ['apart', 42, 60],
    ['different', 42, 300],
    ['unknown', 42, undefined],
  ]),
  ...rows('duration', (durationMinutes: number) => ({ activity: { durationMinutes } }), [
    ['same', 120, 120],
    ['near', 120, 150],
    ['different', 120, 480],
    ['unknown', 120, undefined],
  ]),
  ...rows('operator', (operator: string) => ({ operator }), [
    ['same', 'City Walks', 'CITY WALKS'],
    ['different', 'City Walks', 'Sea Tours'],
    ['unknown', 'City Walks', undefined],
  ]),
  ...rows(
    'route',
    ([from, to]: [string?, string?]) => ({
      transfer: {
        ...(from === undefined ? {} : { from: { code: from } }),
        ...(to === undefined ? {} : { to: { code: to } }),
      },
    }),
    [
      ['same', ['CDG', 'PAR'], ['cdg', 'par']],
      ['one_end', ['CDG', 'PAR'], ['CDG', undefined]],
      ['reversed', ['CDG', 'PAR'], ['PAR', 'CDG']],
      ['different', ['CDG', 'PAR'], ['ORY', 'PAR']],
      ['unknown', ['CDG', 'PAR'], undefined],
    ],
  ),
  ...rows('ride', (transfer: object) => ({ transfer }), [
    ['same', { vehicle: 'Sedan' }, { vehicle: 'sedan' }],
    ['other_vehicle', { vehicle: 'Sedan' }, { vehicle: 'Minibus' }],
    ['other_sharing', { shared: true }, { shared: false }],
    ['unknown', { shared: true }, { vehicle: 'Sedan' }],
  ]),
]

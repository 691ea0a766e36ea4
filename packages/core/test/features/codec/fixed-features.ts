import type { NameWord, RecordFeatures, TransferEndFeatures } from '../../../src/features/record-features.ts'

/** Features with their stored bytes. */
export interface FixedFeatures {
  readonly title: string
  readonly features: RecordFeatures
  /** The stored bytes in hex. The first version of the layout wrote them, and stored registries contain such bytes. */
  readonly hex: string
}

const BARE: RecordFeatures = {
  profile: 'generic',
  group: 'other',
  category: 0,
  names: [],
  precisionMeters: 1,
  identifiers: [],
}
const HOTEL = { ...BARE, profile: 'lodging', group: 'stay', category: 1 } as const

function word(text: string, hash: number, kind: NameWord['kind'], flags: Partial<NameWord> = {}): NameWord {
  return { text, hash, kind, ofBrand: false, ofCity: false, strict: false, ...flags }
}

const AIRPORT_END: TransferEndFeatures = { code: 0xfedcba98, words: [3, 7], coordinates: [49.0097, 2.5479] }
const NAMES: RecordFeatures['names'] = [
  {
    whole: 0xdeadbeef,
    words: [
      word('the', 1, 'article'),
      word('hotel', 2, 'generic', { ofBrand: true }),
      word('12', 3, 'number', { strict: true }),
      word('paris', 4, 'place', { ofCity: true }),
      word('bellevue', 5, 'common'),
      word('quxwelby', 0xffffffff, 'rare', { ofBrand: true, ofCity: true, strict: true }),
    ],
  },
  { whole: 7, words: [word('外滩茂悦', 8, 'rare')] },
  { whole: 9, words: [] },
]

const EVERYTHING: RecordFeatures = {
  ...HOTEL,
  supplier: 0x89abcdef,
  coordinates: [48.8566101, -2.3522199],
  precisionMeters: 12,
  country: 'FR',
  city: 'saint denis',
  postcode: '75002',
  address: { houseNumber: 12, houseNumberLast: 16, street: [11, 22, 0xf0000000], script: 1 },
  phone: 142_603_070,
  web: { host: 0x01020304, page: 0x05060708, shared: false },
  stars: 4.5,
  rooms: 20_000,
  brand: 'ibis-budget',
  operator: 77,
  licence: 88,
  activity: { durationMinutes: 150, languages: [1, 2] },
  transfer: { from: AIRPORT_END, to: { code: 0, words: [9] }, vehicle: 5, sharing: 2, seats: 8 },
  towns: [
    [48.85341, 2.3488],
    [33.66094, -95.55551],
  ],
  names: NAMES,
  identifiers: [
    { scheme: 1, value: 2 },
    { scheme: 0x89abcdef, value: 0xffffffff },
  ],
}

const EXAMPLES: readonly (readonly [title: string, features: RecordFeatures])[] = [
  ['only a category', BARE],
  ['every part', EVERYTHING],
  ['a supplier', { ...HOTEL, supplier: 4_294_967_295 }],
  ['the south-west corner', { ...HOTEL, coordinates: [-90, -180], precisionMeters: 65_535 }],
  ['the north-east corner', { ...HOTEL, coordinates: [90, 180], precisionMeters: 1 }],
  ['a country', { ...HOTEL, country: 'JP' }],
  ['a city of two scripts', { ...HOTEL, city: 'パリ é 𠮷' }],
  ['an empty city and a postcode', { ...HOTEL, city: '', postcode: 'eh24ls' }],
  [
    'an address without a street',
    { ...HOTEL, address: { houseNumber: 65_535, houseNumberLast: 65_535, street: [], script: 0 } },
  ],
  ['a phone and a licence', { ...HOTEL, phone: 0, licence: 1 }],
  ['a shared host', { ...HOTEL, web: { host: 1, page: 0xffffffff, shared: true } }],
  ['stars and rooms', { ...HOTEL, stars: 0.5, rooms: 1 }],
  ['a brand', { ...HOTEL, brand: 'novotel' }],
  ['an operator', { ...BARE, profile: 'activity', group: 'activity', category: 13, operator: 3 }],
  [
    'an activity',
    {
      ...BARE,
      profile: 'activity',
      group: 'activity',
      category: 13,
      activity: { durationMinutes: 525_600, languages: [] },
    },
  ],
  [
    'a transfer without ends',
    { ...BARE, profile: 'transfer', group: 'transfer', category: 19, transfer: { vehicle: 0, sharing: 0, seats: 0 } },
  ],
  [
    'a transfer with a start',
    {
      ...BARE,
      profile: 'transfer',
      group: 'transfer',
      category: 19,
      transfer: { from: { code: 5, words: [] }, vehicle: 1, sharing: 1, seats: 1_000 },
    },
  ],
  [
    'a transfer with an end',
    {
      ...BARE,
      profile: 'transfer',
      group: 'transfer',
      category: 19,
      transfer: { to: AIRPORT_END, vehicle: 1, sharing: 2, seats: 3 },
    },
  ],
  ['towns of an airport', { ...BARE, profile: 'point', group: 'point', category: 20, towns: [[0, 0]] }],
  ['no town', { ...HOTEL, towns: [] }],
  ['names', { ...HOTEL, names: NAMES }],
  ['identifiers', { ...HOTEL, identifiers: EVERYTHING.identifiers }],
  ['the highest category', { ...BARE, category: 255 }],
]

const BYTES: Readonly<Record<string, string>> = {
  'only a category': '01000000000000',
  'every part':
    '010101ffffefcdab8955ed1e1d691499fe0c000246520b7361696e742064656e69730537353030320c001000030b00000016000000000000f0013ef37f080403020108070605002d204e0b696269732d6275646765744d00000058000000960000000201000000020000000298badcfe0203000000070000006849361d58c7840101000000000109000000050000000208000254701e1d0066660178401014e4620bc703efbeadde06010000000003746865020000000905686f74656c0300000022023132040000001305706172697305000000040862656c6c65767565ffffffff3d0871757877656c6279070000000108000000050ce5a496e6bba9e88c82e682a60900000000020100000002000000efcdab89ffffffff',
  'a supplier': '0101010100ffffffff0000',
  'the south-west corner': '010101020000175bca002eb694ffff0000',
  'the north-east corner': '010101020000e9a43500d2496b01000000',
  'a country': '0101010400024a500000',
  'a city of two scripts': '01010108000ee38391e383aa20c3a920f0a0aeb70000',
  'an empty city and a postcode': '01010118000006656832346c730000',
  'an address without a street': '0101012000ffffffff00000000',
  'a phone and a licence': '010101401000000000010000000000',
  'a shared host': '010101800001000000ffffffff010000',
  'stars and rooms': '01010100030501000000',
  'a brand': '0101010004076e6f766f74656c0000',
  'an operator': '010d030008030000000000',
  'an activity': '010d03002020050800000000',
  'a transfer without ends': '01130400400000000000000000000000',
  'a transfer with a start': '0113040040010500000000000100000001e8030000',
  'a transfer with an end': '0113040040000298badcfe0203000000070000006849361d58c78401010000000203000000',
  'towns of an airport': '01140500800100000000000000000000',
  'no town': '0101010080000000',
  names:
    '010101000003efbeadde06010000000003746865020000000905686f74656c0300000022023132040000001305706172697305000000040862656c6c65767565ffffffff3d0871757877656c6279070000000108000000050ce5a496e6bba9e88c82e682a6090000000000',
  identifiers: '010101000000020100000002000000efcdab89ffffffff',
  'the highest category': '01ff0000000000',
}

/** Fixed features: each part alone, and all parts together. */
export const FIXED_FEATURES: readonly FixedFeatures[] = EXAMPLES.map(([title, features]) => ({
  title,
  features,
  hex: BYTES[title] as string,
}))

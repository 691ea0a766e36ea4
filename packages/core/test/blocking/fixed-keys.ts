import type { RecordContent } from '../../src/model/supplier-record.ts'

/** A fixed record with its recorded keys. */
export interface FixedKeys {
  readonly title: string
  readonly content: RecordContent
  readonly own: { readonly supplier?: string; readonly code?: string }
  /** The keys under which the record is stored, with salt 7. */
  readonly stored: readonly number[]
  /** The checksum of the whole key lookup in its order: of the record, and of a query in all category groups. */
  readonly lookup: string
  readonly query: string
}

/** The salt of the recorded keys. The salt is fixed, so that a new index version alone does not change the keys. */
export const FIXED_SALT = 7

const PARIS = { city: 'Paris', country: 'FR', coordinates: [48.85661, 2.35222] } as const
const OWN = { supplier: 'alpha', code: 'A-1' }

const RECORDS: readonly (readonly [title: string, content: RecordContent, own: FixedKeys['own']])[] = [
  [
    'a hotel with all fields',
    {
      name: 'Hôtel Bellevue Quxwelby',
      altNames: [{ name: 'Zentrafol Garden' }, { name: 'Opera Lyon' }, { name: 'Third Bramtosk' }],
      category: 'hotel',
      phone: '+33 1 40 20 50 50',
      website: 'https://www.quxwelby.example/paris',
      licence: 'L-12',
      identifiers: [{ scheme: 'giata', value: '7' }],
      location: { ...PARIS, address: '12-16 rue de Rivoli', postalCode: '75004' },
    },
    OWN,
  ],
  ['an airport', { name: 'Quxwelby Intl', category: 'airport', location: PARIS }, OWN],
  ['a record without a category', { name: 'Grand Opera Beach', location: PARIS }, {}],
  [
    'a shared host and a street without a postcode',
    { website: 'facebook.com/a', location: { city: 'Paris', address: '12 rue Quxwel' } },
    OWN,
  ],
  [
    'a transfer with codes and names',
    {
      name: 'Shuttle',
      category: 'transfer',
      transfer: { from: { code: 'CDG', name: 'Roissy' }, to: { code: 'X1', name: 'Gare du Nord' } },
      location: PARIS,
    },
    OWN,
  ],
  [
    'a name without spaces',
    {
      name: '上海外滩茂悦大酒店',
      category: 'hotel',
      location: { city: '上海', country: 'CN', coordinates: [31.24, 121.49] },
    },
    OWN,
  ],
  ['only common words', { name: 'Hotel Opera Lyon Gare', location: { city: 'Paris', country: 'FR' } }, OWN],
  [
    'twenty identifiers without a category',
    {
      name: 'Quxwelby Zentrafol Bramtosk Vellour',
      altNames: [{ name: 'Ondrel Maripas' }, { name: 'Tessivar Quond' }],
      identifiers: Array.from({ length: 20 }, (_, at) => ({ scheme: 'giata', value: `${at}` })),
      phone: '0142603070',
      location: PARIS,
    },
    OWN,
  ],
  ['a point near the pole', { name: 'Quxwelby', category: 'hotel', location: { coordinates: [89.9999, 12] } }, OWN],
  ['nothing', {}, {}],
]

const KEYS: Readonly<Record<string, Pick<FixedKeys, 'stored' | 'lookup' | 'query'>>> = {
  'a hotel with all fields': {
    stored: [
      3266706343274230, 4537589684036196, 4734184926389863, 4985054758392604, 5379024860524048, 6528038894531408,
      7323617400490062, 7469446667085200, 7583273890235820, 7886169174634278, 7886169201010720, 7886169224707391,
      7886169239986844, 7886169296674732, 8351606427891186, 8721074747102856,
    ],
    lookup: '9afe8623d032b16d',
    query: '6bb4f18e300435d1',
  },
  'an airport': {
    stored: [5379024860524048, 6960443395141541, 7886166016933190, 7886166048800889, 8721074747102856],
    lookup: '48048760cb85be44',
    query: '48048760cb85be44',
  },
  'a record without a category': {
    stored: [
      1071147871428803, 1076163900763040, 3763499256218946, 7886169184652366, 7886169221582108, 7886169245526573,
      7886169264580022, 8952905313332688,
    ],
    lookup: 'e82b9e3703cc3d64',
    query: '33666e664b8965df',
  },
  'a shared host and a street without a postcode': {
    stored: [672059435025110, 5379024860524048],
    lookup: '599a22572938bc0a',
    query: '599a22572938bc0a',
  },
  'a transfer with codes and names': {
    stored: [
      1893072955070211, 3073202510779014, 3621207825748630, 4607469701303402, 4691901874709884, 5379024860524048,
      7485702502852752, 7886169268933757, 7886169289801000,
    ],
    lookup: '9068fe26aed8c0f3',
    query: 'bec18332f6b48bc9',
  },
  'a name without spaces': {
    stored: [
      2761605560318408, 3672419509505543, 3995682493200834, 4486525621715754, 5379024860524048, 7281291147215169,
      7659780264691288, 7659780265485359, 7659780332190690, 7659780335584278,
    ],
    lookup: 'a831c4c98215730d',
    query: '2ee85315ab04e6be',
  },
  'only common words': {
    stored: [991353810438701, 1824058507141818, 3553317173102904, 5379024860524048, 6045937828353258],
    lookup: '80bf007142b7d9d9',
    query: '80bf007142b7d9d9',
  },
  'twenty identifiers without a category': {
    stored: [
      523205285429430, 552658611873824, 1238088605597782, 1447623295497578, 1847692173422334, 1974274227818290,
      1998283180499570, 2699707310258824, 2890600651729940, 4537589684036196, 4985054758392604, 5379024860524048,
      5569655254181936, 5603241255369736, 5808998291019503, 6200722112682532, 6504715891847308, 6536258624996132,
      6759755949700694, 7037861282501506, 7632496714984468, 7636327326115460, 7663386007378240, 7862892347013202,
      7886169174634278, 7886169201010720, 7886169218009160, 7886169245526573, 7886169249201084, 7886169288372314,
      8457222993747270, 8630769982779414, 8721074747102856,
    ],
    lookup: '765c9d32410e493c',
    query: 'c7030c297f9ba68d',
  },
  'a point near the pole': {
    stored: [5379024860524048, 6004799448965515, 6004799449348858],
    lookup: 'd76886e52a420556',
    query: '452b5ff974a34323',
  },
  nothing: { stored: [], lookup: 'c3da2b1313ce30fe', query: 'c3da2b1313ce30fe' },
}

/** Fixed records for each blocking rule. */
export const FIXED_KEYS: readonly FixedKeys[] = RECORDS.map(([title, content, own]) => ({
  title,
  content,
  own,
  ...(KEYS[title] as (typeof KEYS)[string]),
}))

/**
 * A broken record, with the result that the record parser must have. The test imports every row. `kept` is the content
 * that the registry must have, `reports` lists the expected repairs as `field: code`. None of these hotels exists.
 */
export interface BrokenRecord {
  readonly what: string
  readonly record: unknown
  /** The code of the rejection; absent for a record that is imported. */
  readonly rejected?: string
  readonly reports?: readonly string[]
  /** Some fields of the record as they must be stored. */
  readonly kept?: Readonly<Record<string, unknown>>
}

let numbered = 0

/** Returns a good record in which the passed fields are replaced. */
function broken(fields: Record<string, unknown> = {}): Record<string, unknown> {
  numbered++
  return {
    supplier: 'bad',
    code: `B${numbered}`,
    name: `Brokenby ${String.fromCodePoint(0x61 + (numbered % 26))}x`,
    ...fields,
  }
}

function row(
  what: string,
  fields: Record<string, unknown>,
  reports: readonly string[],
  kept?: Readonly<Record<string, unknown>>,
): BrokenRecord {
  return { what, record: broken(fields), reports, ...(kept === undefined ? {} : { kept }) }
}

function rejected(what: string, record: unknown, code: string, reports: readonly string[] = []): BrokenRecord {
  return { what, record, rejected: code, reports }
}

const circle: Record<string, unknown> = { a: 1 }
circle.self = circle

const deep: Record<string, unknown> = {}
let innermost = deep
for (let level = 0; level < 20_000; level++) {
  const next: Record<string, unknown> = {}
  innermost.in = next
  innermost = next
}

const PARIS = { city: 'Paris', country: 'FR' } as const

const NOT_RECORDS: readonly BrokenRecord[] = [
  rejected('null', null, 'not_an_object'),
  rejected('undefined', undefined, 'not_an_object'),
  rejected('text', 'Hotel Ritz', 'not_an_object'),
  rejected('a number', 42, 'not_an_object'),
  rejected('a list', [broken()], 'not_an_object'),
  rejected('a function', () => broken(), 'not_an_object'),
  rejected('an empty object', {}, 'missing_supplier'),
  rejected('a date', new Date(0), 'missing_supplier'),
  rejected(
    'a getter that throws',
    Object.defineProperty(broken(), 'name', { get: () => fail(), enumerable: true }),
    'unreadable',
  ),
  rejected(
    'a getter that throws within the place',
    broken({ location: Object.defineProperty({}, 'city', { get: () => fail() }) }),
    'unreadable',
  ),
  rejected(
    'a proxy that throws',
    new Proxy({}, { get: (_target, key) => (key === 'then' ? undefined : fail()) }),
    'unreadable',
  ),
]

/** Returns a value that `await` treats as a promise. */
function waiting(then: () => void): object {
  return Object.defineProperty(broken(), 'then', { value: then })
}

function fail(): never {
  throw new Error('not plain data')
}

const READERS: readonly BrokenRecord[] = [
  { what: 'a then that never answers', record: waiting(() => undefined) },
  { what: 'a then that throws', record: waiting(fail) },
  rejected(
    'a ref that throws, of no record',
    Object.defineProperty({}, 'ref', { get: fail, enumerable: true }),
    'missing_supplier',
  ),
  rejected(
    'a getter that throws an error without a message',
    Object.defineProperty(broken(), 'name', {
      get: () => {
        throw Object.defineProperty(new Error('x'), 'message', { get: fail })
      },
    }),
    'unreadable',
  ),
]

const IDENTITY: readonly BrokenRecord[] = [
  rejected('no supplier', broken({ supplier: undefined }), 'missing_supplier'),
  rejected('an empty supplier', broken({ supplier: '  ' }), 'missing_supplier'),
  rejected('a supplier that is an object', broken({ supplier: { id: 'bad' } }), 'invalid_supplier'),
  rejected('a supplier of no letters', broken({ supplier: '★★★' }), 'invalid_supplier'),
  row('a supplier with spaces and capitals', { supplier: 'Bad Supplier & Söhne' }, ['supplier: supplier_normalised'], {
    supplier: 'bad-supplier-sohne',
  }),
  rejected('no code', broken({ code: undefined }), 'missing_code'),
  rejected('an empty code', broken({ code: ' ' }), 'missing_code'),
  rejected('a placeholder for a code', broken({ code: 'n/a' }), 'missing_code'),
  rejected('what a program writes for no number as a code', broken({ code: 'nan' }), 'missing_code'),
  row('the code of an airport that looks like it', { code: 'NAN' }, [], { code: 'NAN' }),
  rejected('a dash for a code', broken({ code: '-' }), 'missing_code'),
  rejected('a code that is an object', broken({ code: { id: 1 } }), 'invalid_code'),
  rejected('a code of 257 characters', broken({ code: 'c'.repeat(257) }), 'invalid_code'),
  rejected('a number too large to be exact as a code', broken({ code: 1e20 }), 'invalid_code'),
  rejected('NaN as a code', broken({ code: Number.NaN }), 'invalid_code'),
  row('a number as a code', { code: 987_654 }, [], { code: '987654' }),
  row('0 as a code', { code: 0 }, [], { code: '0' }),
  row('a BigInt as a code', { code: 12345678901234567890n }, [], { code: '12345678901234567890' }),
  row('a code of 256 characters', { code: 'd'.repeat(256) }, [], { code: 'd'.repeat(256) }),
  row('white space around a code', { code: '\tX 1\n' }, [], { code: 'X 1' }),
]

const NAMES: readonly BrokenRecord[] = [
  rejected('no name', broken({ name: undefined }), 'missing_name'),
  rejected('a name that is null', broken({ name: null }), 'missing_name'),
  rejected('a dash for a name', broken({ name: '-' }), 'missing_name', ['name: placeholder_removed']),
  rejected('n/a for a name', broken({ name: 'N/A' }), 'missing_name', ['name: placeholder_removed']),
  rejected('only an emoji for a name', broken({ name: '🏨✨' }), 'missing_name', ['name: placeholder_removed']),
  rejected('only stars for a name', broken({ name: '****' }), 'missing_name', ['name: placeholder_removed']),
  rejected('only zero-width characters for a name', broken({ name: '\u200b\u2060' }), 'missing_name', [
    'name: whitespace_cleaned',
  ]),
  rejected('a list for a name', broken({ name: ['Ritz'] }), 'missing_name', ['name: value_removed']),
  rejected('NaN for a name', broken({ name: Number.NaN }), 'missing_name', ['name: value_removed']),
  rejected('a date for a name', broken({ name: new Date(0) }), 'missing_name', ['name: value_removed']),
  rejected('a test', broken({ name: 'TEST HOTEL' }), 'placeholder_name'),
  rejected('a note to delete it', broken({ name: 'To be deleted' }), 'placeholder_name'),
  rejected('one letter', broken({ name: 'X' }), 'placeholder_name'),
  row('ALL CAPS', { name: 'HÔTEL BROKENBY' }, ['category: category_inferred'], { name: 'HÔTEL BROKENBY' }),
  row('entities', { name: 'H&ocirc;tel Brokenby &amp; Spa' }, ['name: entity_decoded', 'category: category_inferred'], {
    name: 'Hôtel Brokenby & Spa',
  }),
  row(
    'entities escaped twice',
    { name: 'H&amp;ocirc;tel Brokenby' },
    ['name: entity_decoded', 'category: category_inferred'],
    {
      name: 'Hôtel Brokenby',
    },
  ),
  row('tags', { name: '<b>Brokenby</b> Inn' }, ['name: markup_removed'], { name: 'Brokenby Inn' }),
  row('the wrong encoding', { name: 'HÃ´tel Brokenby' }, ['name: encoding_repaired', 'category: category_inferred'], {
    name: 'Hôtel Brokenby',
  }),
  row(
    'the wrong encoding, twice',
    { name: 'HÃƒÂ´tel Brokenby' },
    ['name: encoding_repaired', 'category: category_inferred'],
    {
      name: 'Hôtel Brokenby',
    },
  ),
  row('stars in the name', { name: 'Hotel Brokenby ****' }, ['name: stars_from_name', 'category: category_inferred'], {
    name: 'Hotel Brokenby',
    stars: 4,
  }),
  row(
    'stars as a digit in the name',
    { name: 'Hotel Brokenby 4*' },
    ['name: stars_from_name', 'category: category_inferred'],
    {
      name: 'Hotel Brokenby',
      stars: 4,
    },
  ),
  rejected('a text of 100,001 characters', broken({ location: { address: 'x'.repeat(100_001) } }), 'text_too_long'),
  rejected('a text of 100,001 characters for a list', broken({ altNames: 'x;'.repeat(50_001) }), 'text_too_long'),
  row('ten thousand characters', { name: `Brokenby ${'x'.repeat(10_000)}` }, ['name: text_truncated']),
  row('NUL', { name: 'Brokenby\u0000 Inn' }, ['name: whitespace_cleaned'], { name: 'Brokenby Inn' }),
  row('half a surrogate pair', { name: 'Brokenby \ud83d Inn' }, ['name: whitespace_cleaned'], {
    name: 'Brokenby \ufffd Inn',
  }),
  row(
    'marks of direction',
    { name: '\u202bفندق بروكن\u202c\u200f' },
    ['name: whitespace_cleaned', 'category: category_inferred'],
    {
      name: 'فندق بروكن',
    },
  ),
  row('zero-width and soft characters', { name: 'Bro\u00adken\u200bby\ufeff' }, ['name: whitespace_cleaned'], {
    name: 'Brokenby',
  }),
  row('a number for a name', { name: 1865 }, [], { name: '1865' }),
  row('words of an object', { name: 'Constructor valueOf __proto__' }, [], { name: 'Constructor valueOf __proto__' }),
]

const PLACES: readonly BrokenRecord[] = [
  row('a place that is text', { location: 'Paris' }, ['location: value_removed']),
  row('a place that is a list', { location: [48.8, 2.3] }, ['location: value_removed']),
  row(
    'a postcode without its zero',
    { location: { country: 'FR', city: 'Bourg-en-Bresse', postalCode: 1000 } },
    ['location.postalCode: postcode_zero_restored'],
    {
      location: { postalCode: '01000' },
    },
  ),
  row(
    'swapped coordinates, proved by the city',
    { location: { ...PARIS, coordinates: [2.36121, 48.86141] } },
    ['location.coordinates: coordinates_swapped'],
    {
      location: { coordinates: [48.86141, 2.36121] },
    },
  ),
  row(
    'swapped coordinates, proved by their range',
    { location: { coordinates: [139.70261, 35.65921] } },
    ['location.coordinates: coordinates_swapped', 'location.country: country_derived'],
    {
      location: { coordinates: [35.65921, 139.70261], country: 'JP' },
    },
  ),
  row('swapped coordinates that nothing proves', { location: { coordinates: [2.36121, 48.86141] } }, [], {
    location: { coordinates: [2.36121, 48.86141] },
  }),
  row(
    'a lost sign',
    { location: { city: 'Sydney', country: 'AU', coordinates: [33.86121, 151.21141] } },
    ['location.coordinates: coordinates_sign_flipped'],
    {
      location: { coordinates: [-33.86121, 151.21141] },
    },
  ),
  row(
    'coordinates 0, 0',
    { location: { ...PARIS, coordinates: [0, 0] } },
    ['location.coordinates: coordinates_removed'],
    { location: PARIS },
  ),
  row(
    'coordinates out of range',
    { location: { ...PARIS, coordinates: [91, 181] } },
    ['location.coordinates: coordinates_removed'],
    { location: PARIS },
  ),
  row(
    'coordinates that are NaN',
    { location: { ...PARIS, coordinates: [Number.NaN, 2.3] } },
    ['location.coordinates: coordinates_removed'],
    { location: PARIS },
  ),
  row(
    'infinite coordinates',
    { location: { ...PARIS, coordinates: [48.8, Number.POSITIVE_INFINITY] } },
    ['location.coordinates: coordinates_removed'],
    { location: PARIS },
  ),
  row(
    'one coordinate',
    { location: { ...PARIS, coordinates: [48.8] } },
    ['location.coordinates: coordinates_removed'],
    { location: PARIS },
  ),
  row('coordinates as text with decimal commas', { location: { ...PARIS, coordinates: '48,86181; 2,36181' } }, [], {
    location: { coordinates: [48.86181, 2.36181] },
  }),
  row(
    'coordinates as an object of text',
    { location: { ...PARIS, coordinates: { lat: '48.86281', lng: '2.36281' } } },
    [],
    {
      location: { coordinates: [48.86281, 2.36281] },
    },
  ),
  row('a country by its name', { location: { city: 'Berlin', country: 'Deutschland' } }, [], {
    location: { country: 'DE' },
  }),
  row(
    'a country by a code that is none',
    { location: { city: 'London', country: 'UK' } },
    ['location.country: country_resolved'],
    { location: { country: 'GB' } },
  ),
  row(
    'a country nobody knows',
    { location: { city: 'Qwzyxville', country: 'Atlantis' } },
    ['location.country: country_removed'],
    { location: { city: 'Qwzyxville' } },
  ),
  row(
    'a country that is a number',
    { location: { city: 'Qwzyxville', country: 250 } },
    ['location.country: country_removed'],
    { location: { city: 'Qwzyxville' } },
  ),
  row('Namibia', { location: { city: 'Qwzyxville', country: 'NA' } }, [], { location: { country: 'NA' } }),
  row(
    'no country, but coordinates',
    { location: { coordinates: [48.86381, 2.36381] } },
    ['location.country: country_derived'],
    { location: { country: 'FR' } },
  ),
  row(
    'placeholders for address and city',
    { location: { address: '-', city: 'n/a', country: 'FR' } },
    ['location.address: placeholder_removed', 'location.city: placeholder_removed'],
    {
      location: { country: 'FR' },
    },
  ),
  row('an address on three lines', { location: { ...PARIS, address: '12 rue Brokenby\r\n75002 Paris\n' } }, [], {
    location: { address: '12 rue Brokenby, 75002 Paris' },
  }),
  row(
    'a field of the place that nobody knows',
    { location: { ...PARIS, zone: 'Z1' } },
    ['location.zone: unknown_field'],
    { extra: { 'location.zone': 'Z1' } },
  ),
]

const DETAILS: readonly BrokenRecord[] = [
  row('numbers as text', { stars: '4 étoiles', rooms: '120 rooms' }, ['stars: number_parsed', 'rooms: number_parsed'], {
    stars: 4,
    rooms: 120,
  }),
  row('negative stars', { stars: -3 }, ['stars: value_removed']),
  row('99 stars', { stars: 99 }, ['stars: value_removed']),
  row("guests' rating for stars", { stars: 4.3 }, ['stars: value_removed']),
  row('infinitely many rooms', { rooms: Number.POSITIVE_INFINITY }, ['rooms: value_removed']),
  row('rooms that may be 1,200 or 1.2', { rooms: '1.200' }, ['rooms: value_removed']),
  row(
    'the wrong type everywhere',
    {
      altNames: 5,
      category: { a: 1 },
      phone: true,
      email: [],
      website: {},
      brand: [1],
      operator: true,
      stars: {},
      rooms: [],
      licence: {},
      identifiers: 'x',
      activity: 'tour',
      transfer: 7,
      location: 5,
    },
    [
      'activity: value_removed',
      'altNames.0: value_removed',
      'brand: value_removed',
      'category: value_removed',
      'email: value_removed',
      'identifiers.0: value_removed',
      'licence: value_removed',
      'location: value_removed',
      'operator: value_removed',
      'phone: value_removed',
      'rooms: value_removed',
      'stars: value_removed',
      'transfer: value_removed',
      'website: value_removed',
    ],
  ),
  row(
    'null everywhere',
    {
      altNames: null,
      category: null,
      location: null,
      phone: null,
      stars: null,
      identifiers: null,
      activity: null,
      transfer: null,
      extra: null,
    },
    [],
  ),
  row('contacts that are none', { phone: '12', email: 'info at brokenby', website: 'none' }, [
    'email: value_removed',
    'phone: value_removed',
    'website: placeholder_removed',
  ]),
  row('a category nobody knows', { category: 'Igloo Village' }, ['category: category_unknown'], {
    category: 'igloo_village',
  }),
  row('a category that is a word of an object', { category: 'constructor' }, ['category: category_unknown'], {
    category: 'constructor',
  }),
  row('categories as a list with a hole', { category: ['Restaurant', null, 'Hôtel'] }, ['category: value_removed'], {
    category: 'hotel',
  }),
  row('a hundred other names', { altNames: Array.from({ length: 100 }, (_, at) => `Brokenby ${at}`) }, [
    'altNames: list_truncated',
  ]),
  row(
    'other names that are none',
    { altNames: ['test', '-', null, { language: 'en' }, 'Brokenby Two'] },
    ['altNames.0.name: placeholder_removed', 'altNames.1.name: placeholder_removed', 'altNames.3: value_removed'],
    {
      altNames: [{ name: 'Brokenby Two' }],
    },
  ),
  row(
    'half an identifier',
    { identifiers: [{ scheme: 'iata' }, { scheme: 'IATA', value: 'QQX' }] },
    ['identifiers.0: value_removed'],
    { identifiers: [{ scheme: 'iata', value: 'QQX' }] },
  ),
  row(
    'a hundred identifiers',
    { identifiers: Array.from({ length: 100 }, (_, at) => ({ scheme: 'giata', value: `brokenby-${at}` })) },
    ['identifiers: list_truncated'],
  ),
  row(
    'a ride to nowhere',
    { category: 'transfer', transfer: { from: 'CDG', to: 5, seats: '2000', shared: 'maybe' } },
    ['transfer.seats: value_removed', 'transfer.shared: value_removed', 'transfer.to: value_removed'],
    {
      transfer: { from: { name: 'CDG' } },
    },
  ),
  row(
    'a tour of minus an hour',
    { category: 'tour', activity: { durationMinutes: -60, languages: 'en, fr' } },
    ['activity.durationMinutes: value_removed'],
    { activity: { languages: ['en', 'fr'] } },
  ),
]

const EXTRAS: readonly BrokenRecord[] = [
  row('fields nobody knows', { wifi: true, pool: { size: 25 } }, ['pool: unknown_field', 'wifi: unknown_field'], {
    extra: { wifi: true, pool: { size: 25 } },
  }),
  row('a circle', { extra: { circle, good: 1 } }, ['extra.circle: value_removed'], { extra: { good: 1 } }),
  row('a circle in a field nobody knows', { circle, good: 1 }, ['circle: value_removed', 'good: unknown_field'], {
    extra: { good: 1 },
  }),
  row('a BigInt', { extra: { big: 1n, good: 1 } }, ['extra.big: value_removed'], { extra: { good: 1 } }),
  row('a function', { extra: { call: () => 1, good: 1 } }, ['extra.call: value_removed'], { extra: { good: 1 } }),
  row('a date', { extra: { at: new Date(0) } }, [], { extra: { at: '1970-01-01T00:00:00.000Z' } }),
  row('a thousand levels and more', { extra: { deep, good: 1 } }, ['extra.deep: value_removed'], {
    extra: { good: 1 },
  }),
  row(
    'a list of a hundred thousand',
    { extra: { list: new Array(100_000).fill(1), good: 1 } },
    ['extra.list: value_removed'],
    { extra: { good: 1 } },
  ),
  row(
    'more fields than anyone can look through',
    { extra: Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`f${at}`, 1n])) },
    [...Array.from({ length: 99 }, (_, at) => `extra.f${at}: value_removed`), ': further_repairs'],
  ),
  row('text instead of an object', { extra: 'text' }, ['extra: value_removed']),
  {
    what: 'keys of the prototype',
    record: broken(
      JSON.parse(
        '{"__proto__": {"name": "Evil"}, "constructor": {"prototype": {"evil": 1}}, "extra": {"__proto__": 1}}',
      ),
    ),
    reports: ['__proto__: value_removed', 'constructor: unknown_field'],
    kept: { name: nameOfLast() },
  },
]

/** Returns the name that {@link broken} gave its last record. */
function nameOfLast(): string {
  return `Brokenby ${String.fromCodePoint(0x61 + (numbered % 26))}x`
}

/** The same code three times in one batch. The last record counts. */
export const REPEATED_CODE: readonly Record<string, unknown>[] = ['First', 'Second', 'Third'].map((word) => ({
  supplier: 'bad',
  code: 'REPEATED',
  name: `Brokenby ${word}`,
}))

export const BROKEN_RECORDS: readonly BrokenRecord[] = [
  ...NOT_RECORDS,
  ...READERS,
  ...IDENTITY,
  ...NAMES,
  ...PLACES,
  ...DETAILS,
  ...EXTRAS,
]

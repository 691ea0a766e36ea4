import fc from 'fast-check'
import { CATEGORIES } from '../../src/model/category.ts'
import type { Coordinates } from '../../src/model/place.ts'
import type { RecordContent, TransferEnd } from '../../src/model/supplier-record.ts'

/** There are few words, so that comparisons often find common ones. */
const WORDS =
  'hotel the du grand quxwelby zentra b&b ibis budget paris north south annex spa 12 14 four apartment ホテル アパ 東横 гостиница tour airport saint st'.split(
    ' ',
  )

const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '\ud83d',
    'x\udc00y',
    `${'𠮷'.repeat(40)}`,
    `a${'𠮷'.repeat(40)}`,
    'constructor',
    '__proto__',
    '\u0000',
    '\u202ehotel',
    'ﷺ'.repeat(20),
    `${'long '.repeat(2_000)}`,
    'x'.repeat(10_000),
    '🏨',
  ),
)
const name = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
  },
  { weight: 1, arbitrary: hostileText },
)
const text = fc.oneof({ weight: 2, arbitrary: name }, { weight: 1, arbitrary: hostileText })

/** Points of one small town, where pairs are near each other, and points of the whole earth. */
const coordinates: fc.Arbitrary<Coordinates> = fc.oneof(
  fc.tuple(fc.double({ min: 48.85, max: 48.86, noNaN: true }), fc.double({ min: 2.35, max: 2.36, noNaN: true })),
  fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
  fc.constantFrom<Coordinates>([48.85, 2.35], [90, 180], [-90, -180], [-0, -0], [-1e-9, 1e-9]),
)
const transferEnd: fc.Arbitrary<TransferEnd> = fc.record(
  { code: fc.constantFrom('CDG', 'ORY', 'cdg '), name: text, coordinates },
  { requiredKeys: [] },
)
const identifier = fc.record({
  scheme: fc.constantFrom('iata', 'Siret', 'giata'),
  value: fc.oneof(fc.constantFrom('1', '2', 'AB-1'), text),
})

/** Arbitrary valid values of all fields, in difficult notations. */
export const arbitraryContent: fc.Arbitrary<RecordContent> = fc.record(
  {
    name,
    altNames: fc.array(fc.record({ name }), { maxLength: 8 }),
    category: fc.constantFrom(...CATEGORIES.map(({ slug }) => slug), 'igloo', 'constructor'),
    location: fc.record(
      {
        address: fc.oneof(
          fc.constantFrom('12 rue de la Paix', '14, rue de la Paix', 'Hauptstr. 12-16', 'Paix 12'),
          text,
        ),
        city: fc.oneof(fc.constantFrom('Paris', 'Paris 8e', 'Baden Baden Stadt', 'Baden Ort', 'パリ'), text),
        country: fc.constantFrom('FR', 'DE', 'JP'),
        postalCode: fc.oneof(fc.constantFrom('75002', '75003', 'EH2', 'EH2 4LS'), text),
        coordinates,
        precisionMeters: fc.integer({ min: 1, max: 40_000_000 }),
      },
      { requiredKeys: [] },
    ),
    phone: fc.constantFrom('+33 1 42 60 30 70', '01 42 60 30 70', '0142603071', '123', 'none', '+49 30 1234567890'),
    website: fc.oneof(
      fc.constantFrom(
        'http://www.ritz.example/',
        'ritz.example/paris',
        'https://facebook.com/ritz',
        'facebook.com',
        'x',
      ),
      text,
    ),
    brand: fc.constantFrom('Ibis', 'ibis budget', 'Novotel', 'Nobody Knows'),
    operator: fc.oneof(fc.constantFrom('City Walks', 'CITY WALKS', 'Sea Tours'), text),
    stars: fc.integer({ min: 1, max: 14 }).map((halves) => halves / 2),
    rooms: fc.integer({ min: 1, max: 20_000 }),
    licence: fc.constantFrom('L-123', 'l123', 'L 9'),
    identifiers: fc.array(identifier, { maxLength: 20 }),
    activity: fc.record(
      {
        durationMinutes: fc.integer({ min: 1, max: 525_600 }),
        languages: fc.array(fc.constantFrom('en', 'fr-FR', 'de', 'ja'), { maxLength: 12 }),
      },
      { requiredKeys: [] },
    ),
    transfer: fc.record(
      {
        from: transferEnd,
        to: transferEnd,
        vehicle: fc.constantFrom('Sedan', 'sedan', 'Minibus'),
        shared: fc.boolean(),
        seats: fc.integer({ min: 1, max: 1_000 }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)

/** Supplier and code. There are few suppliers, so that two records often have the same one. */
/** The suppliers of {@link arbitraryOwn}. */
export const ARBITRARY_SUPPLIERS = ['alpha', 'beta', 'gamma'] as const

export const arbitraryOwn: fc.Arbitrary<{ supplier?: string; code?: string }> = fc.record(
  { supplier: fc.constantFrom(...ARBITRARY_SUPPLIERS), code: fc.constantFrom('1', '2', 'A-1', 'iata') },
  { requiredKeys: [] },
)

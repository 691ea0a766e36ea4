import { createFeedStats, readFeed } from '@utpid/feed'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planColumns } from '../../src/columns/plan-columns.ts'
import { collect } from '../support/feed-text.ts'

type Row = Record<string, string>

const CITIES = ['Lyon', 'Nantes', 'Nice', 'Lille']

/** Rows of hotels in France by a function of the row's number. */
function rows(count: number, rowOf: (at: number) => Row): Row[] {
  return Array.from({ length: count }, (_, at) => rowOf(at))
}

const latitude = (at: number): number => 43 + ((at * 37) % 700) / 100 + 0.00123
const longitude = (at: number): number => -1 + ((at * 53) % 700) / 100 + 0.00321

async function read(all: readonly Row[]) {
  const stats = createFeedStats()
  const text = all.map((row) => JSON.stringify(row)).join('\n')
  const { records } = await collect(
    readFeed(
      (async function* () {
        yield Buffer.from(text)
      })(),
      { stats, format: 'jsonl' },
    ),
  )
  return { records, report: stats.columns }
}

test.each<[string, (at: number) => Row]>([
  ['width and length', (at) => ({ Breite: String(latitude(at)), Länge: String(longitude(at)) })],
  [
    'decimal commas',
    (at) => ({ breite: String(latitude(at)).replace('.', ','), laenge: String(longitude(at)).replace('.', ',') }),
  ],
  ['axes', (at) => ({ X: String(longitude(at)), Y: String(latitude(at)) })],
  ['unknown names', (at) => ({ c7: String(latitude(at)), c8: String(longitude(at)) })],
  ['unknown names in the other order', (at) => ({ c8: String(latitude(at)), c7: String(longitude(at)) })],
  ['integers', (at) => ({ lat: String(Math.round(latitude(at) * 1e6)), lon: String(Math.round(longitude(at) * 1e6)) })],
  ['one column', (at) => ({ spot: `${latitude(at)}, ${longitude(at)}` })],
  ['one column with the longitude first', (at) => ({ spot: `${longitude(at)} ${latitude(at)}` })],
  ['a point', (at) => ({ coordinates: `POINT(${longitude(at)} ${latitude(at)})` })],
])('finds coordinates: %s', async (_what, place) => {
  const { records } = await read(rows(30, (at) => ({ id: `A${at}`, name: `Hotel ${at}`, country: 'FR', ...place(at) })))
  for (const [at, { location }] of records.entries()) {
    const [found = 0, other = 0] = (location as { coordinates: unknown[] }).coordinates.map((each) =>
      Number(String(each).replace(',', '.')),
    )
    expect(found).toBeCloseTo(latitude(at), 4)
    expect(other).toBeCloseTo(longitude(at), 4)
  }
})

test('degrees, minutes and seconds with a clear name become decimal degrees', async () => {
  const { records } = await read(
    rows(5, (at) => ({ id: `A${at}`, name: 'A', lat: `48°5${at}'24"N`, lon: `2°2${at}'0"W` })),
  )
  const { coordinates } = (records[1] as { location: { coordinates: number[] } }).location
  expect(coordinates[0]).toBeCloseTo(48.8567, 3)
  expect(coordinates[1]).toBeCloseTo(-2.35, 3)
})

test('degrees with decimal minutes become decimal degrees', async () => {
  const { records } = await read(
    rows(5, (at) => ({ id: `A${at}`, name: 'A', lat: `48° 5${at}.4' N`, lon: `2° 2${at},125' W` })),
  )
  const { coordinates } = (records[1] as { location: { coordinates: number[] } }).location
  expect(coordinates[0]).toBeCloseTo(48 + 51.4 / 60, 6)
  expect(coordinates[1]).toBeCloseTo(-(2 + 21.125 / 60), 6)
})

test('metres of a map are no coordinates', async () => {
  const { records } = await read(
    rows(20, (at) => ({ id: `A${at}`, name: 'A', x: String(652_381.5 + at), y: String(6_862_305.2 + at) })),
  )
  expect(records[0]).toEqual({ code: 'A0', name: 'A', extra: { x: '652381.5', y: '6862305.2' } })
})

test('two columns in an unknown order stay without a field, and the report has the guess', async () => {
  const { records, report } = await read(
    rows(20, (at) => ({ id: `A${at}`, name: 'A', p: String(latitude(at)), q: String(longitude(at)) })),
  )
  expect(records[0]?.location).toBeUndefined()
  expect(report?.columns.find(({ path }) => path === 'p')).toMatchObject({ targets: [], guess: { kind: 'coordinate' } })
})

test('columns without known names become fields by their values', async () => {
  const { records, report } = await read(
    rows(40, (at) => ({
      k1: `HX${100 + at}`,
      k2: `Hotel ${['Bellevue', 'du Parc', 'Central', 'Royal'][at % 4]} ${String.fromCharCode(65 + (at % 26))}${at}`,
      k3: `${at + 1} rue de la Paix`,
      k4: CITIES[at % 4] as string,
      k5: `+33 4 72 00 11 ${10 + at}`,
      k6: `desk@hotel${at}.example`,
      k7: `https://www.hotel${at}.example/fr`,
      k8: ['***', '****'][at % 2] as string,
      k9: `2026-01-0${1 + (at % 9)}`,
    })),
  )
  expect(records[3]).toEqual({
    code: 'HX103',
    name: 'Hotel Royal D3',
    location: { address: '4 rue de la Paix' },
    phone: '+33 4 72 00 11 13',
    email: 'desk@hotel3.example',
    website: 'https://www.hotel3.example/fr',
    stars: '****',
    extra: { k4: 'Lille', k9: '2026-01-04' },
  })
  expect(report?.columns.find(({ path }) => path === 'k1')).toMatchObject({
    targets: ['code'],
    by: 'value',
    filled: 40,
  })
})

test('cities are known by a function of the caller', () => {
  const sample = rows(40, (at) => ({ code: `${at}`, name: 'A', z: `${CITIES[at % 4]}${at % 8 < 4 ? '' : '-sur-Mer'}` }))
  const isCity = (text: string): boolean => CITIES.includes(text.replace('-sur-Mer', ''))
  expect(planColumns(sample, undefined, { isCity }).plan.meanings.get('z')).toMatchObject({ target: 'location.city' })
  expect(planColumns(sample, undefined).plan.meanings.has('z')).toBe(false)
})

test.each<[string, Row, Row]>([
  ['stars under the name of a category', { Kategorie: '4*' }, { stars: '4*' }],
  ['a salutation is not a name', { title: 'Mr' }, {}],
  ['a house number beside a street', { ulica: 'Długa', nr: '7a' }, {}],
])('values support an ambiguous name: %s', async (_what, columns, expected) => {
  const { records } = await read(rows(20, (at) => ({ code: `c${at}`, hotel: `H ${at}`, ...columns })))
  expect(records[0]).toMatchObject(expected)
  if ('nr' in columns) expect(records[0]?.location).toEqual({ address: '7a Długa' })
  if ('title' in columns) expect(records[0]?.name).not.toBe('Mr')
})

test('a prefix of all columns is left out', () => {
  const sample = [{ zq_latitude: '1', zq_town: 'A', zq_name: 'B', zq_code: '1', zq_foo: 'x' }]
  const { meanings } = planColumns(sample, undefined).plan
  expect(
    Object.fromEntries([...meanings].map(([path, meaning]) => [path, 'target' in meaning ? meaning.target : ''])),
  ).toEqual({
    zq_code: 'code',
    zq_latitude: 'location.latitude',
    zq_name: 'name',
    zq_town: 'location.city',
  })
})

test('an object that wraps the product is read like columns', async () => {
  const { records } = await read([
    { data: { hotel: { id: '1', name: 'A', address: { city: 'Lyon' } }, page: 'x' } } as never,
  ])
  expect(records).toEqual([{ code: '1', name: 'A', location: { city: 'Lyon' }, extra: { 'data.page': 'x' } }])
})

test('names by language alone give the name', async () => {
  const { records } = await read([{ code: '1', 'Hotelname (de)': 'Zur Post', 'Hotelname (fr)': 'La Poste' }])
  expect(records).toEqual([{ code: '1', name: 'Zur Post', altNames: [{ language: 'fr', name: 'La Poste' }] }])
})

const VALUE = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '48.85661',
    '2.35222',
    'FR',
    '****',
    'Hotel A',
    '+33 1 22 33 44 55',
    'a@b.fr',
    'https://a.fr',
    '75001',
    '12 rue B',
    'hotel',
  ),
)
const KEY = fc.constantFrom(
  'name',
  'id',
  'Breite',
  'Länge',
  'lat',
  'foo',
  'q1',
  'q2',
  'type',
  'Kategorie',
  'tel',
  'Tel. Rezeption',
  'nr',
  'ulica',
  'city',
  'x',
  'hotel_code',
  'title',
  'No. of rooms',
  'C.P.',
  'a.b',
)
const ROWS = fc.array(fc.dictionary(KEY, VALUE, { maxKeys: 10 }), { minLength: 1, maxLength: 25 })

test('no filled column disappears: its values are in the record, and the report names it', async () => {
  await fc.assert(
    fc.asyncProperty(ROWS, async (all) => {
      const { records, report } = await read(all)
      const filled = new Set(
        all.flatMap((row) => Object.entries(row).flatMap(([key, value]) => (value === '' ? [] : [key]))),
      )
      expect(new Set(report?.columns.map(({ path }) => path))).toEqual(filled)
      for (const [at, row] of all.entries()) {
        const texts = JSON.stringify(records[at])
        for (const { path, targets } of report?.columns ?? []) {
          const value = row[path]
          if (value === undefined || value === '') continue
          if (targets.length === 0) expect(records[at]?.extra).toHaveProperty([path], value)
          else if (!targets.some((target) => target.includes('titude')))
            expect(texts).toContain(JSON.stringify(value.trim()).slice(1, -1))
        }
      }
    }),
    runs(100),
  )
})

test('the order of columns changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(ROWS, fc.integer(), async (all, seed) => {
      const order = (key: string): number =>
        [...key].reduce((sum, letter) => Math.imul(sum, seed | 1) + letter.charCodeAt(0), seed)
      const permuted = all.map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => order(a) - order(b))))
      expect((await read(permuted)).records).toEqual((await read(all)).records)
    }),
    runs(100),
  )
})

test('values never override a clear name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        VALUE.filter((text) => text !== ''),
        { minLength: 5, maxLength: 25 },
      ),
      async (values) => {
        const { records } = await read(
          values.map((value, at) => ({ hotel_code: `c${at}`, hotel_name: value, town: value })),
        )
        for (const [at, value] of values.entries()) {
          expect(records[at]).toMatchObject({ code: `c${at}`, name: value, location: { city: value } })
        }
      },
    ),
    runs(100),
  )
})

import { compileRecipe } from '@utpid/feed'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** Reads a row with the rules of some fields. */
function read(fields: object, row: Record<string, unknown>, parts: object = {}): Record<string, unknown> {
  return compileRecipe({ recipe: 'r', version: 1, source: 'here', fields, ...parts }, 'r').toRecord(row)
}

test.each([
  ['a member', 'a', { a: 'x' }],
  ['a member of a member', 'a.b', { a: { b: 'x' } }],
  ['the first entry of a list', 'a[].b', { a: [{ b: 'x' }, { b: 'y' }] }],
  ['a single object in place of a list', 'a[].b', { a: { b: 'x' } }],
  ['a list without the mark', 'a.b', { a: [{}, { b: 'x' }] }],
  ['a position', 'a[1]', { a: ['w', 'x'] }],
  [
    'an entry with a value',
    'a[k=1].b',
    {
      a: [
        { k: 2, b: 'w' },
        { k: '1', b: 'x' },
      ],
    },
  ],
  [
    'an entry with one of two values',
    'a[k=1|3].b',
    {
      a: [
        { k: 2, b: 'w' },
        { k: 3, b: 'x' },
      ],
    },
  ],
  ['an entry without a value', 'a[k!=2].b', { a: [{ k: 2, b: 'w' }, { b: 'x' }] }],
  ['an entry with a member', 'a[k].b', { a: [{ b: 'w' }, { k: 0, b: 'x' }] }],
  ['an entry without a member', 'a[!k].b', { a: [{ k: 0, b: 'w' }, { b: 'x' }] }],
  ['the members of any name', 'a.*.b', { a: { 7: { b: 'x' } } }],
  ['a quoted name', '"a.b"', { 'a.b': 'x' }],
  [
    'the text of an element with attributes',
    'a[k=1]',
    {
      a: [
        { k: '2', '#text': 'w' },
        { k: '1', '#text': 'x' },
      ],
    },
  ],
])('a path reads %s', (_, path, row) => {
  expect(read({ name: path }, row).name).toBe('x')
})

test.each([
  [{ first: ['a', 'b'] }, { a: ' ', b: 'x' }, 'x'],
  [{ join: ['a', 'b', 'c'] }, { a: 'x', c: 2 }, 'x, 2'],
  [{ join: ['a[]'], separator: '/' }, { a: ['x', 'y', 'x'] }, 'x/y'],
  [{ path: 'a', prefix: '<', suffix: '>' }, { a: 'x' }, '<x>'],
  [{ path: 'a', after: ':', before: '-' }, { a: 'u:x-v' }, 'x'],
  [{ path: 'a', map: { H: 'hotel' } }, { a: 'H' }, 'hotel'],
  [{ path: 'a', map: { H: 'hotel' }, default: 'inn' }, { a: 'I' }, 'inn'],
  [{ path: 'a', map: { H: 'hotel' }, keep: true }, { a: 'I' }, 'I'],
  [{ path: 'a', empty: ['-', 0] }, { a: 0 }, undefined],
  [{ path: 'a[]', only: 'letters' }, { a: [4, 'x'] }, 'x'],
  [{ value: 'x' }, {}, 'x'],
])('the rule %j reads %j as %j', (rule, row, value) => {
  expect(read({ name: rule }, row).name).toEqual(value)
})

test('numbers, coordinates and lists of objects get the form of their field', () => {
  const row = { s: '40 stars', x: 2, y: '48.5', d: '3', u: 'km', p: [{ n: '1', t: { v: 'a' } }, { t: { v: 'b' } }] }
  const fields = {
    stars: { path: 's', number: true, times: 0.1 },
    'location.coordinates': { latitude: 'y', longitude: 'x' },
    nearby: {
      fields: { name: { value: 'sea' }, distanceMeters: { path: 'd', times: { path: 'u', map: { km: 1000 } } } },
    },
    phones: { each: 'p[]', fields: { number: 'n', kind: 't.v' } },
    'checkIn.from': 's',
  }
  expect(read(fields, row)).toEqual({
    location: { coordinates: ['48.5', 2] },
    stars: 4,
    nearby: [{ name: 'sea', distanceMeters: 3_000 }],
    phones: [{ number: '1', kind: 'a' }],
    checkIn: { from: '40 stars' },
    // The second phone has no number, without which a phone has no use.
    extra: { p: { t: { v: 'b' } } },
  })
})

test('nested lists become one list, and an element reads the element around it', () => {
  const row = {
    g: [
      { k: 'pool', a: ['x', 'y'] },
      { k: 'spa', a: 'z' },
    ],
  }
  const facilities = { each: 'g[]', take: { each: 'a[]', fields: { name: '.', group: '^.k' } } }
  expect(read({ facilities }, row).facilities).toEqual([
    { name: 'x', group: 'pool' },
    { name: 'y', group: 'pool' },
    { name: 'z', group: 'spa' },
  ])
})

test('entries are sorted by a member; entries without it are last', () => {
  const images = { each: 'i[]', sort: 'at', fields: { url: 'u' } }
  expect(read({ images }, { i: [{ u: 'c' }, { u: 'b', at: '10' }, { u: 'a', at: 9 }] }).images).toEqual([
    { url: 'a' },
    { url: 'b' },
    { url: 'c' },
  ])
})

test('values that no rule reads or can convert go to extra, except ignored ones', () => {
  const fields = {
    category: { path: 'k', map: { H: 'hotel' } },
    identifiers: undefined,
    'identifiers.giata': 'g',
    name: 'n',
  }
  const { identifiers: _, ...rules } = fields
  const row = { k: 'Z', g: 7, n: 'x', r: { price: 1, view: 'sea' }, rooms: [{ w: 1 }, { w: 2 }], empty: { a: null } }
  expect(read(rules, row, { ignored: { 'r.price': 'A price.' } })).toEqual({
    name: 'x',
    identifiers: [{ scheme: 'giata', value: '7' }],
    extra: { k: 'Z', 'r.view': 'sea', rooms: [{ w: 1 }, { w: 2 }] },
  })
})

test.each([
  [{ fields: { nmae: 'a' } }, /fields\.nmae is not a field of a record; did you mean "name"\?/],
  [{ fields: { phones: { each: 'p[]', fields: { nummer: 'a' } } } }, /fields\.phones\.fields\.nummer .*"number"/],
  [{ fields: { name: { path: 'a', prefx: 'b' } } }, /fields\.name\.prefx .*"prefix"/],
  [{ fields: { name: { first: 'a' } } }, /fields\.name\.first must be a list/],
  [{ fields: { name: { first: ['a', { join: [7] }] } } }, /fields\.name\.first\[1\]\.join\[0\] must be a path/],
  [{ fields: { name: 'a..b' } }, /fields\.name has a wrong path "a\.\.b"/],
  [{ fields: { name: 'a[k=1' } }, /fields\.name has a wrong path/],
  [{ fields: { name: '^.a' } }, /fields\.name has a path "\^\.a" outside of the row/],
  [{ fields: { name: { path: 'a', table: 'chain' } }, tables: { chains: {} } }, /did you mean "chains"/],
  [{ fields: { name: { use: 'p' } }, parts: { p: { use: 'p' } } }, /parts\.p uses itself/],
  [{ fields: { name: { path: 'a', default: 'b' } } }, /fields\.name\.default needs "map" or "table"/],
  [{ fields: { name: 'a' }, set: { name: 'b' } }, /set\.name is a field with a rule/],
  [{ fields: { name: 'a' }, ignored: { b: '' } }, /ignored\.b must be a text/],
  [{ field: {} }, /field is not a part of a recipe; did you mean "fields"/],
  [{ fields: {}, version: '1' }, /version must be a whole number/],
])('the recipe %j is refused', (parts, message) => {
  expect(() => compileRecipe({ recipe: 'r', version: 1, source: 'here', ...parts }, 'r')).toThrow(message)
})

test('every filled member of a row without rules is in extra', () => {
  const { toRecord } = compileRecipe({ recipe: 'r', version: 1, source: 'here', fields: {} }, 'r')
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
      const filled = Object.keys(row).filter((name) => name !== '#text' && hasScalar(row[name]))
      const { extra = {} } = toRecord(row)
      expect(Object.keys(extra as object)).toEqual(expect.arrayContaining(filled))
    }),
  )
})

function hasScalar(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasScalar)
  return value !== null && String(value).trim() !== ''
}

import { describe, expect, test } from 'vitest'
import { RECORD_FIELDS } from '../../src/fields/record-fields.ts'
import { parseExtra } from '../../src/ingest/parse-extra.ts'
import { RepairLog } from '../../src/ingest/repairs/repair-log.ts'
import { LIMITS } from '../../src/model/limits.ts'

function read(input: Record<string, unknown>): readonly [unknown, string[]] {
  const log = new RepairLog()
  return [parseExtra(input, RECORD_FIELDS, log), log.repairs.map(({ field, code }) => `${field}: ${code}`)]
}

describe('extra', () => {
  test('unknown fields are stored as received, and reported', () => {
    expect(read({ name: 'Ritz', wifi: true, extra: { pool: [1, null] } })).toEqual([
      { pool: [1, null], wifi: true },
      ['wifi: unknown_field'],
    ])
  })

  test('unknown fields inside a known field are treated alike', () => {
    const input = {
      location: { city: 'Paris', zone: 'Z1' },
      activity: { level: 'easy' },
      transfer: { from: { code: 'CDG', terminal: '2E' }, night: false },
      altNames: [{ name: 'A', source: 'web' }],
      identifiers: [{ scheme: 'iata', value: 'CDG', url: 'u' }],
    }
    expect(read(input)[0]).toEqual({
      'location.zone': 'Z1',
      'activity.level': 'easy',
      'transfer.night': false,
      'transfer.from.terminal': '2E',
      'altNames.0.source': 'web',
      'identifiers.0.url': 'u',
    })
  })

  test('an entry that JSON cannot represent does not remove the others', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(read({ circle, big: 1n, call: () => 1, nan: Number.NaN, good: 1 })).toEqual([
      { good: 1 },
      [
        'circle: value_removed',
        'big: value_removed',
        'call: value_removed',
        'nan: value_removed',
        'good: unknown_field',
      ],
    ])
    expect(read({ extra: { deep: { a: 1, call: () => 1 } } })).toEqual([
      { deep: { a: 1 } },
      ['extra.deep: value_removed'],
    ])
  })

  test('entries beyond the limit are omitted and reported', () => {
    const [extra, reports] = read({ extra: { a: 'x'.repeat(15_000), b: 'y'.repeat(15_000), c: 'z' } })
    expect(Object.keys(extra as object)).toEqual(['a', 'c'])
    expect(reports).toEqual(['extra.b: value_removed'])
    expect(JSON.stringify(extra).length).toBeLessThanOrEqual(LIMITS.extraCharacters)
  })

  test('too many fields and too many levels are treated alike', () => {
    const [extra, reports] = read(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 1])))
    expect(Object.keys(extra as object)).toHaveLength(LIMITS.extraFields)
    expect(reports).toHaveLength(LIMITS.repairsPerRecord)
    expect(reports.at(-1)).toBe(': further_repairs')
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    const [deep, left] = read({ extra: { most: nested(LIMITS.extraLevels), more: nested(LIMITS.extraLevels + 1) } })
    expect([Object.keys(deep as object), left]).toEqual([['most'], ['extra.more: value_removed']])
  })

  test('reading an endless value stops at the limit', () => {
    const endless = new Proxy([], { get: (_, key) => (key === 'length' ? 2 ** 53 - 1 : 'x') })
    let wide: unknown = 'x'
    for (let level = 0; level < 60; level++) wide = [wide, wide]
    expect(read({ extra: { endless, wide, holes: new Array(2 ** 32 - 1), good: 1 } })).toEqual([
      { good: 1 },
      ['extra.endless: value_removed', 'extra.wide: value_removed', 'extra.holes: value_removed'],
    ])
  })

  test('values that JSON omits are reported', () => {
    const values = {
      map: new Map([[1, 2]]),
      list: [new Set([1]), 1],
      date: new Date(0),
      boxed: new String('x'),
      none: {},
    }
    expect(read({ extra: values })).toEqual([
      { list: [null, 1], date: '1970-01-01T00:00:00.000Z', boxed: 'x', none: {} },
      ['extra.map: value_removed', 'extra.list: value_removed'],
    ])
  })

  test('text that no storage must accept is cleaned, keys too', () => {
    const [extra, reports] = read({ extra: { a: ['\ud83d', 'x\u0000'], 'k\udc00': 1, 'k\ud800': 2 } })
    expect(extra).toEqual({ a: ['\ufffd', 'x\ufffd'], 'k\ufffd': 1 })
    expect(reports).toEqual([
      'extra.a: whitespace_cleaned',
      'extra.k\ufffd: whitespace_cleaned',
      'extra.k\ufffd: value_removed',
    ])
  })

  test('a field whose name starts like a path of extra is a separate field', () => {
    expect(read({ 'extra.a': 1, extra: { a: 2 } })).toEqual([{ a: 2, 'extra.a': 1 }, ['extra.a: unknown_field']])
  })

  test('no key reaches a prototype', () => {
    const input = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "extra": {"__proto__": 2}}',
    )
    const [extra] = read(input)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((extra as Record<string, unknown>).polluted).toBeUndefined()
    expect(Object.keys(extra as object)).toContain('constructor')
  })

  test.each([['text'], [[1]], [5], [true]])('extra of %j is no object and is reported', (extra) => {
    expect(read({ extra })).toEqual([undefined, ['extra: value_removed']])
  })

  test('null and undefined are absent', () => {
    expect(read({ extra: null, wifi: null, pool: undefined })).toEqual([undefined, []])
  })
})

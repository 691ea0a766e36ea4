import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInput, parseRecord, parseSupplierId } from '../../src/ingest/parse-record.ts'
import { REJECTION_CODES, REPAIR_CODES } from '../../src/model/repair.ts'
import { arbitraryContent } from '../support/arbitrary-content.ts'
import { openRegistry } from '../support/open-registry.ts'

function outcome(parsed: ReturnType<typeof parseInput>): string {
  return 'rejection' in parsed ? parsed.rejection.code : 'accepted'
}
function codes(parsed: ReturnType<typeof parseInput>): string[] {
  return parsed.repairs.map(({ field, code }) => `${field}: ${code}`)
}

describe('records', () => {
  test('a scheme that grows in lower case stays within its limit, and is parsed unchanged', () => {
    const parsed = parseInput({ name: 'Ritz', identifiers: [{ scheme: 'İ'.repeat(200), value: '1' }] })
    if (!('record' in parsed)) throw new Error('not accepted')
    const { identifiers } = parsed.record
    expect(identifiers?.[0]?.scheme.length).toBeLessThanOrEqual(256)
    expect(codes(parsed)).toContain('identifiers.0.scheme: text_truncated')
    const again = parseInput({ name: 'Ritz', identifiers })
    expect('record' in again && again.record.identifiers).toEqual(identifiers)
  })

  test('a clean record is unchanged and not reported', () => {
    const record = {
      supplier: 'osm',
      code: 'N1',
      name: 'Hôtel Ritz',
      altNames: [{ language: 'en', name: 'The Ritz' }],
      category: 'hotel',
      location: {
        address: '15 place Vendôme',
        city: 'Paris',
        country: 'FR',
        postalCode: '75001',
        coordinates: [48.8681, 2.3288],
      },
      phone: '+33 1 43 16 30 30',
      email: 'info@ritz.example',
      website: 'https://ritz.example',
      brand: 'Ritz',
      stars: 5,
      rooms: 142,
      identifiers: [{ scheme: 'giata', value: '123' }],
      extra: { pool: true },
    }
    expect(parseRecord(record)).toEqual({ record, repairs: [] })
  })

  test('parsing a parsed record changes and reports nothing', () => {
    const input = {
      ...sample(),
      supplier: 'Booking Com',
      name: 'HÃ´tel &amp; Spa ****',
      stars: '5 étoiles',
      wifi: true,
    }
    const first = parseRecord(input)
    expect('record' in first).toBe(true)
    if ('record' in first) expect(parseRecord(first.record)).toEqual({ record: first.record, repairs: [] })
  })

  test('the supplier of the call counts only if the record names none', () => {
    expect(parseRecord({ code: '1', name: 'Ritz' }, { supplier: 'osm' })).toMatchObject({ record: { supplier: 'osm' } })
    expect(parseRecord({ ...sample(), supplier: 'own' }, { supplier: 'osm' })).toMatchObject({
      record: { supplier: 'own' },
    })
    expect(outcome(parseRecord({ ...sample(), supplier: { id: 'x' } }, { supplier: 'osm' }))).toBe('invalid_supplier')
  })

  test('any input gives a record or a documented reason, and reports are documented', () => {
    const anything = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
      fc.dictionary(
        fc.constantFrom(
          'supplier',
          'code',
          'name',
          'location',
          'altNames',
          'identifiers',
          'stars',
          'transfer',
          'extra',
        ),
        fc.anything({ withBigInt: true, withNullPrototype: true }),
      ),
      arbitraryContent.map((content) => ({ ...content, supplier: 's', code: 'c' })),
    )
    fc.assert(
      fc.property(anything, (input) => {
        for (const parsed of [parseRecord(input, { supplier: 's' }), parseInput(input)]) {
          if ('rejection' in parsed) {
            expect(REJECTION_CODES).toHaveProperty(parsed.rejection.code)
            expect(parsed.rejection.code).not.toBe('unreadable')
          } else expect(JSON.parse(JSON.stringify(parsed.record))).toBeTypeOf('object')
          for (const { code, message } of parsed.repairs) expect(REPAIR_CODES[code]).toBe(message)
        }
      }),
      runs(800),
    )
  })
})

describe('an address on several lines', () => {
  const lines = (address: string): unknown => {
    const parsed = parseRecord({ supplier: 'osm', code: '1', name: 'Ritz', location: { address } })
    return 'record' in parsed ? parsed.record.location?.address : undefined
  }

  test('keeps its parts apart', () => {
    expect(lines('  15 place Vendôme ,\r\n \n 75001 Paris\n')).toBe('15 place Vendôme, 75001 Paris')
    expect(lines('15 place Vendôme\n\n\nParis')).toBe('15 place Vendôme, Paris')
  })

  test('of thousands of spaces is read in no time', () => {
    expect(lines(`15 place${' '.repeat(19_000)}Vendôme\nParis`)).toBe('15 place Vendôme, Paris')
  })
})

describe('inputs of a match', () => {
  test('an unreadable ref does not cause a failure', async () => {
    const { registry } = await openRegistry()
    const unreadable = {
      throws: (): never => {
        throw new Error('no')
      },
    }
    const input = Object.defineProperty({}, 'ref', { get: unreadable.throws, enumerable: true })
    const [answer, other] = await registry.mapBatch([input, { name: 'Ritz' }])
    expect(answer).toMatchObject({ ref: null, decision: null, error: { code: 'unreadable' } })
    expect(other).toMatchObject({ decision: 'none' })
  })

  test.each<[string, unknown, string]>([
    ['a name is enough', { name: 'Ritz' }, 'accepted'],
    ['accepts a supplier with its code', { supplier: 'osm', code: 'N1' }, 'accepted'],
    ['accepts an identifier', { identifiers: [{ scheme: 'iata', value: 'CDG' }] }, 'accepted'],
    ['rejects a code without its supplier', { code: 'N1' }, 'nothing_to_match'],
    ['nor is a place', { location: { city: 'Paris' } }, 'nothing_to_match'],
    ['nor a placeholder', { name: 'test' }, 'nothing_to_match'],
    ['nor nothing', {}, 'nothing_to_match'],
    ['rejects a list', [], 'not_an_object'],
    ['nor is text', 'Ritz', 'not_an_object'],
  ])('%s', (_what, input, expected) => {
    expect(outcome(parseInput(input))).toBe(expected)
  })

  test('lost parts of an input are reported', () => {
    expect(codes(parseInput({ name: 'Ritz', supplier: '東京', code: 'n/a' }))).toEqual([
      'supplier: value_removed',
      'code: value_removed',
    ])
    expect(codes(parseInput({ name: 'test', supplier: 'OSM', code: 'x'.repeat(300) }))).toEqual([
      'supplier: supplier_normalised',
      'code: value_removed',
      'name: placeholder_removed',
    ])
  })
})

describe('supplier ids', () => {
  test.each([
    ['osm', 'osm'],
    ['Booking.com', 'booking.com'],
    ['Hôtel Beds & Co', 'hotel-beds-co'],
    ['--a__b--', 'a-b'],
    ['x'.repeat(100), 'x'.repeat(64)],
    ['東京', undefined],
    ['', undefined],
  ])('%s becomes %s', (text, id) => {
    expect(parseSupplierId(text)).toBe(id)
  })

  test('are slugs, and parse unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'aZ9-_. é') })), (text) => {
        const id = parseSupplierId(text)
        if (id === undefined) return
        expect(id).toMatch(/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/)
        expect(parseSupplierId(id)).toBe(id)
      }),
    )
  })
})

function sample(): Record<string, unknown> {
  return { supplier: 'osm', code: 'N1', name: 'Hôtel Ritz', location: { city: 'Paris', country: 'FR' } }
}

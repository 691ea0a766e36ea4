import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseGoldenRecord } from '../../src/golden-record/choose-golden-record.ts'
import { DEFAULT_SURVIVORSHIP_RULES, type SurvivorshipRule } from '../../src/golden-record/survivorship-rules.ts'
import type { SupplierRecord } from '../../src/model/supplier-record.ts'
import type { Pin, RecordRow } from '../../src/storage/rows.ts'

let ids = 0

function row(record: Partial<SupplierRecord>, updatedAt = '2026-01-01T00:00:00.000Z'): RecordRow {
  return {
    id: ++ids,
    revision: 1,
    record: { supplier: `s${ids}`, code: 'c', name: 'Name', ...record },
    contentHash: '',
    features: new Uint8Array(),
    keys: [],
    firstSeenAt: updatedAt,
    updatedAt,
  }
}

function shownName(
  rows: readonly RecordRow[],
  {
    order = DEFAULT_SURVIVORSHIP_RULES.order,
    priorities = {},
  }: { order?: readonly SurvivorshipRule[]; priorities?: Record<string, number> } = {},
): string {
  return chooseGoldenRecord(rows, { order }, (supplier) => priorities[supplier] ?? 0).goldenRecord.name
}

describe('chooseShownFields', () => {
  test('the supplier with the highest priority has precedence', () => {
    const rows = [row({ name: 'One' }), row({ name: 'One' }), row({ supplier: 'boss', name: 'Two' })]
    expect(shownName(rows, { priorities: { boss: 1 } })).toBe('Two')
    expect(shownName(rows)).toBe('One')
  })

  test('a value of more suppliers wins, however often one supplier repeats its own', () => {
    const rows = [row({ supplier: 'a', name: 'One' }), row({ supplier: 'a', code: 'd', name: 'One' })]
    expect(shownName([...rows, row({ name: 'Two' }), row({ name: 'Two' })])).toBe('Two')
    expect(shownName([...rows, row({ supplier: 'z', name: 'Two', phone: '+33 1 40 20 50 50' })])).toBe('Two')
  })

  test('of two spellings, the one in mixed case is displayed', () => {
    expect(
      shownName([row({ supplier: 'a', name: 'HÔTEL DU PARC' }), row({ supplier: 'b', name: 'Hôtel du Parc' })]),
    ).toBe('Hôtel du Parc')
  })

  test('a higher priority may use capitals only', () => {
    const rows = [row({ supplier: 'boss', name: 'PARC' }), row({ supplier: 'b', name: 'Parc' })]
    expect(shownName(rows, { priorities: { boss: 5 } })).toBe('PARC')
  })

  test('the fuller record, then the newer record, then the lowest supplier decides', () => {
    const bare = row({ supplier: 'a', name: 'One' })
    expect(shownName([bare, row({ supplier: 'b', name: 'Two', stars: 3 })])).toBe('Two')
    expect(shownName([bare, row({ supplier: 'b', name: 'Two' }, '2026-02-01T00:00:00.000Z')])).toBe('Two')
    expect(shownName([row({ supplier: 'b', name: 'Two' }), bare])).toBe('One')
  })

  test('each field has its source record, and known categories have precedence', () => {
    const one = row({ supplier: 'a', name: 'Parc', category: 'other', phone: '+33 1 40 20 50 50' })
    const two = row({ supplier: 'b', name: 'PARC', category: 'hotel', stars: 4 })
    const { goldenRecord, provenance, completeness } = chooseGoldenRecord(
      [one, two],
      DEFAULT_SURVIVORSHIP_RULES,
      () => 0,
    )
    expect(goldenRecord).toEqual({ name: 'Parc', category: 'hotel', phone: '+33 1 40 20 50 50', stars: 4 })
    expect(provenance).toEqual({ name: one.id, category: two.id, phone: one.id, stars: two.id })
    expect(completeness).toBe(2 / 8)
  })

  test('coordinates within about 100 m agree', () => {
    const at = (latitude: number): Partial<SupplierRecord> => ({ location: { coordinates: [latitude, 2.3401] } })
    const rows = [row({ ...at(48.9), stars: 5, phone: '+33 1 40 20 50 50' }), row(at(48.8601)), row(at(48.86012))]
    expect(chooseGoldenRecord(rows, DEFAULT_SURVIVORSHIP_RULES, () => 0).goldenRecord.coordinates).toEqual([
      48.8601, 2.3401,
    ])
  })

  test('a pinned field comes from no record; the other fields are chosen as without the pin', () => {
    const pinOf = (value: unknown): Pin => ({ value, actor: 'ana', at: '2026-01-01T00:00:00.000Z' })
    const content = fc.record(
      { name: fc.constantFrom('Parc', 'Lac'), stars: fc.constantFrom(3, 4), phone: fc.constant('+33 1 40 20 50 50') },
      { requiredKeys: ['name'] },
    )
    const pinned = fc.record(
      {
        name: fc.constant('Bois'),
        stars: fc.constant(5),
        email: fc.constant('a@b.example'),
        category: fc.constant('inn'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 4 }), pinned, (contents, values) => {
        const rows = contents.map((each) => row(each as Partial<SupplierRecord>))
        const pins = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, pinOf(value)]))
        const free = chooseGoldenRecord(rows, DEFAULT_SURVIVORSHIP_RULES, () => 0)
        const held = chooseGoldenRecord(rows, DEFAULT_SURVIVORSHIP_RULES, () => 0, pins)
        expect(held.goldenRecord).toEqual({ ...free.goldenRecord, ...values })
        const { ...provenance } = free.provenance as Record<string, number>
        for (const field of Object.keys(pins)) delete provenance[field]
        expect(held.provenance).toEqual(provenance)
      }),
    )
  })

  test('a pin counts for completeness, and an unknown field is not displayed', () => {
    const rows = [row({ name: 'Parc' })]
    const pin = { value: 'Lyon', actor: 'ana', at: '2026-01-01T00:00:00.000Z' }
    const { goldenRecord, completeness } = chooseGoldenRecord(rows, DEFAULT_SURVIVORSHIP_RULES, () => 0, {
      city: pin,
      colour: pin,
    })
    expect(goldenRecord).toEqual({ name: 'Parc', category: 'other', city: 'Lyon' })
    expect(completeness).toBe(1 / 8)
  })

  test('displayed fields do not depend on the order of records', () => {
    const records = fc.array(
      fc.record({
        supplier: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        name: fc.constantFrom('Parc', 'PARC', 'parc', 'Lac', 'LAC', 'Bois'),
        stars: fc.option(fc.constantFrom(3, 4), { nil: undefined }),
        phone: fc.option(fc.constant('+33 1 40 20 50 50'), { nil: undefined }),
      }),
      { minLength: 2, maxLength: 6 },
    )
    const orders = fc.subarray<SurvivorshipRule>(['priority', 'agreement', 'completeness'], { minLength: 1 })
    fc.assert(
      fc.property(records, orders, fc.nat(5), (contents, order, turn) => {
        const rows = contents.map(({ stars, phone, ...content }, at) =>
          row({
            ...content,
            code: `c${at}`,
            ...(stars === undefined ? {} : { stars }),
            ...(phone === undefined ? {} : { phone }),
          }),
        )
        const choose = (list: readonly RecordRow[]): unknown =>
          chooseGoldenRecord(list, { order }, (supplier) => (supplier === 'a' ? 1 : 0))
        const expected = choose(rows)
        expect(choose(rows.toReversed())).toEqual(expected)
        expect(choose([...rows.slice(turn % rows.length), ...rows.slice(0, turn % rows.length)])).toEqual(expected)
      }),
      runs(400),
    )
  })
})

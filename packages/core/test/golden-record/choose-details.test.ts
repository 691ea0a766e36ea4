import { describe, expect, test } from 'vitest'
import { chooseDetails } from '../../src/golden-record/choose-details.ts'
import { chooseGoldenRecord } from '../../src/golden-record/choose-golden-record.ts'
import { DEFAULT_SURVIVORSHIP_RULES, parseSurvivorshipRules } from '../../src/golden-record/survivorship-rules.ts'
import type { SupplierRecord } from '../../src/model/supplier-record.ts'
import type { RecordRow } from '../../src/storage/rows.ts'

let ids = 0

function row(supplier: string, content: Partial<SupplierRecord>, updatedAt = '2026-01-01T00:00:00.000Z'): RecordRow {
  return {
    id: ++ids,
    revision: 1,
    record: { supplier, code: '1', name: 'Hotel Aurora', ...content },
    contentHash: '',
    features: new Uint8Array(),
    keys: [],
    firstSeenAt: updatedAt,
    updatedAt,
  }
}

const EQUAL = (): number => 0

describe('details of a product', () => {
  test('joins the lists of all records, best record first, with every supplier that adds an entry', () => {
    const rows = [
      row('north', { facilities: [{ name: 'Pool' }], emails: ['Desk@aurora.example'] }),
      row('south', { facilities: [{ name: 'Pool' }, { name: 'Sauna' }], emails: ['desk@aurora.example'] }),
      row('west', { facilities: [{ name: 'Pool' }] }),
    ]
    const found = chooseDetails(rows, DEFAULT_SURVIVORSHIP_RULES, (supplier) => (supplier === 'south' ? 1 : 0))
    expect(found?.fields).toEqual({
      facilities: [{ name: 'Pool' }, { name: 'Sauna' }],
      emails: ['desk@aurora.example'],
    })
    expect(found?.provenance).toEqual({
      facilities: [{ supplier: 'south', code: '1' }],
      emails: [{ supplier: 'south', code: '1' }],
    })
  })

  test('takes the longest description of the preferred suppliers', () => {
    const rows = [
      row('north', { description: 'Short.' }),
      row('south', { description: 'A longer text.' }),
      row('trusted', { description: 'Own.' }),
    ]
    expect(chooseDetails(rows.slice(0, 2), DEFAULT_SURVIVORSHIP_RULES, EQUAL)?.fields.description).toBe(
      'A longer text.',
    )
    const priorityOf = (supplier: string): number => (supplier === 'trusted' ? 5 : 0)
    expect(chooseDetails(rows, DEFAULT_SURVIVORSHIP_RULES, priorityOf)?.fields.description).toBe('Own.')
  })

  test('has the fields of tours and transfers, whether comparisons read them or not', () => {
    const rows = [
      row('north', { activity: { durationMinutes: 90, startTimes: ['09:00'] } }),
      row('south', { activity: { languages: ['en'] }, operator: 'Fjord Tours' }),
    ]
    expect(chooseDetails(rows, DEFAULT_SURVIVORSHIP_RULES, EQUAL)?.fields).toEqual({
      activity: { durationMinutes: 90, startTimes: ['09:00'], languages: ['en'] },
      operator: 'Fjord Tours',
    })
  })

  test('leaves out values that describe the code of one supplier', () => {
    const rows = [row('north', { codeStatus: { status: 'inactive' }, bookings: 9 })]
    expect(chooseDetails(rows, DEFAULT_SURVIVORSHIP_RULES, EQUAL)).toBeUndefined()
  })
})

describe('survivorship rules of single fields', () => {
  const rows = [
    row('north', { phone: '+47 55 10 00 01', stars: 3, location: { city: 'Bergen' } }, '2026-01-01T00:00:00.000Z'),
    row('south', { phone: '+47 55 10 00 02', stars: 4, location: { city: 'Bergen' } }, '2026-05-01T00:00:00.000Z'),
    row(
      'west',
      { phone: '+47 55 10 00 01', stars: 5, location: { city: 'Bergen sentrum' } },
      '2026-03-01T00:00:00.000Z',
    ),
  ]

  test.each([
    ['most recent', { phone: ['newest'] }, { phone: '+47 55 10 00 02' }],
    ['vote', { phone: ['agreement'] }, { phone: '+47 55 10 00 01' }],
    ['longest', { 'location.city': ['longest'] }, { city: 'Bergen sentrum' }],
    ['trusted supplier', { stars: [{ suppliers: ['giata', 'west', 'north'] }] }, { stars: 5 }],
    [
      'trusted supplier that has no value, then the next rule',
      { stars: [{ suppliers: ['giata'] }, 'newest'] },
      { stars: 4 },
    ],
  ])('%s', (_, fields, expected) => {
    const rules = parseSurvivorshipRules({ fields })
    expect(chooseGoldenRecord(rows, rules, EQUAL).goldenRecord).toMatchObject(expected)
  })

  test('a rule of a list replaces the union of the list', () => {
    const rules = parseSurvivorshipRules({ fields: { emails: [{ suppliers: ['south'] }] } })
    const listed = [row('north', { emails: ['a@x.example'] }), row('south', { emails: ['b@x.example'] })]
    expect(chooseDetails(listed, rules, EQUAL)?.fields.emails).toEqual(['b@x.example'])
  })
})

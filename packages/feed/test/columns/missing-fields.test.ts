import { expect, test } from 'vitest'
import { type ColumnReport, feedWarnings } from '../../src/index.ts'

function reportOf(targets: Readonly<Record<string, number>>, constants: ColumnReport['constants'] = []): ColumnReport {
  const columns = Object.entries(targets).map(([target, filled]) => ({
    path: `column ${target}`,
    filled,
    examples: [],
    targets: target === 'ignored' ? [] : [target],
    kept: 0,
  }))
  return { rows: 10, columns, more: 0, constants }
}

const codesOf = (report: ColumnReport): string[] => feedWarnings(report).map(({ code }) => code)
const WHOLE = {
  code: 10,
  name: 10,
  category: 10,
  'location.latitude': 10,
  'location.longitude': 10,
  'location.country': 10,
  'location.address': 10,
}

test('a feed with all important fields has no warnings, nor has one without rows', () => {
  expect(codesOf(reportOf(WHOLE))).toEqual([])
  expect(codesOf({ ...reportOf({}), rows: 0 })).toEqual([])
})

test('each important field that no column fills has a warning', () => {
  expect(codesOf(reportOf({ ignored: 3 }))).toEqual([
    'no_code',
    'few_names',
    'no_category',
    'no_coordinates',
    'no_country',
    'no_address',
    'ignored_columns',
  ])
  expect(codesOf(reportOf({ ...WHOLE, name: 8 }))).toEqual(['few_names'])
})

test('constants count, and a transfer needs no place of its own', () => {
  const { category: _, 'location.country': __, ...others } = WHOLE
  const constants = [
    { target: 'category', value: 'hotel' },
    { target: 'location.country', value: 'FR' },
  ]
  expect(codesOf(reportOf(others, constants))).toEqual([])
  expect(codesOf(reportOf({ code: 10, name: 10, category: 10, 'transfer.from.name': 10 }))).toEqual([])
})

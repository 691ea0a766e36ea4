import { expect, test } from 'vitest'
import { parseBoolean, parseNumber, parseWhole } from '../../src/ingest/parse-number.ts'
import { RepairLog } from '../../src/ingest/repairs/repair-log.ts'

function withCodes<T>(read: (log: RepairLog) => T): readonly [T, string] {
  const log = new RepairLog()
  return [read(log), log.repairs.map(({ code }) => code).join(' ')]
}

test.each<[unknown, number | undefined, string]>([
  [4, 4, ''],
  ['4', 4, ''],
  ['4*', 4, 'number_parsed'],
  ['4,5', 4.5, 'number_parsed'],
  ['4 étoiles', 4, 'number_parsed'],
  ['****', 4, 'number_parsed'],
  ['★★', 2, 'number_parsed'],
  ['category 3', 3, 'number_parsed'],
  ['-3', undefined, 'value_removed'],
  ['99', undefined, 'value_removed'],
  [-1, undefined, 'value_removed'],
  [Number.NaN, undefined, 'value_removed'],
  [Number.POSITIVE_INFINITY, undefined, 'value_removed'],
  ['four', undefined, 'value_removed'],
  [true, undefined, 'value_removed'],
  [[4], undefined, 'value_removed'],
  [{ value: 4 }, undefined, 'value_removed'],
  ['', undefined, ''],
  [null, undefined, ''],
])('%j as stars', (value, number, codes) => {
  expect(withCodes((log) => parseNumber(value, 'stars', 0.5, 7, log))).toEqual([number, codes])
})

test.each<[unknown, number | undefined, string]>([
  ['120 rooms', 120, 'number_parsed'],
  ['1200', 1_200, ''],
  [12.4, 12, 'number_parsed'],
  // Ambiguous: either 1,200 or 1.2.
  ['1.200', undefined, 'value_removed'],
  ['1,200', undefined, 'value_removed'],
  [0, undefined, 'value_removed'],
])('%j as a number of rooms', (value, number, codes) => {
  expect(withCodes((log) => parseWhole(value, 'rooms', 1, 20_000, log))).toEqual([number, codes])
})

test.each<[unknown, boolean | undefined, string]>([
  [true, true, ''],
  ['Yes', true, ''],
  ['shared', true, ''],
  [0, false, ''],
  ['private', false, ''],
  ['maybe', undefined, 'value_removed'],
  [Object.create(null), undefined, 'value_removed'],
  ['', undefined, ''],
])('%j as yes or no', (value, answer, codes) => {
  expect(withCodes((log) => parseBoolean(value, 'shared', log))).toEqual([answer, codes])
})

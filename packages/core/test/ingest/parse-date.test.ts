import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDate, parseTimeOfDay } from '../../src/ingest/parse-date.ts'
import { RepairLog } from '../../src/ingest/repairs/repair-log.ts'

type Parser = (text: string | undefined, path: string, log: RepairLog) => string | undefined

function parse(parser: Parser, text: string): readonly [string | undefined, string[]] {
  const log = new RepairLog()
  return [parser(text, 'field', log), log.repairs.map(({ code }) => code)]
}

test.each([
  ['2019', '2019'],
  ['2019-03', '2019-03'],
  ['2019-03-31', '2019-03-31'],
  ['2019/03/31', '2019-03-31'],
  ['20190331', '2019-03-31'],
  ['2019-03-31T03:12:18+01:00', '2019-03-31'],
  ['2024-02-29', '2024-02-29'],
])('the date %s is read as %s', (text, expected) => {
  expect(parse(parseDate, text)).toEqual([expected, text === expected ? [] : ['number_parsed']])
})

test.each(['2019-13', '2023-02-29', '2019-03-32', '03/04/2019', 'March 2019', '19', '0000-00-00x'])(
  'the date %s is removed and reported',
  (text) => expect(parse(parseDate, text)).toEqual([undefined, ['value_removed']]),
)

test.each([
  ['15:00', '15:00'],
  ['9:05', '09:05'],
  ['15:00:00', '15:00'],
  ['3 pm', '15:00'],
  ['3PM', '15:00'],
  ['12 a.m.', '00:00'],
  ['12pm', '12:00'],
  ['15h', '15:00'],
  ['15h30', '15:30'],
  ['15.00 Uhr', '15:00'],
  ['1500', '15:00'],
  ['14', '14:00'],
])('the time %s is read as %s', (text, expected) => {
  expect(parse(parseTimeOfDay, text)).toEqual([expected, text === expected ? [] : ['number_parsed']])
})

test.each(['25:00', '15:60', '13 pm', '0 am', 'noon', '2500', '-1'])('the time %s is removed and reported', (text) =>
  expect(parse(parseTimeOfDay, text)).toEqual([undefined, ['value_removed']]),
)

test('a parsed date or time parses to itself, and any other text is removed', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789:-/ aphTm.') }), (text) => {
      for (const parser of [parseDate, parseTimeOfDay]) {
        const [parsed, repairs] = parse(parser, text)
        if (parsed === undefined) expect(repairs).toEqual(['value_removed'])
        else expect(parse(parser, parsed)).toEqual([parsed, []])
      }
    }),
    runs(300),
  )
})

import { expect, test } from 'vitest'
import { adoptExtra } from '../../src/fields/adopt-extra.ts'
import { FLAG, text } from '../../src/fields/field-type.ts'
import { RECORD_FIELDS } from '../../src/fields/record-fields.ts'

const FIELDS = {
  ...RECORD_FIELDS,
  seaView: { type: text(100), label: 'Sea view', example: 'Bay', aliases: { en: 'bay', de: 'meerblick' } },
  quiet: { type: FLAG, label: 'Quiet', example: true },
}

test.each([
  ['its name', { extra: { seaView: 'Kotor' } }, { seaView: 'Kotor', extra: {} }],
  ['another spelling', { extra: { 'Sea-View': 'Kotor', a: 1 } }, { seaView: 'Kotor', extra: { a: 1 } }],
  ['an alias', { extra: { MEERBLICK: 'Kotor' } }, { seaView: 'Kotor', extra: {} }],
  ['two names: the first counts', { extra: { bay: 'A', seaView: 'B' } }, { seaView: 'A', extra: { seaView: 'B' } }],
  ['the record too', { seaView: 'A', extra: { seaView: 'B' } }, { seaView: 'A', extra: { seaView: 'B' } }],
  ['no value', { extra: { seaView: null } }, { extra: { seaView: null } }],
  ['no object', { extra: 'text' }, { extra: 'text' }],
])('a custom field in extra under %s', (_, input, expected) => {
  expect(adoptExtra(input, FIELDS)).toEqual(expected)
})

test('without custom fields the input stays as it is', () => {
  const input = { extra: { fax: '12345', name: 'A' } }
  expect(adoptExtra(input, RECORD_FIELDS)).toBe(input)
  expect(adoptExtra(input, FIELDS)).toBe(input)
})

import { expect, test } from 'vitest'
import { hideFields, parseHiddenFields } from '../../src/features/hidden-fields.ts'

const RECORD = {
  supplier: 'bedbank',
  code: '1',
  name: 'Hotel Astoria',
  location: { city: 'Wien', postalCode: '1010', coordinates: [48.2, 16.4], address: 'Ring 1' },
  phone: '+43 1 000',
  identifiers: [
    { scheme: 'siret', value: '1' },
    { scheme: 'wikidata', value: 'Q1' },
  ],
  extra: { chainCode: 'A' },
}

function hidden(fields: string): unknown {
  return hideFields(RECORD, parseHiddenFields(fields))
}

test.each([
  ['phone', { ...RECORD, phone: undefined }],
  ['telephone', { ...RECORD, phone: undefined }],
  ['postcode', { ...RECORD, location: { ...RECORD.location, postalCode: undefined } }],
  ['location.postalCode', { ...RECORD, location: { ...RECORD.location, postalCode: undefined } }],
  ['coordinates', { ...RECORD, location: { ...RECORD.location, coordinates: undefined } }],
  ['lat', { ...RECORD, location: { ...RECORD.location, coordinates: undefined } }],
  ['house number', { ...RECORD, location: { ...RECORD.location, address: undefined } }],
  ['location', { ...RECORD, location: undefined }],
  ['ref', { ...RECORD, identifiers: undefined }],
  ['identifiers', { ...RECORD, identifiers: undefined }],
  ['identifiers.siret', { ...RECORD, identifiers: [{ scheme: 'wikidata', value: 'Q1' }] }],
  ['wikidata', { ...RECORD, identifiers: [{ scheme: 'siret', value: '1' }] }],
  ['extra.chainCode', { ...RECORD, extra: {} }],
  ['website, rooms', RECORD],
  ['', RECORD],
])('hides "%s" and nothing else', (fields, rest) => {
  expect(hidden(fields)).toEqual(rest)
})

test('does not change the given record', () => {
  const before = structuredClone(RECORD)
  hidden('ref,lat,postcode,extra.chainCode')
  expect(RECORD).toEqual(before)
})

test('hides several fields', () => {
  const { identifiers: _identifiers, phone: _phone, ...rest } = RECORD
  expect(hidden('phone, website ,ref')).toEqual(rest)
})

test('rejects an unknown field with a list of the existing fields', () => {
  expect(() => parseHiddenFields('phone,phonne')).toThrow(/^There is no field "phonne" to hide; known are ref.*phone/)
})

test.each(['name', 'code', 'source'])('%s cannot be hidden', (field) => {
  expect(() => parseHiddenFields(field)).toThrow('cannot be hidden')
})

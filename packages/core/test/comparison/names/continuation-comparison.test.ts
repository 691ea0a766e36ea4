import { describe, expect, test } from 'vitest'
import { continuationComparison } from '../../../src/comparison/names/continuation-comparison.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import type { RecordContent } from '../../../src/model/supplier-record.ts'
import { wordBits } from '../../../src/text/word-table.ts'

function levelOf(one: RecordContent, other: RecordContent): string {
  const [a, b] = [extractFeatures(one, {}), extractFeatures(other, {})]
  const level = continuationComparison.compare(a, b, wordBits)
  expect(continuationComparison.compare(b, a, wordBits)).toBe(level)
  return level
}

const PARIS = { location: { city: 'Paris', postalCode: '75011' } } as const

describe('a name that continues another name', () => {
  test.each([
    ['with a number behind a kind of place', 'Quxwelby', 'Quxwelby Hotel 2', 'one_number'],
    ['with a number that says it is one', 'Quxwelby', 'Quxwelby No. 2', 'one_number'],
    ['with a number and a description', 'Quxwelby', 'Quxwelby 2 & Spa', 'one_number'],
    ['despite the kinds of place that suppliers add', 'Guesthouse Quxwelby', 'Quxwelby Oost', 'one_place'],
    ['though both have a part of one name', 'Quxwelby Annex', 'Quxwelby Annexe', 'unknown'],
    ['with a number and what a supplier adds', 'Quxwelby', 'Quxwelby 2 Zentrafol', 'one_number'],
    ['though both have a number', 'Quxwelby 12', 'Quxwelby 14', 'unknown'],
    ['each with another part', 'Quxwelby Annex', 'Quxwelby Residence', 'one_part'],
    ['one with a number, one with a part', 'Quxwelby 2', 'Quxwelby Residence', 'one_number'],
    ['with the airport', 'Quxwelby', 'Quxwelby Airport', 'one_kind'],
  ])('%s: %s | %s', (_what, one, other, level) => {
    expect(levelOf({ name: one }, { name: other })).toBe(level)
  })

  test('is unknown where the number is that of the door or the district', () => {
    expect(levelOf({ name: 'Quxwelby', ...PARIS }, { name: 'Quxwelby 11' })).toBe('unknown')
    expect(levelOf({ name: 'Quxwelby', location: { postalCode: '75008' } }, { name: 'Quxwelby 8' })).toBe('unknown')
    expect(levelOf({ name: 'Quxwelby', location: { address: '4 Foo Street' } }, { name: 'Quxwelby 4' })).toBe('unknown')
    expect(levelOf({ name: 'Quxwelby', ...PARIS }, { name: 'Quxwelby 2' })).toBe('one_number')
  })

  test('is unknown where the number follows the city, unless the postcode has another number', () => {
    const city = { location: { city: 'Paris' } }
    expect(levelOf({ name: 'Quxwelby', ...city }, { name: 'Quxwelby Paris 9', ...city })).toBe('unknown')
    expect(levelOf({ name: 'Quxwelby', ...PARIS }, { name: 'Quxwelby Paris 11', ...city })).toBe('unknown')
    expect(levelOf({ name: 'Quxwelby', ...PARIS }, { name: 'Quxwelby Paris 9', ...city })).toBe('one_number')
  })

  test('is unknown where the postcode may contain a district number in another form', () => {
    for (const [city, postalCode, name] of [
      ['Wien', '1070', 'Quxwelby Wien 7'],
      ['Budapest', '1051', 'Quxwelby Budapest 5'],
      ['Dublin', 'D02 XY45', 'Quxwelby Dublin 2'],
      ['Praha', '110 00', 'Quxwelby Praha 1'],
    ] as const) {
      expect(levelOf({ name: 'Quxwelby', location: { city, postalCode } }, { name, location: { city } }), city).toBe(
        'unknown',
      )
    }
  })

  test('is unknown where the number is one of the door numbers', () => {
    const door = (address: string): RecordContent => ({ name: 'Quxwelby', location: { address } })
    expect(levelOf(door('12a Foo Street'), { name: 'Quxwelby 12a' })).toBe('unknown')
    expect(levelOf(door('17-19 Foo Street'), { name: 'Quxwelby 19' })).toBe('unknown')
    expect(levelOf(door('17-19 Foo Street'), { name: 'Quxwelby 2' })).toBe('one_number')
  })

  test('is unknown where another name of one record is the name of the other', () => {
    const both = { name: 'Quxwelby Residence', altNames: [{ name: 'Quxwelby' }] }
    expect(levelOf(both, { name: 'Quxwelby' })).toBe('unknown')
    expect(levelOf({ name: 'Quxwelby Residence' }, { name: 'Quxwelby' })).toBe('one_kind')
  })

  test('is unknown for a direction before the city, and for its airport', () => {
    const there = (city: string): RecordContent => ({ location: { city } })
    expect(levelOf({ name: 'Quxwelby' }, { name: 'Quxwelby West Palm Beach', ...there('Palm Beach') })).toBe('unknown')
    expect(levelOf({ name: 'Quxwelby' }, { name: 'Quxwelby London Airport', ...there('London') })).toBe('unknown')
  })

  test('is unknown for branches of a chain, where one name is only the chain', () => {
    const there = { location: { city: 'Lyon' } }
    expect(levelOf({ name: 'Ibis Budget' }, { name: 'Ibis Budget Lyon Est', ...there })).toBe('unknown')
    expect(levelOf({ name: 'Ibis Quxwelby' }, { name: 'Ibis Quxwelby Est' })).toBe('one_place')
  })

  test('is unknown for words of the city', () => {
    const there = { location: { city: 'Champigny-sur-Marne' } }
    expect(levelOf({ name: 'Quxwelby' }, { name: 'Quxwelby Champigny-sur-Marne', ...there })).toBe('unknown')
    expect(levelOf({ name: 'Quxwelby' }, { name: 'Quxwelby Sur' })).toBe('one_place')
  })

  test.each([
    ['what is counted', 'Quxwelby', 'Quxwelby 2 bedrooms'],
    ['several numbers', 'Quxwelby', 'Quxwelby 24/7'],
    ['a year', 'Quxwelby', 'Quxwelby 1898'],
    ['a kind of place instead of another', 'Quxwelby Apartments', 'Quxwelby Residence'],
    ['a part that both names have somewhere', 'Hotel Tour Quxwelby', 'Quxwelby Tower Hotel'],
    ['a word before the distinguishing words', 'Quxwelby', '9 Hotel Quxwelby'],
    ['a direction with an article', 'Quxwelby Gare', "Quxwelby Gare de l'Est"],
    ['a kind of place in front', 'Quxwelby', 'Résidence Quxwelby'],
    ['a word before a shared word', 'Quxwelby Zentrafol', 'Quxwelby North Zentrafol'],
    ['a word of a part of town', 'Quxwelby', 'Quxwelby West Zentrafol'],
    ['a landmark', 'Quxwelby', 'Quxwelby Tour Eiffel'],
    ['a number before a shared number', 'Hotel Quxwelby Nations', 'Hotel Quxwelby 2 Nations'],
    ['names that differ otherwise', 'Quxwelby Zentrafol', 'Quxwelby Bramtosk 2'],
    ['names without a distinguishing word', 'Hotel', 'Hotel 2'],
  ])('says nothing of %s: %s | %s', (_what, one, other) => {
    expect(levelOf({ name: one }, { name: other })).toBe('unknown')
  })
})

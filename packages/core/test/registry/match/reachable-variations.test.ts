import { loadGazetteer } from '@utpid/gazetteer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENT_RULES } from '../../../src/features/rules/index-version.ts'
import { variationsOf } from '../../../src/matching/variations.ts'
import type { MatchInput } from '../../../src/model/supplier-record.ts'
import { matchQueryOf } from '../../../src/registry/match/match-query.ts'
import { assumedFeatures } from '../../../src/registry/match/what-if-queries.ts'

const gazetteer = loadGazetteer()
const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const INPUT = fc.record({
  name: fc.constantFrom('Hotel Zephyr Paris', 'Nordberg Airport', 'Calle Mayor 3', 'アパホテル'),
  category: some(fc.constantFrom('hotel', 'apartment', 'airport', 'tour')),
  phone: some(fc.constantFrom('+33 1 42 00 00 01', '01 42 00 00 01')),
  brand: some(fc.constant('Accor')),
  location: fc.record({
    coordinates: fc.tuple(degrees(90), degrees(180)),
    precisionMeters: some(fc.integer({ min: 1, max: 100_000 })),
    country: some(fc.constantFrom('FR', 'JP')),
    city: some(fc.constantFrom('Paris', 'Tokyo')),
    address: some(fc.constantFrom('12 Rue du Four', 'Hotel Sol, Calle Mayor 3')),
    postalCode: some(fc.constantFrom('75006', '8001')),
  }),
})

/** Removes undefined values, as the parser of inputs does. */
function inputOf(value: unknown): MatchInput {
  return JSON.parse(JSON.stringify(value)) as MatchInput
}

describe('an assumed place', () => {
  test('changes only the features of that place', () => {
    const derived = { field: 'location.country', code: 'country_derived', message: 'Derived.' } as const
    fc.assert(
      fc.property(INPUT, fc.boolean(), (value, isDerived) => {
        const repairs = isDerived ? [derived] : []
        const input = inputOf(value)
        const question = matchQueryOf(input, repairs, CURRENT_RULES, gazetteer)
        const ofPlace = variationsOf(input, repairs).filter((variation) => variation.isOfPlace)
        expect(ofPlace.length).toBeGreaterThan(0)
        for (const variation of ofPlace) {
          const { features } = matchQueryOf(variation.input, variation.repairs, CURRENT_RULES, gazetteer)
          expect(assumedFeatures(question, variation, CURRENT_RULES, gazetteer)).toEqual(features)
        }
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OneToOne } from '../../src/unlabelled/one-to-one.ts'
import type { NumberedRecord, SupplierRecords } from '../../src/unlabelled/supplier-records.ts'

const SIZE = 6
/** Only the supplier and the number of records matter. */
const FEATURES = {} as NumberedRecord['features']
const RECORDS = Array.from({ length: 2 * SIZE }, (_, at): NumberedRecord => {
  return { features: FEATURES, supplier: Number(at >= SIZE) }
})
const PAIRS = Array.from({ length: SIZE * SIZE }, (_, at) => [Math.floor(at / SIZE), SIZE + (at % SIZE)] as const)
const suppliers = (severalCodes: boolean): SupplierRecords[] => [
  { supplier: 'a', records: Array.from({ length: SIZE }, () => FEATURES) },
  { supplier: 'b', records: Array.from({ length: SIZE }, () => FEATURES), severalCodes },
]
const logOdds = fc.array(fc.double({ min: -20, max: 60, noNaN: true }), {
  minLength: PAIRS.length,
  maxLength: PAIRS.length,
})

/** Tolerance for the rounding of each probability. */
const ROUNDING = 1e-5

test('the matches of a record with another supplier have probabilities of at most 1 together', () => {
  const oneToOne = new OneToOne(PAIRS, RECORDS, suppliers(false))
  fc.assert(
    fc.property(logOdds, (odds) => {
      const probabilities = oneToOne.probabilities(Float64Array.from(odds))
      for (let record = 0; record < RECORDS.length; record++) {
        const own = PAIRS.flatMap((pair, at) => (pair.includes(record) ? [probabilities[at] as number] : []))
        expect(own.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1 + ROUNDING)
      }
    }),
  )
})

test('competitors only lower a probability', () => {
  const oneToOne = new OneToOne(PAIRS, RECORDS, suppliers(false))
  fc.assert(
    fc.property(logOdds, (odds) => {
      const probabilities = oneToOne.probabilities(Float64Array.from(odds))
      for (const [at, each] of odds.entries()) {
        expect(probabilities[at] as number).toBeLessThanOrEqual(1 / (1 + Math.exp(-each)) + ROUNDING)
      }
    }),
  )
})

test('the only pair of two records has the probability of its odds', () => {
  const oneToOne = new OneToOne([[0, SIZE]], RECORDS, suppliers(false))
  expect(oneToOne.probabilities(Float64Array.of(0))[0]).toBe(0.5)
})

test('a record may match several records of a supplier with several codes', () => {
  const pairs = [
    [0, SIZE],
    [0, SIZE + 1],
  ] as const
  const sure = Float64Array.of(20, 20)
  const sumOf = (severalCodes: boolean): number =>
    new OneToOne(pairs, RECORDS, suppliers(severalCodes)).probabilities(sure).reduce((sum, each) => sum + each, 0)
  expect(sumOf(false)).toBeCloseTo(1, 5)
  expect(sumOf(true)).toBeCloseTo(2, 5)
})

test('the stronger of two pairs with a common record is the best', () => {
  const pairs = [
    [0, SIZE],
    [0, SIZE + 1],
    [1, SIZE + 2],
  ] as const
  const best = new OneToOne(pairs, RECORDS, suppliers(false)).bestPairs(Float64Array.of(3, 5, -2))
  expect([...best]).toEqual([0, 1, 1])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { RecordFeatures } from '../../src/features/record-features.ts'
import type { SupplierHabits } from '../../src/model/term-frequency-count.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { PairScorer } from '../../src/scoring/score-pair.ts'
import { MIN_SEVERAL_CODES, sameSupplierBits } from '../../src/scoring/supplier-habits.ts'
import { tableFrequency } from '../../src/scoring/term-frequency-table.ts'

const THRESHOLDS = { match: 0.9, sameSupplierBits: 15 }

function scorerWith(suppliers: Readonly<Record<string, SupplierHabits>>): PairScorer {
  const table = { at: '2026-11-27T00:00:00.000Z', records: 1_000, words: {}, suppliers }
  return new PairScorer(DEFAULT_MODEL, tableFrequency(1, table))
}

describe('sameSupplierBits', () => {
  test('is that of the model for a supplier that seldom lists a product twice, or is unknown', () => {
    expect(sameSupplierBits(THRESHOLDS, undefined)).toBe(15)
    expect(sameSupplierBits(THRESHOLDS, 0)).toBe(15)
    expect(sameSupplierBits(THRESHOLDS, MIN_SEVERAL_CODES - 0.001)).toBe(15)
  })

  test('is that of match for a supplier that lists most products several times', () => {
    expect(sameSupplierBits(THRESHOLDS, 0.5)).toBe(3.17)
    expect(sameSupplierBits(THRESHOLDS, 1)).toBe(3.17)
    expect(sameSupplierBits(THRESHOLDS, 0.2)).toBe(5.17)
  })

  test('never rises with the share, and never is below match', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(sameSupplierBits(THRESHOLDS, high)).toBeLessThanOrEqual(sameSupplierBits(THRESHOLDS, low))
        expect(sameSupplierBits(THRESHOLDS, high)).toBeGreaterThanOrEqual(3.17)
      }),
    )
  })
})

describe('a supplier with several codes for a product', () => {
  const scorer = scorerWith({ wholesaler: { records: 500, severalCodes: 0.4, coordinateErrorMeters: 0 } })
  const of = (supplier: string, code: string): RecordFeatures =>
    extractFeatures(
      { name: 'Hotel Quillhaven', category: 'hotel', location: { coordinates: [48.85661, 2.35221] } },
      { supplier, code },
    )

  test('has fewer bits against a pair of its codes, and needs fewer', () => {
    const usual = DEFAULT_MODEL.thresholds.sameSupplierBits
    expect(scorer.sameSupplierBits('register')).toBe(usual)
    expect(scorer.sameSupplierBits('wholesaler')).toBeLessThan(5)
    const own = scorer.score(of('wholesaler', '1'), of('wholesaler', '2'))
    const usualPair = scorer.score(of('register', '1'), of('register', '2'))
    expect(own.weight).toBeGreaterThan(usualPair.weight + 3)
    expect(scorer.score(of('wholesaler', '1'), of('register', '2')).weight).toBeGreaterThan(own.weight)
  })

  test('has bits that add up in explanations', () => {
    const [one, other] = [of('wholesaler', '1'), of('wholesaler', '2')]
    const levels = scorer.levels(one, other)
    const sum = levels.reduce((total, { bits }) => total + bits, scorer.model.profiles.lodging.prior)
    expect(sum).toBeCloseTo(scorer.score(one, other).weight, 2)
    expect(levels.find(({ comparison }) => comparison.name === 'supplier')?.bits).toBe(-0.58)
    expect(scorer.bitsOfSupplier(one, other)).toBeCloseTo(-0.58, 9)
    expect(scorer.bitsOfSupplier(one, of('register', '1'))).toBe(0)
  })
})

describe('errors of coordinates', () => {
  const at = (latitude: number, supplier: string): ReturnType<typeof extractFeatures> =>
    extractFeatures(
      { name: 'Hotel Quillhaven', location: { coordinates: [latitude, 2.35221] } },
      { supplier, code: '1' },
    )
  const scorer = scorerWith({ portal: { records: 500, severalCodes: 0, coordinateErrorMeters: 300 } })
  const distanceOf = (one: ReturnType<typeof at>, other: ReturnType<typeof at>): string | undefined =>
    scorer.levels(one, other).find(({ comparison }) => comparison.name === 'distance')?.level

  test('make coordinates of the supplier imprecise, on either side', () => {
    // 222 m apart.
    const [portal, register] = [at(48.85, 'portal'), at(48.852, 'register')]
    expect(distanceOf(portal, register)).toBe('within_imprecision')
    expect(distanceOf(register, portal)).toBe('within_imprecision')
    expect(distanceOf(at(48.85, 'other'), register)).toBe('within_250_m')
    // 444 m apart: 144 m more than the error.
    expect(distanceOf(at(48.85, 'portal'), at(48.854, 'register'))).toBe('within_250_m')
    expect(distanceOf(at(48.85, 'other'), at(48.854, 'register'))).toBe('within_500_m')
    expect(scorer.score(portal, register)).toEqual(scorer.score(register, portal))
  })

  test('leave coordinates that are written less precisely, and records without any', () => {
    const rounded = extractFeatures(
      { name: 'Hotel Quillhaven', location: { coordinates: [48.85, 2.35], precisionMeters: 900 } },
      { supplier: 'portal', code: '1' },
    )
    expect(scorer.withHabits(rounded)).toBe(rounded)
    const nowhere = extractFeatures({ name: 'Hotel Quillhaven' }, { supplier: 'portal', code: '1' })
    expect(scorer.withHabits(nowhere)).toBe(nowhere)
  })
})

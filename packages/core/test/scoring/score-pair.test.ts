import { few, runs, times } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { confidenceOfWeight, weightOfConfidence } from '../../src/scoring/match-weight.ts'
import { PairScorer, pairProfile } from '../../src/scoring/score-pair.ts'
import { VETO_CONFIDENCE } from '../../src/scoring/scoring-model.ts'
import { shippedTermFrequency } from '../../src/scoring/term-frequency.ts'
import { arbitraryContent, arbitraryOwn } from '../support/arbitrary-content.ts'
import { glancedScoresAreThose } from './viewed-score-property.ts'

const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
const record = fc.tuple(arbitraryContent, arbitraryOwn).map(([content, own]) => extractFeatures(content, own))

describe('score of a pair', () => {
  test('is symmetric, and its confidence is that of its weight', () => {
    fc.assert(
      fc.property(record, record, (left, right) => {
        const score = scorer.score(left, right)
        expect(scorer.score(right, left)).toEqual(score)
        expect(score.confidence).toBe(confidenceOfWeight(score.weight))
      }),
      runs(few(400)),
    )
  })

  test('asked with a floor it is the same where it reaches it, and absent where it does not', () => {
    fc.assert(
      fc.property(record, record, fc.integer({ min: -3_000, max: 2_000 }), (left, right, hundredths) => {
        const score = scorer.score(left, right)
        for (const least of [hundredths / 100 + 0.005, score.weight - 0.01, score.weight - 1, score.weight + 0.01]) {
          const from = scorer.scoreFrom(left, right, least)
          if (score.weight >= least) expect(from).toEqual(score)
          else expect(from).toBeUndefined()
        }
      }),
      runs(few(400)),
    )
  })

  test('is known to be vetoed by those comparisons alone that may veto', () => {
    const categories = fc.constantFrom('hotel', 'transfer', 'airport', undefined)
    const many = fc
      .tuple(arbitraryContent, arbitraryOwn, categories)
      .map(([content, own, category]) => extractFeatures({ ...content, ...(category && { category }) }, own))
    let vetoed = 0
    fc.assert(
      fc.property(many, many, (left, right) => {
        const score = scorer.score(left, right)
        expect(scorer.isVetoed(left, right)).toBe(score.vetoed)
        if (score.vetoed) vetoed++
      }),
      runs(few(2_000)),
    )
    expect(vetoed).toBeGreaterThan(times(few(20)))
  })

  // 0.7 + 0.1 is 0.7999999999999999 before it is rounded to 0.8.
  test('a floor that is exactly the score is reached', () => {
    const generic = { prior: 0, bits: { phone: { different: 0.7 }, web: { different: 0.1 } }, vetoes: {} }
    const model = { ...DEFAULT_MODEL, profiles: { ...DEFAULT_MODEL.profiles, generic } }
    const exact = new PairScorer(model, shippedTermFrequency())
    const left = extractFeatures({ phone: '01 42 60 30 70', website: 'quxwelby.example' })
    const right = extractFeatures({ phone: '01 53 11 22 33', website: 'zentrafol.example' })
    expect(exact.score(left, right).weight).toBe(0.8)
    expect(exact.scoreFrom(left, right, 0.8)?.weight).toBe(0.8)
  })

  test('is the sum of the prior and the bits of its levels, unless a veto caps it', () => {
    fc.assert(
      fc.property(record, record, (left, right) => {
        const score = scorer.score(left, right)
        const levels = scorer.levels(left, right)
        const sum = levels.reduce((total, { bits }) => total + bits, scorer.priorOf(left, right))
        if (score.vetoed) expect(score.confidence).toBeLessThanOrEqual(VETO_CONFIDENCE)
        else expect(score.weight).toBeCloseTo(sum, 2)
        for (const { level, bits } of levels) if (level === 'unknown') expect(bits).toBe(0)
      }),
      runs(few(500)),
    )
  })

  test('with any floor it equals the plain sum of all levels, in any order of steps', () => {
    const veto = weightOfConfidence(VETO_CONFIDENCE)
    fc.assert(
      fc.property(record, record, fc.integer({ min: -4_000, max: 3_000 }), (left, right, hundredths) => {
        const { vetoes } = DEFAULT_MODEL.profiles[pairProfile(left, right)]
        const prior = scorer.priorOf(left, right)
        const levels = scorer.levels(left, right)
        const plain = levels.reduce((total, { bits }) => total + Math.round(bits * 100), Math.round(prior * 100)) / 100
        const vetoed = levels.some(({ comparison: { name }, level }) => vetoes[name]?.includes(level) === true)
        const weight = vetoed ? Math.min(plain, Math.round(veto * 100) / 100) : plain
        for (const least of [hundredths / 100, weight, weight + 0.01, weight - 0.01]) {
          const score = scorer.scoreFrom(left, right, least)
          expect(score?.weight).toBe(weight + 0 >= least ? weight + 0 : undefined)
        }
      }),
      runs(few(600)),
    )
  })

  test('a veto outweighs everything that agrees', () => {
    const content = {
      category: 'hotel',
      location: { coordinates: [48.85661, 2.35221], address: '12 rue de la Paix', postalCode: '75002' },
      phone: '01 42 60 30 70',
      website: 'quxwelby.example',
      licence: 'L 1',
    } as const
    const twelve = extractFeatures({ ...content, name: 'Quxwelby Hotel 14' })
    const fourteen = extractFeatures({ ...content, name: 'Quxwelby Hotel 16' })
    const score = scorer.score(twelve, fourteen)
    expect(score.vetoed).toBe(true)
    expect(score.confidence).toBeLessThanOrEqual(VETO_CONFIDENCE)
    expect(scorer.score(twelve, twelve).confidence).toBeGreaterThan(0.99)
  })

  test.each([
    ['hotel', 'apartment', 'lodging'],
    ['tour', 'museum', 'activity'],
    ['hotel', 'tour', 'generic'],
    ['hotel', undefined, 'lodging'],
    [undefined, 'transfer', 'transfer'],
    ['igloo', undefined, 'generic'],
  ])('%s and %s are compared as %s', (a, b, profile) => {
    const [left, right] = [a, b].map((category) => extractFeatures(category === undefined ? {} : { category }))
    expect(pairProfile(left as never, right as never)).toBe(profile)
    expect(pairProfile(right as never, left as never)).toBe(profile)
  })

  test('nothing said on either side leaves the prior', () => {
    const silent = extractFeatures({})
    expect(scorer.score(silent, silent).weight).toBe(scorer.priorOf(silent, silent))
  })

  test('without coordinates a pair has a prior and a slope of its own', () => {
    const lodging = { prior: -2, bits: { phone: { same: 5 } }, vetoes: {}, unplaced: { prior: 1, slope: 0.5 } }
    const model = { ...DEFAULT_MODEL, profiles: { ...DEFAULT_MODEL.profiles, lodging } }
    const own = new PairScorer(model, shippedTermFrequency())
    const placed = extractFeatures({
      category: 'hotel',
      phone: '01 42 60 30 70',
      location: { coordinates: [48.85, 2.35] },
    })
    const bare = extractFeatures({ category: 'hotel', phone: '01 42 60 30 70' })
    expect(own.score(placed, placed).weight).toBe(3)
    for (const [left, right] of [
      [placed, bare],
      [bare, placed],
      [bare, bare],
    ] as const) {
      expect(own.score(left, right).weight).toBe(3.5)
      expect(own.priorOf(left, right)).toBe(1)
      expect(own.levels(left, right).find(({ comparison }) => comparison.name === 'phone')?.bits).toBe(2.5)
    }
  })
})

test('a weight that rounds to nothing is 0, never -0, which JSON does not keep', () => {
  const { lodging, ...others } = DEFAULT_MODEL.profiles
  const model = { ...DEFAULT_MODEL, profiles: { ...others, lodging: { ...lodging, prior: -0.001 } } }
  const hotel = extractFeatures({ category: 'hotel' })
  const { weight } = new PairScorer(
    { ...model, profiles: { ...model.profiles, lodging: { ...model.profiles.lodging, bits: {} } } },
    shippedTermFrequency(),
  ).score(hotel, hotel)
  expect(Object.is(weight, 0)).toBe(true)
})

describe('a record scored by feature view', () => {
  test('has the score of the decoded record, for any model, and often needs no decoding', () =>
    glancedScoresAreThose(few(600)))
})

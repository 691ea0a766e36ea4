import { few, runs, times } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeFeatures } from '../../src/features/codec/feature-layout.ts'
import { FeatureView } from '../../src/features/codec/feature-view.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { RecordFeatures } from '../../src/features/record-features.ts'
import type { Profile } from '../../src/model/category.ts'
import type { CustomComparison } from '../../src/schema/custom-comparison.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'
import { fieldComparison } from '../../src/schema/field-comparison.ts'
import { measureComparison } from '../../src/schema/measure-comparison.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { PairScorer, pairProfile } from '../../src/scoring/score-pair.ts'
import { VETO_CONFIDENCE } from '../../src/scoring/scoring-model.ts'
import { shippedTermFrequency } from '../../src/scoring/term-frequency.ts'
import { arbitraryContent, arbitraryOwn } from '../support/arbitrary-content.ts'
import { PARITY, schemaWith, VIEWED_PARITY, withAdded } from '../support/custom-comparisons.ts'

const TERMS = shippedTermFrequency()
const plain = new PairScorer(DEFAULT_MODEL, TERMS)
const floors = fieldComparison({
  name: 'floors',
  version: 1,
  field: 'floors',
  description: 'Whether the numbers of floors agree.',
  levels: ['same', 'different'],
  profiles: ['lodging', 'activity', 'generic'],
  bits: { same: 1.75, different: -2 },
  compare: (left: number, right: number) => (left === right ? 'same' : 'different'),
})
const phoneGap = measureComparison({
  name: 'phone_gap',
  version: 1,
  description: 'The difference of the phone numbers.',
  profiles: Object.keys(defaultSchema.profiles) as Profile[],
  range: [0, 1_000],
  direction: 'lower',
  cuts: [0, 10],
  bits: { up_to_0: 1, up_to_10: 0.5, over_10: -4 },
  measure: ({ phone: a }, { phone: b }) => (a === undefined || b === undefined ? undefined : Math.abs(a - b)),
})
const CUSTOM = [PARITY, VIEWED_PARITY, floors, phoneGap]
const custom = new PairScorer(DEFAULT_MODEL, TERMS, schemaWith(...CUSTOM))

const phone = fc.constantFrom('01 42 60 30 70', '01 42 60 30 71', '01 42 60 30 72', '06 00 00 00 09')
/** Records that often have a phone number and the feature of an added field. */
const record = fc
  .tuple(arbitraryContent, arbitraryOwn, fc.option(phone), fc.option(fc.integer({ min: 1, max: 3 })))
  .map(([content, own, number, floor]): RecordFeatures => {
    const features = extractFeatures({ ...content, ...(number === null ? {} : { phone: number }) }, own)
    return floor === null ? features : withAdded(features, { floors: floor })
  })
const LEVELS = new Set<string>()

describe('with custom comparisons a score', () => {
  test('is the score without them plus the bits of their levels', () => {
    let changed = 0
    fc.assert(
      fc.property(record, record, (left, right) => {
        const before = plain.score(left, right)
        const after = custom.score(left, right)
        const own = custom.schema.profiles[pairProfile(left, right)].comparisons.filter((each) => 'version' in each)
        const bits = own.reduce((sum, each) => {
          const level = each.compare(left, right, TERMS.bits)
          LEVELS.add(`${each.name} ${level}`)
          return sum + ((each as CustomComparison).bits?.[level] ?? 0)
        }, 0)
        expect(after.vetoed).toBe(before.vetoed)
        if (!before.vetoed) expect(after.weight).toBeCloseTo(before.weight + bits, 6)
        if (bits !== 0) changed++
        expect(custom.score(right, left)).toEqual(after)
      }),
      runs(few(1_500)),
    )
    expect(changed).toBeGreaterThan(times(few(50)))
    const declared = CUSTOM.flatMap(({ name, levels }) => levels.map((level) => `${name} ${level}`))
    expect(declared.filter((level) => !LEVELS.has(level))).toEqual([])
  })

  test('is explained by its levels, with their bits, after the levels of the default schema', () => {
    fc.assert(
      fc.property(record, record, (left, right) => {
        const profile = pairProfile(left, right)
        const levels = custom.levels(left, right)
        expect(levels.map(({ comparison }) => comparison.name)).toEqual([
          ...defaultSchema.profiles[profile].comparisons.map(({ name }) => name),
          ...CUSTOM.filter(({ profiles }) => profiles.includes(profile)).map(({ name }) => name),
        ])
        const sum = levels.reduce((total, { bits }) => total + bits, custom.priorOf(left, right))
        const { weight, vetoed } = custom.score(left, right)
        if (!vetoed) expect(weight).toBeCloseTo(sum, 2)
      }),
      runs(few(300)),
    )
  })

  test('is the same from a feature view as from the decoded record, for any floor', () => {
    const view = new FeatureView()
    const stored = record.map(({ added: _, ...features }): RecordFeatures => features)
    fc.assert(
      fc.property(stored, stored, fc.integer({ min: -3_000, max: 2_000 }), (asked, other, hundredths) => {
        const bytes = encodeFeatures(other)
        view.read(bytes, 0, bytes.length)
        const { weight } = custom.score(asked, other)
        for (const least of [hundredths / 100, weight, weight - 0.01, weight + 0.01, Number.NEGATIVE_INFINITY]) {
          const score = custom.scoreView(asked, view, least, () => other)
          expect(score).toEqual(custom.scoreFrom(asked, other, least))
        }
      }),
      runs(few(600)),
    )
  })

  test('is capped by the vetoes of a custom comparison', () => {
    const scorer = new PairScorer(DEFAULT_MODEL, TERMS, schemaWith({ ...PARITY, vetoes: ['unlike'] }))
    const content = { name: 'Quxwelby Hotel', category: 'hotel', location: { coordinates: [48.85, 2.35] } } as const
    const even = extractFeatures({ ...content, phone: '01 42 60 30 70' })
    const odd = extractFeatures({ ...content, phone: '01 42 60 30 71' })
    expect(plain.score(even, odd).confidence).toBeGreaterThan(0.5)
    expect(scorer.score(even, odd)).toMatchObject({ vetoed: true })
    expect(scorer.score(even, odd).confidence).toBeLessThanOrEqual(VETO_CONFIDENCE)
    expect(scorer.isVetoed(even, odd)).toBe(true)
    expect(scorer.isVetoed(even, even)).toBe(false)
  })
})

test('scorers of different schemas do not disturb each other on the same records', () => {
  const scorers = [plain, custom, new PairScorer(DEFAULT_MODEL, TERMS, schemaWith(floors))]
  fc.assert(
    fc.property(record, record, fc.array(fc.nat(2), { maxLength: 8 }), (left, right, order) => {
      const alone = scorers.map((scorer) => scorer.score({ ...left }, { ...right }))
      for (const at of order) expect(scorers[at]?.score(left, right)).toEqual(alone[at])
    }),
    runs(few(300)),
  )
})

test('a comparison that fails ends scoring with its name, and never gives a score', () => {
  const failing = { ...VIEWED_PARITY, compare: () => 'same', compareView: () => 'same' }
  const scorer = new PairScorer(DEFAULT_MODEL, TERMS, schemaWith(failing))
  const hotel = extractFeatures({ category: 'hotel', phone: '01 42 60 30 70' })
  const bytes = encodeFeatures(hotel)
  const view = new FeatureView()
  view.read(bytes, 0, bytes.length)
  const refusal = expect.objectContaining({
    code: 'validation_failed',
    message: expect.stringMatching(/"viewed_parity" \(version 1\) failed: compare.* returned "same"/),
  })
  expect(() => scorer.score(hotel, hotel)).toThrow(refusal)
  expect(() => scorer.levels(hotel, hotel)).toThrow(refusal)
  expect(() => scorer.scoreView(hotel, view, -50, () => hotel)).toThrow(refusal)
  // Another pair is scored as ever after a failure.
  const silent = extractFeatures({ category: 'hotel' })
  expect(scorer.score(hotel, silent)).toEqual(plain.score(hotel, silent))
})

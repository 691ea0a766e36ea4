import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { encodeFeatures } from '../../src/features/codec/feature-layout.ts'
import { FeatureView } from '../../src/features/codec/feature-view.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { Profile } from '../../src/model/category.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { PairScorer } from '../../src/scoring/score-pair.ts'
import { parseScoringModel } from '../../src/scoring/scoring-model.ts'
import { shippedTermFrequency } from '../../src/scoring/term-frequency.ts'
import { tableFrequency } from '../../src/scoring/term-frequency-table.ts'
import { alikeNames } from '../support/alike-names.ts'
import { ARBITRARY_SUPPLIERS, arbitraryContent, arbitraryOwn } from '../support/arbitrary-content.ts'

const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
const record = fc.tuple(arbitraryContent, arbitraryOwn).map(([content, own]) => extractFeatures(content, own))

/** Models in which levels have arbitrary bits and vetoes. */
const models = fc.infiniteStream(fc.integer({ min: -900, max: 900 })).map((numbers) => {
  const next = (): number => (numbers.next().value as number) / 100
  const profiles = Object.entries(defaultSchema.profiles).map(([profile, { comparisons }]) => {
    const bits = comparisons.map(({ name, levels }) => [
      name,
      Object.fromEntries(levels.flatMap((level) => (level === 'unknown' || next() > 6 ? [] : [[level, next()]]))),
    ])
    const vetoes = comparisons.map(({ name, levels }) => [
      name,
      levels.filter((level) => level !== 'unknown' && next() > 8),
    ])
    const unplaced = { prior: next(), slope: 0.1 + Math.abs(next()) / 3 }
    const weights = { prior: -1, bits: Object.fromEntries(bits), vetoes: Object.fromEntries(vetoes) }
    return [profile, next() > 0 ? { ...weights, unplaced } : weights] as const
  })
  return parseScoringModel({ ...DEFAULT_MODEL, profiles: Object.fromEntries(profiles) as Record<Profile, unknown> })
})
/** A version in which the coordinates of every supplier of these records are wrong by hundreds of metres. */
const imprecise = tableFrequency(1, {
  at: '2026-11-27T00:00:00.000Z',
  records: 1_000,
  words: {},
  suppliers: Object.fromEntries(
    ARBITRARY_SUPPLIERS.map((supplier, at) => [
      supplier,
      { records: 500, severalCodes: at / 4, coordinateErrorMeters: 200 + 300 * at },
    ]),
  ),
})
const glance = new FeatureView()
const any = fc.oneof(
  record,
  alikeNames.map((content) => extractFeatures(content)),
)

/**
 * With any model, the feature view gives the same score as the decoded record. Often it rules out a record without
 * decoding it.
 */
export function glancedScoresAreThose(numRuns: number): void {
  let [passed, below] = [0, 0]
  fc.assert(
    fc.property(
      any,
      any,
      fc.option(models, { freq: 3 }),
      fc.constantFrom(shippedTermFrequency(), imprecise),
      fc.integer({ min: -3_000, max: 2_000 }),
      (asked, other, model, frequency, hundredths) => {
        const by = model === null ? scorer : new PairScorer(model, frequency)
        const bytes = encodeFeatures(other)
        glance.read(bytes, 0, bytes.length)
        const { weight } = by.score(asked, other)
        for (const least of [hundredths / 100, weight, weight - 0.01, weight + 0.01, weight + 4, -20, -Infinity]) {
          let isRead = false
          const score = by.scoreView(asked, glance, least, () => {
            isRead = true
            return other
          })
          expect(score).toEqual(by.scoreFrom(asked, other, least))
          if (weight < least) below++
          if (!isRead) passed++
        }
      },
    ),
    runs(numRuns),
  )
  expect(passed / below).toBeGreaterThan(0.1)
}

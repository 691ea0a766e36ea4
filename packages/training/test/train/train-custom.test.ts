import { type CustomComparison, defaultSchema, extendSchema, type RegistrySchema } from '@utpid/core'
import { completeModel, DEFAULT_MODEL, PairScorer, parseScoringModel, shippedTermFrequency } from '@utpid/core/scoring'
import { describe, expect, test } from 'vitest'
import { type LabelledPair, type TrainOptions, trainModel } from '../../src/index.ts'
import { generatedPairs } from '../support/generated-pairs.ts'

/** A field that suppliers nearly always give alike for one product: the parity of a secret number of the product. */
const MARK: CustomComparison = {
  name: 'mark',
  version: 3,
  description: 'Whether the marks agree.',
  levels: ['same', 'different', 'unknown'],
  profiles: ['lodging', 'generic'],
  isPresent: ({ added }) => added?.mark !== undefined,
  compare: ({ added: a }, { added: b }) =>
    a?.mark === undefined || b?.mark === undefined ? 'unknown' : a.mark === b.mark ? 'same' : 'different',
  show: () => undefined,
}

function schemaWith(change: Partial<CustomComparison> = {}): RegistrySchema {
  return extendSchema(defaultSchema, { name: 'marked', comparisons: [{ ...MARK, ...change }] })
}

/** Marks the records of two of three pairs: alike in matches, except one of ten. */
const PAIRS = generatedPairs(11, 900).map((pair, at): LabelledPair => {
  if (at % 3 === 0) return pair
  const isAlike = pair.match ? at % 10 !== 1 : at % 10 === 1
  const right = { ...pair.right, added: { mark: isAlike ? 1 : 2 } }
  return { left: { ...pair.left, added: { mark: 1 } }, right, match: pair.match }
})
const SETS = [{ name: 'marked', pairs: PAIRS }]
const OPTIONS: TrainOptions = { version: 'test-marked', base: DEFAULT_MODEL, seed: 3, schema: schemaWith() }

describe('training with a custom comparison', () => {
  test('learns its bits, and gives a model for the schema', async () => {
    const { model, sets } = await trainModel(SETS, OPTIONS)
    const { mark = {} } = model.profiles.lodging.bits
    expect(mark.same).toBeGreaterThan(1)
    expect(mark.different).toBeLessThan(-1)
    expect(model.comparisons).toEqual({ mark: 3 })
    expect(parseScoringModel(JSON.parse(JSON.stringify(model)), schemaWith())).toEqual(model)
    expect(completeModel(model, schemaWith())).toBe(model)
    const scorer = new PairScorer(model, shippedTermFrequency(), schemaWith())
    const marked = PAIRS.find(({ right }) => right.added?.mark === 2) as LabelledPair
    expect(scorer.levels(marked.left, marked.right)).toContainEqual(
      expect.objectContaining({ level: 'different', bits: mark.different }),
    )
    const wrong = sets.flatMap((set) => set.unseen).filter(({ confidence, match }) => confidence >= 0.5 !== match)
    expect(wrong.length / PAIRS.length).toBeLessThan(0.1)
  })

  test('keeps its default bits without pairs, as for other comparisons', async () => {
    const schema = schemaWith({ bits: { same: 4.5, different: -2 }, vetoes: ['different'] })
    const bare = PAIRS.map(({ left: { added: _, ...left }, right: { added: __, ...right }, match }) => ({
      left,
      right,
      match,
    }))
    const { model } = await trainModel([{ name: 'bare', pairs: bare }], { ...OPTIONS, schema })
    for (const profile of ['lodging', 'generic'] as const) {
      expect(model.profiles[profile].bits.mark).toEqual({ same: 4.5, different: -2 })
      expect(model.profiles[profile].vetoes.mark).toEqual(['different'])
    }
    const silent = await trainModel([{ name: 'bare', pairs: bare }], OPTIONS)
    expect(silent.model.profiles.lodging.bits.mark).toEqual({})
  })

  test('without the schema, ignores it', async () => {
    const { schema: _, ...options } = OPTIONS
    const { model } = await trainModel(SETS, options)
    expect(model.comparisons).toBeUndefined()
    expect(model.profiles.lodging.bits).not.toHaveProperty('mark')
  })
})

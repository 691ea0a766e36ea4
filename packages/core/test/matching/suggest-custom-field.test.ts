import { expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { decide } from '../../src/matching/decide.ts'
import { explainPair } from '../../src/matching/explain.ts'
import type { ScoredProduct } from '../../src/matching/scored-product.ts'
import { suggestFields } from '../../src/matching/suggest-fields.ts'
import { fieldComparison } from '../../src/schema/field-comparison.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { PairScorer } from '../../src/scoring/score-pair.ts'
import { shippedTermFrequency } from '../../src/scoring/term-frequency.ts'
import { schemaWith, withAdded } from '../support/custom-comparisons.ts'

const floors = fieldComparison({
  name: 'floors',
  version: 1,
  field: 'floors',
  description: 'Whether the numbers of floors agree.',
  levels: ['same', 'different'],
  profiles: ['lodging'],
  bits: { same: 30, different: -3 },
  compare: (left: number, right: number) => (left === right ? 'same' : 'different'),
})
const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency(), schemaWith(floors))
const RECORD = { supplier: 'alpha', code: '1', name: 'Quxwelby', category: 'hotel', extra: { floors: 3 } }
const features = withAdded(extractFeatures(RECORD), { floors: 3, other: 1 })

test.each<[string, Record<string, number> | undefined, boolean]>([
  ['an input without added fields', undefined, true],
  ['an input with another added field', { other: 2 }, true],
  ['an input with the field', { floors: 4 }, false],
])('an added field is suggested to %s: %s', (_what, added, isSuggested) => {
  const content = { name: 'Quxwelby', category: 'hotel', ...(added?.floors && { extra: { floors: added.floors } }) }
  const plain = extractFeatures(content)
  const input = added === undefined ? plain : withAdded(plain, added)
  const product: ScoredProduct = { productId: 1, recordId: 1, features, score: scorer.score(input, features) }
  const decidedInputs: unknown[] = []
  const suggestions = suggestFields(scorer, {
    input,
    products: [product],
    recordsOf: () => [features],
    explanation: explainPair(scorer, { content, features: input }, { content: RECORD, features }),
    decide: (asked, products) => {
      decidedInputs.push(asked.added)
      return decide(products, DEFAULT_MODEL.thresholds, 0)
    },
  })
  const found = suggestions.filter(({ field }) => field === 'floors')
  expect(found).toEqual(
    isSuggested ? [{ field: 'floors', bits: 30, bitsAgainst: -3, bitsAhead: null, enough: true }] : [],
  )
  if (isSuggested) expect(decidedInputs).toContainEqual({ ...added, floors: 3 })
})

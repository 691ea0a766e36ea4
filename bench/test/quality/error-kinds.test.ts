import type { RecordContent } from '@utpid/core'
import { DEFAULT_MODEL, extractFeatures, PairScorer, termFrequencyOf } from '@utpid/core/scoring'
import { describe, expect, test } from 'vitest'
import { errorKind, errorKinds } from '../../quality/findings/error-kinds.ts'

const PLACE = { coordinates: [48.85661, 2.35221] as [number, number] }
const FAR = { coordinates: [48.86221, 2.35221] as [number, number] }

function kindOf(isMissed: boolean, a: RecordContent, b: RecordContent): string {
  const [left, right] = [extractFeatures(a), extractFeatures(b)]
  const scorer = new PairScorer(DEFAULT_MODEL, termFrequencyOf([left, right]))
  return errorKind(isMissed, scorer.levels(left, right)).id
}

describe('the kind of an error', () => {
  test.each([
    ['same-name-one-door', PLACE, 'Quxwelby', PLACE],
    ['part-at-one-door', PLACE, 'Quxwelby Zentrafol', PLACE],
    ['same-name-elsewhere', PLACE, 'Quxwelby', FAR],
    ['other', PLACE, 'Bramtosk', PLACE],
  ])('wrongly called a match: %s', (kind, location, name, other) => {
    expect(kindOf(false, { name: 'Quxwelby', location }, { name, location: other })).toBe(kind)
  })

  test.each([
    ['same-name-elsewhere', PLACE, 'Quxwelby', FAR],
    ['part-elsewhere', PLACE, 'Quxwelby Zentrafol', FAR],
    ['part-at-one-door', PLACE, 'Quxwelby Zentrafol', PLACE],
    ['other-name-one-door', PLACE, 'Bramtosk', PLACE],
    ['other', PLACE, 'Bramtosk', FAR],
  ])('missed: %s', (kind, location, name, other) => {
    expect(kindOf(true, { name: 'Quxwelby', location }, { name, location: other })).toBe(kind)
  })

  test('every kind has a name of its own', () => {
    for (const isMissed of [false, true]) {
      const ids = errorKinds(isMissed).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })
})

import type { PairEvidence } from '@utpid/core/operations'
import { expect, test } from 'vitest'
import { weightSteps } from '../../src/explain/explained-pair.ts'

function vetoed(weight: number): PairEvidence {
  return {
    a: null,
    b: null,
    confidence: 0.1,
    signature: '',
    weight,
    prior: -3,
    vetoed: true,
    competition: null,
    comparisons: [],
  }
}

test('what a veto takes is a step, unless it would be shown as nothing', () => {
  expect(weightSteps(vetoed(-5)).at(-1)).toEqual({ what: 'capped by a veto', bits: -2 })
  expect(weightSteps(vetoed(-3.04))).toEqual([{ what: 'before any', bits: -3 }])
})

import { type CustomComparison, defaultSchema, extendSchema } from '@utpid/core'
import { completeModel, DEFAULT_MODEL, parseScoringModel } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { weightsOf } from '../../src/weights/profile-weights.ts'

const MARK: CustomComparison = {
  name: 'mark',
  version: 1,
  description: 'Whether the marks agree.',
  levels: ['same', 'different', 'unknown'],
  profiles: ['lodging'],
  compare: () => 'unknown',
  show: () => undefined,
}

test('bits beyond the range of a model are limited to it, so that the model is valid', () => {
  const schema = extendSchema(defaultSchema, { name: 'marked', comparisons: [MARK] })
  const base = completeModel(DEFAULT_MODEL, schema)
  const bits = { same: 39, different: -38 } as Readonly<Record<string, number>>
  const fitted = { bitsOf: (_: string, name: string, level: string) => (name === 'mark' ? bits[level] : undefined) }
  const lodging = weightsOf('lodging', fitted, base, schema, { slope: 1.5, prior: -50 })
  expect([lodging.bits.mark, lodging.prior]).toEqual([{ same: 40, different: -40 }, -40])
  const model = { ...base, profiles: { ...base.profiles, lodging } }
  expect(parseScoringModel(JSON.parse(JSON.stringify(model)), schema)).toEqual(model)
})

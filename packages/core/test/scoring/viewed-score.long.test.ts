import { test } from 'vitest'
import { glancedScoresAreThose } from './viewed-score-property.ts'

test('a record scored by feature view has the score of the decoded record, for any model', () =>
  glancedScoresAreThose(20_000))

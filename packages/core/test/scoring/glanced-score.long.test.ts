import { test } from 'vitest'
import { glancedScoresAreThose } from './glanced-score-property.ts'

test('a record that is glanced at has the score of a record that is read, by any model', () =>
  glancedScoresAreThose(20_000))

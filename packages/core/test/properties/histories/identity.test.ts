import { test } from 'vitest'
import {
  eventsTellWhatHappened,
  everyIdLocatesForEver,
  oneRevisionOneAnswer,
  repeatingHasNoEffect,
} from './identity-properties.ts'

test('every UTPID ever minted can be located for ever in one lookup, and no two products share one', () =>
  everyIdLocatesForEver(15))

test('a follower of the events has every product, alert, move and update', () => eventsTellWhatHappened(25))

test('importing unchanged records writes nothing', () => repeatingHasNoEffect(10))

test('one revision of a product has one result', () => oneRevisionOneAnswer(10))

import { test } from 'vitest'
import {
  eventsTellWhatHappened,
  everyIdLocatesForEver,
  oneRevisionOneAnswer,
  repeatingHasNoEffect,
} from './identity-properties.ts'

test('every UTPID ever given locates for ever, in one hop, and no two products share one', () =>
  everyIdLocatesForEver(40))

test('a follower of the events knows every product, alert, move and update', () => eventsTellWhatHappened(40))

test('importing again what is there writes nothing', () => repeatingHasNoEffect(25))

test('one revision of a product has one answer', () => oneRevisionOneAnswer(30))

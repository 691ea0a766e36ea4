import { test } from 'vitest'
import {
  damageIsFound,
  exportIsOfOneChange,
  feedMakesTheSameRegistry,
  restoredRegistryGoesOn,
} from './copy-properties.ts'

test('a mirror that follows the feed in any slices, while others write, becomes the same registry', () =>
  feedMakesTheSameRegistry(8))

test('an export that is taken while others write is the registry after one change', () => exportIsOfOneChange(8))

test('an export restores to the same registry, which goes on to the same groups', () => restoredRegistryGoesOn(8))

test('an export of which anything is another thing is refused with its line, never restored as another registry', () =>
  damageIsFound(4))

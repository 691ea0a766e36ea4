import { test } from 'vitest'
import {
  damageIsFound,
  exportIsOfOneChange,
  feedMakesTheSameRegistry,
  restoredExportIsEqual,
  restoredRegistryGoesOn,
} from './copy-properties.ts'

test('a replica that follows the change feed in any slices during writes equals its registry', () =>
  feedMakesTheSameRegistry(3))

test('an export taken during writes is the registry as of one change', () => exportIsOfOneChange(3))

test('an export restores to the same registry, which later gets the same clusters', () => restoredRegistryGoesOn(3))

test('the export of a restored registry has the same rows', () => restoredExportIsEqual(3))

test('a changed export is rejected with its line, and never restored as another registry', () => damageIsFound(2))

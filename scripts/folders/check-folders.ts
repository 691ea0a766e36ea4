/**
 * Checks the folders of every package: no folder has too many files, folders do not import each other in a circle, and
 * folders of core import only lower folders. `scripts/test/folders.test.ts` checks that each rule reports violations.
 */
import { crowdedFolders, importCircles, importsUpward } from './folder-rules.ts'
import { repositoryFolders } from './repository-folders.ts'

/** Folders of core, lowest first. CONTRIBUTING.md contains the same order. */
const CORE_LAYERS: readonly (readonly string[])[] = [
  ['encoding', 'model', 'runtime'],
  ['fields', 'geo', 'text'],
  ['storage'],
  ['features'],
  ['blocking', 'comparison', 'ingest'],
  ['schema'],
  ['scoring'],
  ['drift'],
  ['clustering', 'matching'],
  ['golden-record'],
  ['registry'],
]

const { sources, tests } = repositoryFolders()
const complaints = [
  ...crowdedFolders(sources),
  ...crowdedFolders(tests),
  ...importCircles(sources),
  ...importsUpward(sources, 'packages/core/src', CORE_LAYERS),
]
for (const complaint of complaints) console.error(complaint)
console.log(`${sources.sizes.size + tests.sizes.size} folders, ${complaints.length} complaints`)
process.exitCode = complaints.length === 0 ? 0 : 1

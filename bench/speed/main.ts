/**
 * `npm run bench -- speed [--part NAME]... [--records N] [--export FILE] [--work FOLDER] [--seconds N] [--megabytes N]
 * [--import N] [--runs N] [--valid] [--page FILE]`: measures the speed and quality of search and match, and compares
 * them with three engines. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { batchPart } from './parts/batch-part.ts'
import { importPart } from './parts/import-part.ts'
import { knownItemPart } from './parts/known-item-part.ts'
import { matchPart } from './parts/match-part.ts'
import { reclusterPart } from './parts/recluster-part.ts'
import { searchPart } from './parts/search-part.ts'
import { updatesPart } from './parts/updates-part.ts'
import { speedPage } from './report/speed-page.ts'

const PARTS = [searchPart, matchPart, batchPart, updatesPart, importPart, reclusterPart, knownItemPart]

await runBench('speed', PARTS, {
  options: ['records', 'export', 'seconds', 'megabytes', 'import', 'runs'],
  keeping: ['work'],
  page: speedPage,
})

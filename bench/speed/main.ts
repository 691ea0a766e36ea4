/**
 * `npm run bench -- speed [--part NAME]... [--records N] [--export FILE] [--work FOLDER] [--seconds N] [--megabytes N]
 * [--import N] [--runs N] [--valid] [--page FILE]`: how fast and how well search and match answer, beside three engines. See ../README.md.
 */
import { runBench } from '../report/run-bench.ts'
import { batchPart } from './batch-part.ts'
import { importPart } from './import-part.ts'
import { knownItemPart } from './known-item-part.ts'
import { matchPart } from './match-part.ts'
import { regroupPart } from './regroup-part.ts'
import { speedPage } from './report/speed-page.ts'
import { searchPart } from './search-part.ts'
import { emptySpeedFindings } from './speed-findings.ts'
import { SpeedPlaces } from './speed-place.ts'
import { updatesPart } from './updates-part.ts'

const findings = emptySpeedFindings()
const places = new SpeedPlaces()

await runBench(
  'speed',
  [
    searchPart(places, findings),
    matchPart(places),
    batchPart(places),
    updatesPart(places),
    importPart(places),
    regroupPart(places),
    knownItemPart(findings),
  ],
  {
    options: ['records', 'export', 'seconds', 'megabytes', 'import', 'runs'],
    keeping: ['work'],
    page: (run) => speedPage(run, findings),
  },
)

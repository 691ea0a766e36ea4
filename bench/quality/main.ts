/**
 * `npm run bench -- quality [--part NAME]... [--valid] [--matcher COMMAND] [--base FOLDER] [--page FILE]`: the open
 * benchmark of matching. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { costPart } from './cost/cost-part.ts'
import { emptyFindings } from './findings/quality-findings.ts'
import { blockingPart } from './parts/blocking-part.ts'
import { calibrationPart } from './parts/calibration-part.ts'
import { citiesPart } from './parts/cities-part.ts'
import { countriesPart } from './parts/countries-part.ts'
import { errorsPart } from './parts/errors-part.ts'
import { overturePart } from './parts/overture-part.ts'
import { pairsPart } from './parts/pairs-part.ts'
import { precisionPart } from './parts/precision-part.ts'
import { profilesPart } from './parts/profiles-part.ts'
import { registryPart } from './parts/registry-part.ts'
import { repairsPart } from './parts/repairs-part.ts'
import { speedPart } from './parts/speed-part.ts'
import { townsPart } from './parts/towns-part.ts'
import { unlabelledPart } from './parts/unlabelled-part.ts'
import { qualityPage } from './report/quality-page.ts'
import { blurPart } from './suppliers/blur-part.ts'
import { codesPart } from './suppliers/codes-part.ts'

const findings = emptyFindings()

await runBench(
  'quality',
  [
    pairsPart(findings),
    errorsPart,
    citiesPart,
    unlabelledPart,
    overturePart,
    precisionPart,
    calibrationPart,
    countriesPart,
    blockingPart,
    registryPart,
    repairsPart,
    townsPart,
    profilesPart,
    blurPart,
    codesPart,
    speedPart,
    costPart,
  ],
  {
    options: ['matcher', 'matcher-timeout', 'base'],
    page: (run) => qualityPage(run, findings),
  },
)

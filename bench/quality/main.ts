/**
 * `npm run bench -- quality [--part NAME]... [--valid] [--matcher COMMAND] [--page FILE]`: the open benchmark of
 * matching. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { emptyFindings } from './findings/quality-findings.ts'
import { blockingPart } from './parts/blocking-part.ts'
import { calibrationPart } from './parts/calibration-part.ts'
import { citiesPart } from './parts/cities-part.ts'
import { errorsPart } from './parts/errors-part.ts'
import { pairsPart } from './parts/pairs-part.ts'
import { profilesPart } from './parts/profiles-part.ts'
import { registryPart } from './parts/registry-part.ts'
import { repairsPart } from './parts/repairs-part.ts'
import { speedPart } from './parts/speed-part.ts'
import { townsPart } from './parts/towns-part.ts'
import { unlabelledPart } from './parts/unlabelled-part.ts'
import { qualityPage } from './report/quality-page.ts'

const findings = emptyFindings()

await runBench(
  'quality',
  [
    pairsPart(findings),
    errorsPart,
    citiesPart,
    unlabelledPart,
    calibrationPart,
    blockingPart,
    registryPart,
    repairsPart,
    townsPart,
    profilesPart,
    speedPart,
  ],
  {
    options: ['matcher', 'matcher-timeout'],
    page: (run) => qualityPage(run, findings),
  },
)

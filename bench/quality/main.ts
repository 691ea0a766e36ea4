/**
 * `npm run bench -- quality [--part NAME]... [--valid] [--matcher COMMAND] [--page FILE]`: the open benchmark of
 * matching. See ../README.md.
 */
import { runBench } from '../report/run-bench.ts'
import { blockingPart } from './blocking-part.ts'
import { calibrationPart } from './calibration-part.ts'
import { citiesPart } from './cities-part.ts'
import { errorsPart } from './errors-part.ts'
import { pairsPart } from './pairs-part.ts'
import { profilesPart } from './profiles-part.ts'
import { emptyFindings } from './quality-findings.ts'
import { registryPart } from './registry-part.ts'
import { repairsPart } from './repairs-part.ts'
import { qualityPage } from './report/quality-page.ts'
import { speedPart } from './speed-part.ts'
import { townsPart } from './towns-part.ts'

const findings = emptyFindings()

await runBench(
  'quality',
  [
    pairsPart(findings),
    errorsPart,
    citiesPart,
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

/**
 * `npm run bench -- quality [--part NAME]... [--valid] [--matcher COMMAND] [--page FILE]`: the open benchmark of
 * matching. See ../README.md.
 */
import { runBench } from '../report/run-bench.ts'
import { pairsPart } from './pairs-part.ts'
import { emptyFindings } from './quality-findings.ts'

const findings = emptyFindings()

await runBench('quality', [pairsPart(findings)], { options: ['matcher', 'matcher-timeout'] })

/**
 * `npm run bench -- rules [--part NAME]... [--seed N] [--dirty]`: what happens to identity when suppliers change their
 * minds, people decide and time passes. See ../README.md.
 */
import { runBench } from '../report/run-bench.ts'
import { driftPart } from './drift-part.ts'

await runBench('rules', [driftPart])

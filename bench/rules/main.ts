/**
 * `npm run bench -- rules [--part NAME]... [--seed N] [--dirty]`: identity under changing supplier data, decisions and
 * time. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { testsPart } from '../harness/tests-part.ts'
import { chainsPart } from './chains-part.ts'
import { costPart } from './cost-part.ts'
import { driftPart } from './drift-part.ts'
import { functionPart } from './function-part.ts'
import { IDENTITY } from './proofs.ts'
import { reviewPart } from './review-part.ts'

await runBench('rules', [
  driftPart,
  reviewPart,
  chainsPart,
  costPart,
  functionPart,
  testsPart('identity', IDENTITY, 'long'),
])

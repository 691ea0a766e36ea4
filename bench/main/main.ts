/**
 * `npm run bench -- main [--part NAME]... [--valid] [--seed N] [--dirty]`: the requirements of the first complete
 * version. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { testsPart } from '../harness/tests-part.ts'
import { importPart } from './import-part.ts'
import { orderPart } from './order-part.ts'
import { pairsPart } from './pairs-part.ts'
import { BAD_INPUT, PROPERTIES } from './proofs.ts'
import { registryPart } from './registry-part.ts'

await runBench('main', [
  registryPart,
  pairsPart,
  importPart,
  orderPart,
  testsPart('properties', PROPERTIES),
  testsPart('bad-input', BAD_INPUT),
])

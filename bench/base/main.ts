/**
 * `npm run bench -- base [--part NAME]... [--seed N] [--dirty]`: the foundation: search, data at scale, and no data
 * loss. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { testsPart } from '../harness/tests-part.ts'
import { fuzzPart } from './fuzz-part.ts'
import { generatorPart } from './generator-part.ts'
import { linkagePart } from './linkage-part.ts'
import { orderPart } from './order-part.ts'
import { NOTHING_LOST } from './proofs.ts'
import { reindexPart } from './reindex-part.ts'
import { scalePart } from './scale-part.ts'
import { searchPart } from './search-part.ts'

await runBench('base', [
  searchPart,
  generatorPart,
  scalePart,
  orderPart,
  reindexPart,
  testsPart('nothing-lost', NOTHING_LOST, 'long'),
  fuzzPart,
  linkagePart,
])

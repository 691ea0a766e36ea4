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
import { reindexPart } from './reindex-part.ts'
import { scalePart } from './scale-part.ts'
import { searchPart } from './search-part.ts'

const CORE = 'packages/core/test'
const FOLDER = 'packages/adapter-folder/test'
const MEMORY = 'packages/adapter-memory/test'

/** Long tests of kills, damage and random histories. */
const nothingLostPart = testsPart(
  'nothing-lost',
  [
    [
      'nothing-lost.kills',
      'kill -9 at random moments of imports, commits and reindexing',
      3,
      `${CORE}/killed/`,
      `${FOLDER}/failure/acknowledged`,
      `${FOLDER}/failure/killed-reindex`,
    ],
    [
      'nothing-lost.power',
      'power cuts: an acknowledgement never comes before its flush',
      1,
      `${FOLDER}/failure/power-cut`,
    ],
    [
      'nothing-lost.damage',
      'damaged ledgers and locks: refused with the cure, or read right',
      2,
      `${FOLDER}/failure/damaged-ledger`,
      `${FOLDER}/lock/process-lock`,
    ],
    [
      'nothing-lost.model',
      '1,000 random histories agree with a model, on both ledgers, and replay from the feed',
      3,
      `${FOLDER}/open/random-histories`,
      `${MEMORY}/storage/random-histories`,
      `${CORE}/properties/histories/copy`,
    ],
    [
      'nothing-lost.reindex',
      'reindexing during writes gives the same registry as importing again',
      1,
      `${CORE}/properties/rebuild/reindex`,
    ],
    [
      'fuzz.long',
      '100,000 hostile records: accepted, repaired or rejected; nothing crashes, nothing is lost',
      1,
      `${CORE}/bad-input/fuzz`,
    ],
  ],
  'long',
)

await runBench('base', [
  searchPart,
  generatorPart,
  scalePart,
  orderPart,
  reindexPart,
  nothingLostPart,
  fuzzPart,
  linkagePart,
])

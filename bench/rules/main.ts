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
import { reviewPart } from './review-part.ts'

const TESTS = 'packages/core/test'
const HISTORIES = `${TESTS}/properties/histories`
const LIVING = '10,000 random histories: every id, alias and code locates, undo restores, counters equal a recount'

/** Long tests of identity. */
const identityPart = testsPart(
  'identity',
  [
    ['identity.histories', LIVING, 5, `${HISTORIES}/living`, `${HISTORIES}/identity`],
    ['identity.replay', 'the feed replayed on an empty ledger gives the same registry', 2, `${HISTORIES}/copy`],
    ['identity.function', 'groups are a function of the records, in any order and batching', 2, `${HISTORIES}/order`],
    [
      'identity.killed',
      'kill -9 at 100 random moments of merges, splits and rulings',
      1,
      `${TESTS}/killed/killed-decisions`,
    ],
  ],
  'long',
)

await runBench('rules', [driftPart, reviewPart, chainsPart, costPart, functionPart, identityPart])

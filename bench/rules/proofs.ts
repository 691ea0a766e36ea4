import type { Proof } from '../harness/tests-part.ts'

const CORE_TESTS = 'packages/core/test'

/** Long tests of identity. */
export const IDENTITY: readonly Proof[] = [
  {
    id: 'identity.histories',
    what: '10,000 random histories: every id, alias and code locates, undo restores, counters equal a recount',
    paths: [`${CORE_TESTS}/properties/histories/living`, `${CORE_TESTS}/properties/histories/identity`],
    min: 5,
  },
  {
    id: 'identity.replay',
    what: 'the feed replayed on an empty ledger gives the same registry',
    paths: [`${CORE_TESTS}/properties/histories/copy`],
    min: 2,
  },
  {
    id: 'identity.function',
    what: 'groups are a function of the records, in any order and batching',
    paths: [`${CORE_TESTS}/properties/histories/order`],
    min: 2,
  },
  {
    id: 'identity.killed',
    what: 'kill -9 at 100 random moments of merges, splits and rulings',
    paths: [`${CORE_TESTS}/killed/killed-decisions`],
    min: 1,
  },
]

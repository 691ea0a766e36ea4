import type { Proof } from '../harness/tests-part.ts'

const CORE_TESTS = 'packages/core/test'
const MEMORY_TESTS = 'packages/adapter-memory/test'

/** What long tests prove: kills, damage, random histories. */
export const NOTHING_LOST: readonly Proof[] = [
  {
    id: 'nothing-lost.kills',
    what: 'kill -9 at random moments of imports, commits and reindexing',
    paths: [`${CORE_TESTS}/killed/`, `${MEMORY_TESTS}/durable/acknowledged`, `${MEMORY_TESTS}/durable/killed-reindex`],
    least: 3,
  },
  {
    id: 'nothing-lost.power',
    what: 'power cuts: an acknowledgement never comes before its flush',
    paths: [`${MEMORY_TESTS}/durable/power-cut`],
    least: 1,
  },
  {
    id: 'nothing-lost.damage',
    what: 'damaged ledgers and locks: refused with the cure, or read right',
    paths: [`${MEMORY_TESTS}/durable/damaged-ledger`, `${MEMORY_TESTS}/durable/process-lock`],
    least: 2,
  },
  {
    id: 'nothing-lost.model',
    what: '1,000 random histories agree with a model, on both ledgers, and replay from the feed',
    paths: [`${MEMORY_TESTS}/random-histories`, `${CORE_TESTS}/properties/histories/copy`],
    least: 3,
  },
  {
    id: 'nothing-lost.reindex',
    what: 'reindexing beside any writes gives what filling anew gives',
    paths: [`${CORE_TESTS}/properties/rebuild/reindex`],
    least: 1,
  },
  {
    id: 'fuzz.long',
    what: '100,000 hostile records: accepted, repaired or rejected; nothing crashes, nothing is lost',
    paths: [`${CORE_TESTS}/bad-input/fuzz`],
    least: 1,
  },
]

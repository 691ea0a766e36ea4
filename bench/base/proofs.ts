import type { Proof } from '../harness/tests-part.ts'

const CORE_TESTS = 'packages/core/test'
const FOLDER_TESTS = 'packages/adapter-folder/test'
const MEMORY_TESTS = 'packages/adapter-memory/test'

/** Long tests of kills, damage and random histories. */
export const NOTHING_LOST: readonly Proof[] = [
  {
    id: 'nothing-lost.kills',
    what: 'kill -9 at random moments of imports, commits and reindexing',
    paths: [`${CORE_TESTS}/killed/`, `${FOLDER_TESTS}/failure/acknowledged`, `${FOLDER_TESTS}/failure/killed-reindex`],
    min: 3,
  },
  {
    id: 'nothing-lost.power',
    what: 'power cuts: an acknowledgement never comes before its flush',
    paths: [`${FOLDER_TESTS}/failure/power-cut`],
    min: 1,
  },
  {
    id: 'nothing-lost.damage',
    what: 'damaged ledgers and locks: refused with the cure, or read right',
    paths: [`${FOLDER_TESTS}/failure/damaged-ledger`, `${FOLDER_TESTS}/lock/process-lock`],
    min: 2,
  },
  {
    id: 'nothing-lost.model',
    what: '1,000 random histories agree with a model, on both ledgers, and replay from the feed',
    paths: [
      `${FOLDER_TESTS}/open/random-histories`,
      `${MEMORY_TESTS}/storage/random-histories`,
      `${CORE_TESTS}/properties/histories/copy`,
    ],
    min: 3,
  },
  {
    id: 'nothing-lost.reindex',
    what: 'reindexing beside any writes gives what filling anew gives',
    paths: [`${CORE_TESTS}/properties/rebuild/reindex`],
    min: 1,
  },
  {
    id: 'fuzz.long',
    what: '100,000 hostile records: accepted, repaired or rejected; nothing crashes, nothing is lost',
    paths: [`${CORE_TESTS}/bad-input/fuzz`],
    min: 1,
  },
]

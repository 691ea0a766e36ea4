import type { Proof } from '../harness/tests-part.ts'

const CORE_TESTS = 'packages/core/test'

/** Properties proved by tests with random input. */
export const PROPERTIES: readonly Proof[] = [
  {
    id: 'properties.symmetric',
    what: 'comparing is symmetric',
    paths: [`${CORE_TESTS}/comparison/`, `${CORE_TESTS}/scoring/`],
    min: 1,
  },
  {
    id: 'properties.candidates',
    what: 'candidates contain every pair that shares a key under the limit',
    paths: [`${CORE_TESTS}/properties/histories/edges`, `${CORE_TESTS}/blocking/`],
    min: 1,
  },
  {
    id: 'properties.groups',
    what: 'groups keep vetoed and same-supplier pairs apart',
    paths: [`${CORE_TESTS}/clustering/`],
    min: 1,
  },
  {
    id: 'properties.utpid',
    what: 'a UTPID survives being typed badly or is refused',
    paths: [`${CORE_TESTS}/model/utpid`],
    min: 1,
  },
  {
    id: 'properties.histories',
    what: 'any history: same groups, no id dies, events tell',
    paths: [`${CORE_TESTS}/properties/histories/order`, `${CORE_TESTS}/properties/histories/identity`],
    min: 1,
  },
]

/** One test for each row of the table of broken records and files. */
export const BAD_INPUT: readonly Proof[] = [
  {
    id: 'bad-input',
    what: 'broken records and files: repaired or rejected as documented',
    paths: [`${CORE_TESTS}/bad-input`],
    min: 60,
  },
]

/**
 * `npm run bench -- main [--part NAME]... [--valid] [--seed N] [--dirty]`: the requirements of the first complete
 * version. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { testsPart } from '../harness/tests-part.ts'
import { importPart } from './import-part.ts'
import { orderPart } from './order-part.ts'
import { pairsPart } from './pairs-part.ts'
import { registryPart } from './registry-part.ts'

const CORE_TESTS = 'packages/core/test'
const HISTORIES = `${CORE_TESTS}/properties/histories`

await runBench('main', [
  registryPart,
  pairsPart,
  importPart,
  orderPart,
  testsPart('properties', [
    ['properties.symmetric', 'comparing is symmetric', 1, `${CORE_TESTS}/comparison/`, `${CORE_TESTS}/scoring/`],
    [
      'properties.candidates',
      'candidates contain every pair that shares a key under the limit',
      1,
      `${HISTORIES}/edges`,
      `${CORE_TESTS}/blocking/`,
    ],
    ['properties.groups', 'groups keep vetoed and same-supplier pairs apart', 1, `${CORE_TESTS}/clustering/`],
    ['properties.utpid', 'a UTPID survives being typed badly or is refused', 1, `${CORE_TESTS}/model/utpid`],
    [
      'properties.histories',
      'any history: same groups, no id dies, events tell',
      1,
      `${HISTORIES}/order`,
      `${HISTORIES}/identity`,
    ],
  ]),
  // One test for each row of the table of broken records and files.
  testsPart('bad-input', [
    ['bad-input', 'broken records and files: repaired or rejected as documented', 60, `${CORE_TESTS}/bad-input`],
  ]),
])

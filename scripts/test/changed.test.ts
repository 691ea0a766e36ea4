import { longTest } from '@utpid/testing'
import { expect, test } from 'vitest'
import { testsOf } from '../tests/test-graph.ts'

longTest('a change affects exactly the tests that import it, directly or through other packages', async () => {
  const tests = await testsOf(['packages/feed/src/mapping/coordinates.ts'])
  expect(tests).toContain('packages/feed/test/mapping/to-record.test.ts')
  expect(tests).toContain('packages/cli/test/commands/import/import.test.ts')
  expect(tests.filter((path) => path.startsWith('packages/generator/'))).toEqual([])
})

test('a change of a file that only a thread runs affects the tests of that thread', async () => {
  const tests = await testsOf(['packages/adapter-folder/src/threads/merge/merge-worker.ts'])
  expect(tests).toContain('packages/adapter-folder/test/threads/merge/merge-thread.test.ts')
})

test('a change affects the examples, and the browser flows of the dashboard', async () => {
  const tests = await testsOf(['packages/dashboard/src/data/feed/csv.ts'])
  expect(tests).toContain('packages/dashboard/test/flows/page-flows.test.ts')
  expect(tests).toContain('packages/dashboard/test/size.test.ts')
  expect(await testsOf(['examples/custom-index/main.ts'])).toEqual(['scripts/test/examples.test.ts'])
})

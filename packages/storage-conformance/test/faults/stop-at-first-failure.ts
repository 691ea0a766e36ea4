import { afterEach, beforeEach, type RunnerTestCase } from 'vitest'

// One failed test shows that the suite finds a fault; the others of that storage would only take their time.
const found = new Set<string>()

beforeEach((context) => {
  if (found.has(storageOf(context.task))) context.skip()
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') found.add(storageOf(task))
})

/** The outermost suite a test is in: each faulty storage has its own. */
function storageOf({ suite }: Pick<RunnerTestCase, 'suite'>): string {
  let outermost = suite
  while (outermost?.suite !== undefined) outermost = outermost.suite
  return outermost?.name ?? ''
}

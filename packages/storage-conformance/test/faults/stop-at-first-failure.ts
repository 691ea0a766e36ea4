import { afterEach, beforeEach, type RunnerTestCase } from 'vitest'

/** Skips the remaining tests of a storage after its first failure: the suite has found the fault. */
export function stopAtFirstFailure(): void {
  const found = new Set<string>()
  beforeEach((context) => {
    if (found.has(storageOf(context.task))) context.skip()
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') found.add(storageOf(task))
  })
}

/** Returns the outermost suite of a test. Each faulty storage has a separate suite. */
function storageOf({ suite }: Pick<RunnerTestCase, 'suite'>): string {
  let outermost = suite
  while (outermost?.suite !== undefined) outermost = outermost.suite
  return outermost?.name ?? ''
}

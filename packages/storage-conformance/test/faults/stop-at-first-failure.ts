import { afterEach, beforeEach, type RunnerTestCase } from 'vitest'

/** Skips what comes after the first failed test of a storage: the suite has found its fault, the rest only takes time. */
export function stopAtFirstFailure(): void {
  const found = new Set<string>()
  beforeEach((context) => {
    if (found.has(storageOf(context.task))) context.skip()
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') found.add(storageOf(task))
  })
}

/** The outermost suite a test is in: each faulty storage has its own. */
function storageOf({ suite }: Pick<RunnerTestCase, 'suite'>): string {
  let outermost = suite
  while (outermost?.suite !== undefined) outermost = outermost.suite
  return outermost?.name ?? ''
}

import { expect, test } from 'vitest'
import { testSummary } from '../../tests/test-summary.ts'

test('the last line counts, and each failure has its line', () => {
  const output = 'The 1 slowest of 2 test files:\n    1.0 s  a.test.ts\nFAILED a.test.ts: one\n12 passed, 1 failed\n'
  expect(testSummary(output)).toEqual({ passed: 12, failed: 1, failures: ['FAILED a.test.ts: one'] })
})

test('a run without a summary is one failure', () => {
  expect(testSummary('')).toMatchObject({ passed: 0, failed: 1 })
  expect(testSummary('3 passed, 0 failed\nKilled\n')).toMatchObject({ passed: 0, failed: 1 })
})

import { expect, it } from 'vitest'
import { failuresByStorage } from './faults/failures-by-storage.ts'

it('fails for each faulty storage, and passes for the correct storage', { timeout: 600_000 }, () => {
  const failures = failuresByStorage(1)
  expect(failures.size).toBe(78)
  expect([...failures].filter(([, failed]) => failed === 0).map(([name]) => name)).toEqual(['is correct'])
})

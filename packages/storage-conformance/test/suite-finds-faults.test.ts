import { expect, it } from 'vitest'
import { failuresByStorage } from './faults/failures-by-storage.ts'

it('fails for every 60th faulty storage, and passes for the correct storage', { timeout: 600_000 }, () => {
  const failures = failuresByStorage(60)
  expect(failures.size).toBe(4)
  expect([...failures].filter(([, failed]) => failed === 0).map(([name]) => name)).toEqual(['is correct'])
})

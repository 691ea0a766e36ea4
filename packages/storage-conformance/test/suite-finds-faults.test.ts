import { expect, it } from 'vitest'
import { failuresByStorage } from './faults/failures-by-storage.ts'

it('fails for every 60th storage with a fault, and passes for the one without', { timeout: 600_000 }, () => {
  const failures = failuresByStorage(60)
  expect(failures.size).toBe(4)
  expect([...failures].filter(([, failed]) => failed === 0).map(([name]) => name)).toEqual(['is right'])
})

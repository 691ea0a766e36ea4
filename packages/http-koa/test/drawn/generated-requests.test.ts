import { PROPERTY_SEED } from '@utpid/testing'
import { expect, it } from 'vitest'
import { OPERATIONS } from './generated-request.ts'
import { generatedRound } from './generated-round.ts'

/** Valid requests for each operation. The long test sends dozens. */
const VALID = 1
const MUTATED = 1

it('accepts each request that its description allows, and never fails', async () => {
  const result = await generatedRound({ seed: PROPERTY_SEED, valid: VALID, mutated: MUTATED })
  expect(result).toMatchObject({ refused: [], failed: [], undescribed: [] })
  expect([result.valid, result.mutated]).toEqual([OPERATIONS.size * VALID, OPERATIONS.size * MUTATED])
  // If nearly all responses were errors, the test would prove nothing.
  const well = [...result.answered].filter(([, statuses]) => [...statuses].some((status) => status < 400))
  expect(well.length).toBeGreaterThan(OPERATIONS.size * 0.6)
}, 120_000)

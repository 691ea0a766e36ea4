import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROPERTY_SEED, times } from '@utpid/testing'
import { expect, test } from 'vitest'
import { killCounts } from './killed-counts.ts'

const ROUNDS = times(12, 4)

test(`a process killed at ${ROUNDS} random moments of counting words loses nothing`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'utpid-counted-'))
  try {
    const { killed, resumed } = await killCounts(join(folder, 'registry'), ROUNDS, PROPERTY_SEED)
    // The last slices may be over before the signal arrives.
    expect(killed, `seed ${PROPERTY_SEED}`).toBeGreaterThan(ROUNDS / 2)
    expect(resumed, `seed ${PROPERTY_SEED}`).toBeGreaterThan(ROUNDS / 2)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROPERTY_SEED, times } from '@utpid/testing'
import { expect, test } from 'vitest'
import { killDecisions } from './killed-decisions.ts'

const ROUNDS = times(100, 12)

test(`a process killed at ${ROUNDS} random moments of merges, splits and judgements loses no acknowledged decision`, async () => {
  const seed = PROPERTY_SEED
  const folder = await mkdtemp(join(tmpdir(), 'utpid-decided-'))
  try {
    const { killed, acknowledged } = await killDecisions(join(folder, 'registry'), ROUNDS, seed)
    // Expects most kills during decisions; otherwise the rounds prove little.
    expect(killed, `seed ${seed}`).toBeGreaterThan(ROUNDS / 2)
    expect(acknowledged, `seed ${seed}`).toBeGreaterThan(ROUNDS)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROPERTY_SEED, times } from '@utpid/testing'
import { expect, test } from 'vitest'
import { killRescores } from './killed-rescores.ts'

const ROUNDS = times(60, 8)

test(`a rescore killed at ${ROUNDS} random moments leaves complete clusters of one model, and is resumed`, async () => {
  const seed = PROPERTY_SEED
  const folder = await mkdtemp(join(tmpdir(), 'utpid-rescored-'))
  try {
    const { killed, resumed } = await killRescores(join(folder, 'registry'), ROUNDS, seed)
    // Expects most kills before the end; otherwise the rounds prove little.
    expect(killed, `seed ${seed}`).toBeGreaterThan(ROUNDS / 2)
    expect(resumed, `seed ${seed}`).toBeGreaterThan(ROUNDS / 4)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

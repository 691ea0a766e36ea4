import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG_SCALE } from '../properties/long-scale.ts'
import { killRescores } from './killed-rescores.ts'

const ROUNDS = Math.max(8, Math.round(60 * LONG_SCALE))

test(`a rescore that is killed at ${ROUNDS} random moments leaves the groups of one model whole, and is gone on with`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const folder = await mkdtemp(join(tmpdir(), 'utpid-rescored-'))
  try {
    const { killed, resumed } = await killRescores(join(folder, 'registry'), ROUNDS, seed)
    // Most must have been killed on the way, or the rounds prove little.
    expect(killed, `seed ${seed}`).toBeGreaterThan(ROUNDS / 2)
    expect(resumed, `seed ${seed}`).toBeGreaterThan(ROUNDS / 4)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

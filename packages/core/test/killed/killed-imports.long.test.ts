import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROPERTY_SEED, times } from '@utpid/testing'
import { expect, test } from 'vitest'
import { killImports } from './killed-imports.ts'

const ROUNDS = times(50, 12)

test(`a process killed at ${ROUNDS} random moments of opening, importing and closing loses no acknowledged write`, async () => {
  const seed = PROPERTY_SEED
  const folder = await mkdtemp(join(tmpdir(), 'utpid-killed-'))
  try {
    const killed = await killImports(join(folder, 'registry'), ROUNDS, seed)
    // Expects most kills during writes; otherwise the rounds prove little.
    expect(killed.import, `seed ${seed}: ${JSON.stringify(killed)}`).toBeGreaterThan(ROUNDS / 3)
    expect(killed.opening, `seed ${seed}: ${JSON.stringify(killed)}`).toBeGreaterThan(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

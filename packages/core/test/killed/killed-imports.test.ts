import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killImports } from './killed-imports.ts'

const ROUNDS = 2
const A_MINUTE_MS = 60_000

test(
  `a process killed at ${ROUNDS} moments of opening, importing and closing loses no acknowledged write`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'utpid-killed-'))
    try {
      const killed = await killImports(join(folder, 'registry'), ROUNDS, 20_261)
      expect(killed).toMatchObject({ opening: 1, import: expect.any(Number) })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  A_MINUTE_MS,
)

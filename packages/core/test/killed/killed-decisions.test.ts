import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killDecisions } from './killed-decisions.ts'

const ROUNDS = 2
const A_MINUTE_MS = 60_000

test(
  `a process killed at ${ROUNDS} moments of deciding loses no acknowledged decision`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'utpid-decided-'))
    try {
      const { killed, acknowledged } = await killDecisions(join(folder, 'registry'), ROUNDS, 20_261)
      expect(killed).toBeGreaterThan(0)
      expect(acknowledged).toBeGreaterThan(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  A_MINUTE_MS,
)

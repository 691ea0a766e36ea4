import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killRescores } from './killed-rescores.ts'

test('a killed rescore leaves complete clusters of one model, and the next rescore resumes it', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'utpid-rescored-'))
  try {
    expect((await killRescores(join(folder, 'registry'), 1, 5, 120)).killed).toBeGreaterThan(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

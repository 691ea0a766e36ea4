import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killCounts } from './killed-counts.ts'

test('a process killed while it counts words has lost nothing, and the next import resumes the count', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'utpid-counted-'))
  try {
    expect(await killCounts(join(folder, 'registry'), 1, 5, 500)).toEqual({ killed: 1, resumed: 1 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

import { temporaryFolder } from '@utpid/testing'
import { expect, it } from 'vitest'
import { killWhileSnapshotting } from '../support/kill-while-checkpointing.ts'

it('a process killed during checkpoints and merges leaves an index that equals a rebuilt index', async () => {
  expect(await killWhileSnapshotting(temporaryFolder(), [120, 7])).toBeGreaterThan(0)
})

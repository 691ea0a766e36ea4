import { temporaryFolder } from '@utpid/testing'
import { expect, it } from 'vitest'
import { killWhileSnapshotting } from '../support/kill-while-snapshotting.ts'

it('a process that is killed while it writes snapshots and merges leaves an index as one that is made anew', async () => {
  expect(await killWhileSnapshotting(temporaryFolder(), [120, 7, 230])).toBeGreaterThan(0)
})

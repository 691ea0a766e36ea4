import { temporaryFolder, times } from '@utpid/testing'
import { expect, it } from 'vitest'
import { killWhileSnapshotting } from '../support/kill-while-snapshotting.ts'

const ROUNDS = times(100, 3)

it(`a process that is killed while it writes snapshots and merges leaves an index as one that is made anew, ${ROUNDS} times over`, async () => {
  const after = Array.from({ length: ROUNDS }, (_, round) => 1 + ((round * 53) % 307))
  expect(await killWhileSnapshotting(temporaryFolder(), after)).toBeGreaterThan(ROUNDS / 2)
})

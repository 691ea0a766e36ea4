import { temporaryFolder, times } from '@utpid/testing'
import { expect, it } from 'vitest'
import { killWhileSnapshotting } from '../support/kill-while-checkpointing.ts'

const ROUNDS = times(100, 3)

it(`a process killed during checkpoints and merges leaves an index like a rebuilt index, in ${ROUNDS} rounds`, async () => {
  const after = Array.from({ length: ROUNDS }, (_, round) => 1 + ((round * 53) % 307))
  expect(await killWhileSnapshotting(temporaryFolder(), after)).toBeGreaterThan(ROUNDS / 2)
})

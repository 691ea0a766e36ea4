import { temporaryFolder, times } from '@utpid/testing'
import { describe, it } from 'vitest'
import { killWhileReindexing } from '../support/kill-while-reindexing.ts'

const ROUNDS = times(30, 3)

describe('a process that is killed while reindexing', () => {
  it(`leaves one complete generation, and the next reindex succeeds, in ${ROUNDS} rounds`, async () => {
    const after = Array.from({ length: ROUNDS }, (_, round) => 1 + (round % 13))
    await killWhileReindexing(temporaryFolder(), after)
  })
})

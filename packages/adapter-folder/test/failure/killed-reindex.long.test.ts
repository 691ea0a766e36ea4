import { temporaryFolder, times } from '@utpid/testing'
import { describe, it } from 'vitest'
import { killWhileReindexing } from '../support/kill-while-reindexing.ts'

const ROUNDS = times(30, 3)

describe('a process that is killed while it reindexes', () => {
  it(`leaves one generation whole, and the next reindex goes through, ${ROUNDS} times over`, async () => {
    const after = Array.from({ length: ROUNDS }, (_, round) => 1 + (round % 13))
    await killWhileReindexing(temporaryFolder(), after)
  })
})

import { describe, it } from 'vitest'
import { killWhileReindexing } from '../support/kill-while-reindexing.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROUNDS = Math.max(3, Math.round(30 * Number(process.env.UTPID_LONG_SCALE ?? 1)))

describe('a process that is killed while it reindexes', () => {
  it(`leaves one generation whole, and the next reindex goes through, ${ROUNDS} times over`, async () => {
    const after = Array.from({ length: ROUNDS }, (_, round) => 1 + (round % 13))
    await killWhileReindexing(temporaryFolder(), after)
  })
})

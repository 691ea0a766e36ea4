import { temporaryFolder } from '@utpid/testing'
import { describe, it } from 'vitest'
import { killWhileReindexing } from '../support/kill-while-reindexing.ts'

describe('a process that is killed while it reindexes', () => {
  it('leaves one generation whole, and the next reindex goes through', { timeout: 60_000 }, async () => {
    await killWhileReindexing(temporaryFolder(), [3, 9])
  })
})

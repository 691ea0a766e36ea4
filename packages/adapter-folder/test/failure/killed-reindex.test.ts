import { temporaryFolder } from '@utpid/testing'
import { describe, it } from 'vitest'
import { killWhileReindexing } from '../support/kill-while-reindexing.ts'

describe('a process that is killed while reindexing', () => {
  it('leaves one complete generation, and the next reindex succeeds', { timeout: 60_000 }, async () => {
    await killWhileReindexing(temporaryFolder(), [9])
  })
})

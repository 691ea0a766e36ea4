import { temporaryFolder } from '@utpid/testing'
import { describe, it } from 'vitest'
import { killWhileWriting } from '../support/kill-while-writing.ts'

describe('a process that is killed while writing', () => {
  it('loses no acknowledged commit, in two rounds', async () => {
    await killWhileWriting(temporaryFolder(), [40, 7])
  })
})

import { temporaryFolder } from '@utpid/testing'
import { describe, it } from 'vitest'
import { killWhileWriting } from '../support/kill-while-writing.ts'

describe('a process that is killed while it writes', () => {
  it('loses no commit that was acknowledged, three times over', async () => {
    await killWhileWriting(temporaryFolder(), [1, 40, 7])
  })
})

import { temporaryFolder, times } from '@utpid/testing'
import { describe, it } from 'vitest'
import { killWhileWriting } from '../support/kill-while-writing.ts'

const ROUNDS = times(40, 3)

describe('a process that is killed while writing', () => {
  it(`loses no acknowledged commit, in ${ROUNDS} rounds`, async () => {
    const after = Array.from({ length: ROUNDS }, (_, round) => 1 + ((round * 37) % 211))
    await killWhileWriting(temporaryFolder(), after)
  })
})

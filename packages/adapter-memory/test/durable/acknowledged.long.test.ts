import { describe, it } from 'vitest'
import { killWhileWriting } from '../support/kill-while-writing.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROUNDS = Math.max(3, Math.round(40 * Number(process.env.UTPID_LONG_SCALE ?? 1)))

describe('a process that is killed while it writes', () => {
  it(`loses no commit that was acknowledged, ${ROUNDS} times over`, async () => {
    const after = Array.from({ length: ROUNDS }, (_, round) => 1 + ((round * 37) % 211))
    await killWhileWriting(temporaryFolder(), after)
  })
})

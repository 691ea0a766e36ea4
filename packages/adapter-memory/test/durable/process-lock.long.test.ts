import { describe, it } from 'vitest'
import { raceForALock } from '../support/race-for-a-lock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROUNDS = Math.max(2, Math.round(20 * Number(process.env.UTPID_LONG_SCALE ?? 1)))

describe('the lock of a folder', () => {
  it(`goes to exactly one of six processes that find a dead one's, ${ROUNDS} times over`, async () => {
    await raceForALock(temporaryFolder(), 6, ROUNDS)
  })
})

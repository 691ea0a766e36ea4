import { temporaryFolder, times } from '@utpid/testing'
import { describe, it } from 'vitest'
import { raceForALock } from '../support/race-for-a-lock.ts'

const ROUNDS = times(20, 2)

describe('the lock of a folder', () => {
  it(`goes to exactly one of six processes that find the lock of a dead process, in ${ROUNDS} rounds`, async () => {
    await raceForALock(temporaryFolder(), 6, ROUNDS)
  })
})

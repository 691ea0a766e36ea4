import { PROPERTY_SEED, seededRandom, temporaryFolder, times } from '@utpid/testing'
import { describe, it } from 'vitest'
import { expectWholeAfterCuts } from '../support/power-cut.ts'
import { canTrace, traceWrites } from '../support/traced-writes.ts'

const CUTS = times(1_000, 50)

describe('a machine that loses power', () => {
  it(`opens with every acknowledged change after about ${CUTS} power failures during writes`, async (context) => {
    context.skip(!canTrace(), 'strace is missing, which shows the order of writes, flushes and acknowledgements')
    const steps = traceWrites(temporaryFolder())
    const seed = PROPERTY_SEED
    const random = seededRandom(seed)
    for (let cuts = 0; cuts < CUTS; cuts += steps.length) {
      await expectWholeAfterCuts(steps, Math.min(steps.length, CUTS - cuts), random)
    }
  })
})

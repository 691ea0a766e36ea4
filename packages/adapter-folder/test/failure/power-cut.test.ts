import { seededRandom, temporaryFolder } from '@utpid/testing'
import { describe, it } from 'vitest'
import { expectFlushedBeforeAcknowledged, expectWholeAfterCuts } from '../support/power-cut.ts'
import { canTrace, traceWrites } from '../support/traced-writes.ts'

const CUTS = 25
const SEED = 20_261
const A_MINUTE_MS = 60_000

describe('a machine that loses power', () => {
  it(
    'has flushed every acknowledged change, and opens with it whatever other bytes were lost',
    async (context) => {
      context.skip(!canTrace(), 'strace is missing, which shows the order of writes, flushes and acknowledgements')
      const steps = traceWrites(temporaryFolder())
      expectFlushedBeforeAcknowledged(steps)
      await expectWholeAfterCuts(steps, CUTS, seededRandom(SEED))
    },
    A_MINUTE_MS,
  )
})

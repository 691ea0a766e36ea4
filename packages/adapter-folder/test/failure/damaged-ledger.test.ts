import { seededRandom } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import { DAMAGES, damagedPage, expectRefusedOrRight, soundLedger } from '../support/damaged-copies.ts'

const SEED = 20_261
const LENGTHS = 8
/** Every second page. The long test damages each page in each way. */
const STEP = 2
const A_MINUTE_MS = 60_000

describe('a ledger that was damaged while closed', () => {
  it(
    'is rejected or gives the same results after damage to every second page',
    async () => {
      const sound = await soundLedger()
      const random = seededRandom(SEED)
      let refused = 0
      for (let page = 0; page < sound.pages; page += STEP) {
        const damage = DAMAGES[(page / STEP) % DAMAGES.length] as (typeof DAMAGES)[number]
        const bytes = damagedPage(sound, page, damage, random)
        if (await expectRefusedOrRight(sound, bytes, `page ${page}, ${damage}`)) refused++
      }
      // Half of the pages are free and contain nothing. Damage to free pages is harmless.
      expect(refused).toBeGreaterThan(sound.pages / STEP / 5)
    },
    A_MINUTE_MS,
  )

  it(
    'is rejected or gives the same results when truncated anywhere',
    async () => {
      const sound = await soundLedger()
      const random = seededRandom(SEED)
      const lengths = Array.from({ length: LENGTHS }, () => Math.floor(random() * sound.bytes.length))
      for (const length of [0, 1, 100, 4_096, 8_191, 8_192, sound.bytes.length - 1, ...lengths]) {
        await expectRefusedOrRight(sound, sound.bytes.subarray(0, length), `${length} of ${sound.bytes.length} bytes`)
      }
    },
    A_MINUTE_MS,
  )
})

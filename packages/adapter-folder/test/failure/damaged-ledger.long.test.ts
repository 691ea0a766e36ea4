import { PROPERTY_SEED, seededRandom, times } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import { DAMAGES, damagedPage, expectRefusedOrRight, soundLedger } from '../support/damaged-copies.ts'

const ROUNDS = times(4)

describe('a ledger that was damaged while closed', () => {
  it(`is rejected or gives the same results after each kind of damage to each page, in ${ROUNDS} rounds`, async () => {
    const sound = await soundLedger()
    const seed = PROPERTY_SEED
    const random = seededRandom(seed)
    let refused = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const damage of DAMAGES) {
        for (let page = 0; page < sound.pages; page++) {
          const bytes = damagedPage(sound, page, damage, random)
          const what = `seed ${seed}, page ${page}, ${damage}`
          if (await expectRefusedOrRight(sound, bytes, what)) refused++
        }
      }
    }
    expect(refused).toBeGreaterThan((sound.pages * ROUNDS * DAMAGES.length) / 5)
  })

  it('is rejected or gives the same results when truncated at any sector', async () => {
    const sound = await soundLedger()
    for (let length = 0; length < sound.bytes.length; length += 512 * Math.ceil(8 / ROUNDS)) {
      await expectRefusedOrRight(sound, sound.bytes.subarray(0, length), `${length} of ${sound.bytes.length} bytes`)
    }
  })
})

import { it } from 'vitest'
import { checkHistories } from './histories.ts'

it('limits are never exceeded through 500 random histories of processes', { timeout: 900_000 }, async () => {
  await checkHistories(500)
})

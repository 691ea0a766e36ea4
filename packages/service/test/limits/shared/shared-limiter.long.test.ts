import { it } from 'vitest'
import { checkChanges, checkHistories } from './histories.ts'

it('keeps limits in 500 random histories of processes', { timeout: 900_000 }, async () => {
  await checkHistories(500)
})

it('keeps limits while processes start and stop, in 300 random histories', {
  timeout: 900_000,
}, async () => {
  await checkChanges(300)
})

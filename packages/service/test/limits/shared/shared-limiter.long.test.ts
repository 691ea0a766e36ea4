import { it } from 'vitest'
import { checkChanges, checkHistories } from './histories.ts'

it('limits are never exceeded through 500 random histories of processes', { timeout: 900_000 }, async () => {
  await checkHistories(500)
})

it('limits are never exceeded while processes begin and end all the time, 300 times', {
  timeout: 900_000,
}, async () => {
  await checkChanges(300)
})

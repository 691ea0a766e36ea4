import { times } from '@utpid/testing'
import { test } from 'vitest'
import { checkPaging } from './search-properties.ts'

test('an unchanged product appears exactly once while paging through a search, in many histories', async () => {
  await checkPaging(times(1_500, 40))
})

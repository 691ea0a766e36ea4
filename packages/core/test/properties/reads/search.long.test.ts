import { times } from '@utpid/testing'
import { test } from 'vitest'
import { checkPaging } from './search-properties.ts'

test('a product that is not touched while one pages through a search comes exactly once, in many histories', async () => {
  await checkPaging(times(1_500, 40))
})

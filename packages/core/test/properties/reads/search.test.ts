import { test } from 'vitest'
import { checkPaging } from './search-properties.ts'

test('an unchanged product appears exactly once while paging through a search, during any writes', async () => {
  await checkPaging(15)
})

import { test } from 'vitest'
import { checkPaging } from './search-properties.ts'

test('a product that is not touched while one pages through a search comes exactly once, whatever else is written', async () => {
  await checkPaging(40)
})

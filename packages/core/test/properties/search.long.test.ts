import { test } from 'vitest'
import { checkPaging } from './search-properties.ts'

const SCALE = Number(process.env.UTPID_LONG_SCALE ?? 1)

test('a product that is not touched while one pages through a search comes exactly once, in many histories', async () => {
  await checkPaging(Math.max(40, Math.round(1_500 * SCALE)))
})

import { expect, test } from 'vitest'
import { builtSite } from './support/built-site.ts'

const MAX_GZIPPED_BYTES = 120_000

test('all files together are less than 120 KB gzipped', async () => {
  const site = await builtSite()
  expect(site.bytes).toBeLessThan(MAX_GZIPPED_BYTES)
  // The test fails if the dashboard becomes much larger.
  console.log(`The dashboard is ${(site.bytes / 1_000).toFixed(1)} KB gzipped.`)
})

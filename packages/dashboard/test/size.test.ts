import { expect, test } from 'vitest'
import { builtSite } from './support/built-site.ts'

const MAX_GZIPPED_BYTES = 150_000
const MAX_MAP_BYTES = 450_000

test('all files without the map are less than 150 KB gzipped together, and the map adds less than 450 KB', async () => {
  const { bytes, mapBytes } = await builtSite()
  expect(bytes).toBeLessThan(MAX_GZIPPED_BYTES)
  expect(mapBytes).toBeLessThan(MAX_MAP_BYTES)
  // The map has a plan with outlines, and maplibre-gl with its worker.
  expect(mapBytes).toBeGreaterThan(300_000)
  console.log(`The dashboard is ${kilobytes(bytes)} KB gzipped, and the map ${kilobytes(mapBytes)} KB.`)
})

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1)
}

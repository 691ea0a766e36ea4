import { expect, test } from 'vitest'
import { openRegistry } from '../support/open-registry.ts'

const METERS_PER_DEGREE = 111_320

test('an airport of many suppliers stays one product, although their points are kilometres apart', async () => {
  const { registry } = await openRegistry()
  const records = Array.from({ length: 40 }, (_, at) => ({
    supplier: `s${at}`,
    code: 'QQX',
    name: 'Vellour Brissandre Airport',
    category: 'airport',
    location: {
      country: 'FR',
      coordinates: [
        48 + (((at * 7) % 40) - 20) * (100 / METERS_PER_DEGREE),
        2 + (((at * 13) % 40) - 20) / 800,
      ] as const,
    },
  }))
  await registry.import(records)
  expect((await registry.stats()).products.total).toBe(1)
})

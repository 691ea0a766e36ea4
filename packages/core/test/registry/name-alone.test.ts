import { expect, test } from 'vitest'
import { openRegistry } from './support/open-registry.ts'
import { ZEPHYR } from './support/sample-hotels.ts'

test('a name alone has no candidates; a pin, a city, a country or a contact beside it finds them', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  const { name, category, location, phone, website } = ZEPHYR
  expect(await registry.match({ name, category })).toMatchObject({ decision: 'none', reason: 'no_candidates' })
  const { city, country, coordinates } = location
  for (const more of [
    { location: { coordinates } },
    { location: { city } },
    { location: { country } },
    { phone },
    { website },
  ]) {
    const { matches } = await registry.match({ name, category, ...more }, { minConfidence: 0 })
    expect(matches.length, JSON.stringify(more)).toBe(1)
  }
})

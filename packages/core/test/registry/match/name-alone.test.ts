import { expect, test } from 'vitest'
import { openRegistry } from '../../support/open-registry.ts'
import { ZEPHYR } from '../../support/sample-hotels.ts'

test('a name alone finds the identical name, for a person to look at; a pin, a city, a country or a contact beside it decides more', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  const { name, category, location, phone, website } = ZEPHYR
  const { city, country, coordinates } = location
  for (const alone of [{ name }, { name: name.toUpperCase(), category }, { name, phone: '+1 212 555 0100' }]) {
    const found = await registry.match(alone)
    expect(found, JSON.stringify(alone)).toMatchObject({ decision: 'review', reason: 'name_alone', utpid: null })
    expect(found.matches.map((match) => match.name)).toEqual([name])
  }
  const { missingEvidence } = await registry.match({ name, category })
  expect(missingEvidence.some(({ enough }) => enough)).toBe(true)
  for (const more of [
    { location: { coordinates } },
    { location: { city } },
    { location: { country } },
    { phone },
    { website },
  ]) {
    const { matches, reason } = await registry.match({ name, category, ...more }, { minConfidence: 0 })
    expect(matches.length, JSON.stringify(more)).toBe(1)
    expect(reason).not.toBe('name_alone')
  }
})

test('a name alone is not searched outside the given place, nor are similar names', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  const { name } = ZEPHYR
  expect(await registry.match({ name, location: { city: 'Lima' } })).toMatchObject({ reason: 'no_candidates' })
  expect(await registry.match({ name: `${name} Annexe` })).toMatchObject({ reason: 'no_candidates' })
  const stats = await registry.stats()
  expect(stats.products.total).toBe(1)
})

test('products of one name are reported as ambiguous, for any number of inputs of a batch', async () => {
  const { registry } = await openRegistry()
  const places = [
    { city: 'Oslo', country: 'NO', coordinates: [59.91, 10.75] as [number, number] },
    { city: 'Graz', country: 'AT', coordinates: [47.07, 15.44] as [number, number] },
  ]
  const { name, category } = ZEPHYR
  await registry.import(places.map((location, at) => ({ supplier: 'a', code: String(at), name, category, location })))
  const answers = await registry.mapBatch([{ name }, { name: 'nobody has this name' }, { name }])
  expect(answers.map(({ decision, reason, matches }) => [decision, reason, matches.length])).toEqual([
    ['review', 'ambiguous', 2],
    ['none', 'no_candidates', 0],
    ['review', 'ambiguous', 2],
  ])
})

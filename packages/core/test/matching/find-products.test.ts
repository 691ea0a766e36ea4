import { describe, expect, test } from 'vitest'
import { openRegistry } from '../support/open-registry.ts'

const PLACE = { city: 'Kyoto', country: 'JP' }

/** Returns one of two hotels with the same name, 1.5 km apart. */
function sakura(code: string, latitude: number): object {
  const location = { ...PLACE, coordinates: [latitude, 135.76003] }
  return { supplier: 'alpha', code, name: 'Hotel Sakura', category: 'hotel', location }
}

describe('a query with imprecise coordinates', () => {
  const records = [sakura('A1', 35.00603), sakura('A2', 35.01953)]
  const question = { name: 'Hotel Sakura', category: 'hotel' }

  test('is ambiguous between two hotels of one name, one nearby and one beyond the near keys', async () => {
    const { registry } = await openRegistry()
    await registry.import(records)
    const pin = { coordinates: [35.01003, 135.76003], precisionMeters: 1_200 }
    const result = await registry.match({ ...question, location: { ...PLACE, ...pin } })
    expect(result).toMatchObject({ decision: 'review', reason: 'ambiguous', utpid: null })
    expect(result.matches.length).toBe(2)
  })

  test.each([
    ['of two decimals', { coordinates: [35.01, 135.76] }],
    ['explicitly imprecise', { coordinates: [35.01003, 135.76003], precisionMeters: 780 }],
  ])('%s matches the only hotel of the name within the imprecision', async (_, pin) => {
    const { registry } = await openRegistry()
    await registry.import(records)
    const near = await registry.locate({ supplier: 'alpha', code: 'A1' })
    const result = await registry.match({ ...question, location: { ...PLACE, ...pin } })
    expect(result).toMatchObject({ decision: 'match', utpid: near?.utpid })
    expect(result.matches.length).toBe(2)
  })

  test('exact coordinates match the hotel at that point', async () => {
    const { registry } = await openRegistry()
    await registry.import(records)
    const location = { ...PLACE, coordinates: [35.00613, 135.76003] }
    const near = await registry.locate({ supplier: 'alpha', code: 'A1' })
    expect(await registry.match({ ...question, location })).toMatchObject({ decision: 'match', utpid: near?.utpid })
  })

  test('a unique name matches', async () => {
    const { registry } = await openRegistry()
    await registry.import(records.slice(0, 1))
    const location = { ...PLACE, coordinates: [35.01, 135.76] }
    expect(await registry.match({ ...question, location })).toMatchObject({ decision: 'match' })
  })
})

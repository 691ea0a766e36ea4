import type { MatchResult, Registry } from '@utpid/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR } from '../../support/sample-hotels.ts'

const [LATITUDE, LONGITUDE] = ZEPHYR.location.coordinates

/** This registry has no gazetteer, so that only a product can prove the intended value. */
let registry: Registry
let zephyr: string | null | undefined

beforeAll(async () => {
  ;({ registry } = await openRegistry())
  await registry.import([ZEPHYR, QUILL])
  zephyr = (await registry.locate({ supplier: 'alpha', code: 'A1' }))?.utpid
})

/** Returns an input with few fields, so that the location decides. */
function asked(more: object = {}, location: object = {}): object {
  const { name, category } = ZEPHYR
  const { city, coordinates } = ZEPHYR.location
  return { name, category, ...more, location: { city, coordinates, ...location } }
}

async function ask(input: object): Promise<MatchResult> {
  return registry.match(input)
}

describe('a variation of a query', () => {
  test.each([
    ['coordinates that are swapped', { coordinates: [LONGITUDE, LATITUDE] }, 'coordinates_swapped'],
    ['a latitude of the wrong sign', { coordinates: [-LATITUDE, LONGITUDE] }, 'coordinates_sign_flipped'],
    ['a longitude of the wrong sign', { coordinates: [LATITUDE, -LONGITUDE] }, 'coordinates_sign_flipped'],
  ])('%s', async (_, location, code) => {
    const answer = await ask(asked({}, location))
    expect(answer).toMatchObject({ decision: 'match', utpid: zephyr })
    expect(answer.repairs.map((repair) => repair.code)).toEqual([code])
    expect(answer.repairs[0]?.before).toContain(String(location.coordinates[0]))
  })

  test('coordinates of another place, if name and phone suffice', async () => {
    const elsewhere = { coordinates: [-12.5, 130.9] }
    expect(await ask(asked({}, elsewhere))).toMatchObject({ decision: 'none', repairs: [] })
    const answer = await ask(asked({ phone: ZEPHYR.phone }, elsewhere))
    expect(answer).toMatchObject({ decision: 'match', utpid: zephyr })
    expect(answer.repairs).toMatchObject([{ code: 'coordinates_removed', before: '[-12.5,130.9]' }])
  })

  test('a name inside the address', async () => {
    const { address } = ZEPHYR.location
    const answer = await ask(asked({ name: address }, { address: `${ZEPHYR.name}, ${address}` }))
    expect(answer).toMatchObject({ decision: 'match', utpid: zephyr })
    expect(answer.repairs).toMatchObject([{ code: 'name_from_address', after: ZEPHYR.name }])
  })

  test('is not tried if the unchanged query matches', async () => {
    expect(await ask(asked())).toMatchObject({ decision: 'match', utpid: zephyr, repairs: [] })
  })

  test('is dropped without proof', async () => {
    const answer = await ask(asked({ name: 'Brissandre' }, { coordinates: [LONGITUDE, LATITUDE] }))
    expect(answer).toMatchObject({ decision: 'none', repairs: [] })
  })

  test('proves nothing if two variations lead to two products', async () => {
    const { registry: both } = await openRegistry()
    const away = { ...ZEPHYR, code: 'A9', location: { ...ZEPHYR.location, coordinates: [LATITUDE, -LONGITUDE] } }
    await both.import([ZEPHYR, away])
    expect((await both.stats()).products.total).toBe(2)
    const { repairs, decision } = await both.match(asked({}, { coordinates: [-LATITUDE, LONGITUDE] }))
    expect({ repairs, decision }).not.toMatchObject({ decision: 'match' })
    expect(repairs).toEqual([])
  })

  test('is not tried for an existing code, which needs review', async () => {
    const { registry: known } = await openRegistry()
    await known.import([ZEPHYR, { ...QUILL, supplier: 'gamma', code: 'G1' }])
    const swapped = asked({ supplier: 'gamma', code: 'G1' }, { coordinates: [LONGITUDE, LATITUDE] })
    expect(await known.match(swapped)).toMatchObject({ decision: 'review', reason: 'code_drifted', repairs: [] })
    const unknown = asked({ supplier: 'gamma', code: 'G2' }, { coordinates: [LONGITUDE, LATITUDE] })
    expect(await known.match(unknown)).toMatchObject({ decision: 'match', repairs: [{ code: 'coordinates_swapped' }] })
  })

  test('is dropped if another code of its supplier conflicts', async () => {
    const again = asked({ supplier: 'alpha', code: 'A77' }, { coordinates: [LONGITUDE, LATITUDE] })
    expect(await ask(again)).toMatchObject({ repairs: [], utpid: null })
  })

  test('omits a place only if nothing else contradicts the product', async () => {
    const { phone, website } = ZEPHYR
    const elsewhere = { coordinates: [-12.5, 130.9], address: '90 Harbour Parade' }
    expect(await ask(asked({ phone, website }, elsewhere))).toMatchObject({ repairs: [] })
    const { address: _, ...place } = elsewhere
    expect(await ask(asked({ phone, website }, place))).toMatchObject({ decision: 'match', utpid: zephyr })
  })

  test('applies to each input of a batch separately', async () => {
    const swapped = asked({}, { coordinates: [LONGITUDE, LATITUDE] })
    const answers = await registry.mapBatch([swapped, asked(), swapped])
    expect(answers.map(({ utpid }) => utpid)).toEqual([zephyr, zephyr, zephyr])
    expect(answers.map(({ repairs }) => repairs.length)).toEqual([1, 0, 1])
  })
})

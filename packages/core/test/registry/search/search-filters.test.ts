import type { Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACTOR, utpidOf } from '../../support/decided.ts'
import { foundCodes } from '../../support/found-codes.ts'
import { openRegistry } from '../../support/open-registry.ts'

const RECORDS = [
  { code: 'hotel', name: 'Oriel', category: 'hotel', location: { city: 'Dublin', country: 'IE' } },
  { code: 'silent', name: 'Rondel' },
  { code: 'other', name: 'Pavane', category: 'misc', location: { city: 'Dublin', country: 'IE' } },
  { code: 'activity', name: 'Umbra', category: 'activity', location: { country: 'AT' } },
  { code: 'tour', name: 'Vesper', category: 'tour', location: { country: 'AT' } },
  { code: 'point', name: 'Willow', category: 'point', location: { country: 'AT' } },
  { code: 'airport', name: 'Xenia', category: 'airport', location: { country: 'AT' } },
  { code: 'lounge', name: 'Quartz', category: 'sky lounge', location: { country: 'ZZ' } },
]

describe('a filter by displayed values', () => {
  let registry: Registry
  beforeAll(async () => {
    registry = (await openRegistry()).registry
    await registry.import(RECORDS.map((record) => ({ supplier: 'alpha', ...record })))
  })

  test.each([
    ['the category that is shown when none is known', { type: 'other' }, ['other', 'silent']],
    ['the same by another spelling', { type: 'Misc' }, ['other', 'silent']],
    ['a category of a record that no table knows', { type: 'sky lounge' }, ['lounge']],
    ['several categories', { type: ['hotel', 'other'] }, ['hotel', 'other', 'silent']],
    ['a profile by a name that no product shows', { type: 'lodging' }, ['hotel']],
    ['a category of the name of a profile, alone', { type: 'activity' }, ['activity']],
    ['the profile of that name', { type: 'profile:activity' }, ['activity', 'tour']],
    ['profiles beside categories', { type: 'Profile: Activity, airport' }, ['activity', 'airport', 'tour']],
    ['an open category of the name of a profile, alone', { type: 'point' }, ['point']],
    ['the profile of that name, too', { type: 'profile:point' }, ['airport']],
    ['a profile that there is none of', { type: 'profile:sport' }, []],
    ['the country that is shown when none is known', { country: 'ZZ' }, ['lounge', 'silent']],
    ['the same in lower case', { country: ' zz ' }, ['lounge', 'silent']],
    ['text without a word as a category, which names none', { type: '?' }, []],
    ['an empty category, which names none', { type: 'cruise,' }, []],
    ['the code for unknown as a destination, which is none', { destination: 'ZZ' }, []],
  ])('takes %s', async (_, filter, codes) => {
    expect((await foundCodes(registry, '', filter)).sort()).toEqual(codes)
  })

  test('rejects an unknown country, with advice', async () => {
    await expect(registry.search('', { country: 'XX' })).rejects.toMatchObject({
      code: 'validation_failed',
      message: '"XX" is not a country: give an ISO 3166 code or a name, or ZZ for unknown.',
    })
  })
})

test('a product is found by all pinned values, although no record has them', async () => {
  const { registry } = await openRegistry({ gazetteer: loadGazetteer() })
  const record = { supplier: 'alpha', code: 'A', name: 'Oriel', category: 'hotel', location: { city: 'Dublin' } }
  await registry.import([record])
  const utpid = await utpidOf(registry, record)
  const searches = [
    ['larch', {}],
    ['hilton', {}],
    ['guesthouse', {}],
    ['', { type: 'guesthouse' }],
    ['', { country: 'AT' }],
    ['', { city: 'Vienna' }],
    ['', { destination: 'VIE' }],
    ['', { destination: 'Niederösterreich, Austria' }],
    ['', { near: { coordinates: [48.21, 16.37] } }],
  ] as const
  for (const [text, options] of searches) expect(await foundCodes(registry, text, options), text).toEqual([])
  const pins = {
    name: 'Larch',
    brand: 'Hilton',
    category: 'guesthouse',
    country: 'AT',
    city: 'Wien',
    region: 'Niederösterreich',
    coordinates: [48.21, 16.37],
  }
  await registry.pin(utpid, pins, ACTOR)
  for (const [text, options] of searches) {
    expect(await foundCodes(registry, text, options), `${text} ${JSON.stringify(options)}`).toEqual(['A'])
  }
  // The names of the suppliers still find the product.
  expect(await foundCodes(registry, 'oriel dublin')).toEqual(['A'])
  await registry.unpin(utpid, undefined, ACTOR)
  for (const [text, options] of searches) expect(await foundCodes(registry, text, options), text).toEqual([])
})

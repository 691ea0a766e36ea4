import { expect, test } from 'vitest'
import { LIMITS } from '../../src/model/limits.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'

const EVERYWHERE =
  'name spelling beginning opening rarity number qualifier distance address postcode city phone web identifier category supplier'

test.each([
  ['lodging', `${EVERYWHERE} continuation unit brand stars rooms`],
  ['activity', `${EVERYWHERE} duration operator`],
  ['transfer', `${EVERYWHERE} route ride operator`],
  ['point', EVERYWHERE],
  ['generic', `${EVERYWHERE} continuation brand`],
] as const)('the profile %s explains its comparisons in this order', (profile, names) => {
  expect(defaultSchema.profiles[profile].comparisons.map(({ name }) => name).join(' ')).toBe(names)
})

test('every comparison has a profile, and every profile has room for more', () => {
  const used = new Set(Object.values(defaultSchema.profiles).flatMap(({ comparisons }) => comparisons))
  expect([...used].map(({ name }) => name).sort()).toEqual(defaultSchema.comparisons.map(({ name }) => name).sort())
  for (const { comparisons } of Object.values(defaultSchema.profiles)) {
    expect(comparisons.length).toBeLessThan(LIMITS.comparisonsPerProfile)
  }
})

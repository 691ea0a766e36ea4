import { loadGazetteer } from '@utpid/gazetteer'
import { expect, test } from 'vitest'
import { defaultSchema } from '../../../src/schema/default-schema.ts'
import { extendSchema } from '../../../src/schema/extend-schema.ts'
import { fieldComparison } from '../../../src/schema/field-comparison.ts'
import { openRegistry } from '../../support/open-registry.ts'

/** A schema whose blocking rule reads coordinates: records of one square degree find each other. */
const schema = extendSchema(defaultSchema, {
  name: 'squares',
  fields: {
    mark: {
      version: 1,
      type: { kind: 'text', maxCharacters: 20 },
      label: 'Mark',
      example: 'M1',
      feature: { codec: 'text' },
    },
  },
  comparisons: [
    fieldComparison<string>({
      name: 'mark',
      version: 1,
      field: 'mark',
      description: 'Whether the marks agree.',
      levels: ['same', 'different'],
      profiles: ['lodging'],
      bits: { same: 20, different: -20 },
      compare: (left, right) => (left === right ? 'same' : 'different'),
    }),
  ],
  blockingRules: [
    {
      name: 'square',
      version: 1,
      description: 'Records of one square degree.',
      strength: 'loose',
      contents: ({ coordinates }) => (coordinates === undefined ? [] : [coordinates.map(Math.floor).join(':')]),
    },
  ],
})
const HOTEL = { name: 'Hotel Zephyr', category: 'hotel', mark: 'M1' }

test.each([
  ['swapped', [15.52, 47.31]],
  ['with the wrong sign of the latitude', [-47.31, 15.52]],
  ['with the wrong sign of the longitude', [47.31, -15.52]],
] as const)('coordinates %s are corrected, although only a custom rule finds the record', async (_, coordinates) => {
  const { registry } = await openRegistry({ schema, gazetteer: loadGazetteer() })
  await registry.import([{ ...HOTEL, supplier: 'alpha', code: '1', location: { coordinates: [47.34, 15.55] } }])
  const { decision, repairs } = await registry.match({ ...HOTEL, location: { coordinates } })
  expect(decision).toBe('match')
  expect(repairs.map(({ code }) => code)).toContainEqual(
    expect.stringMatching(/^coordinates_(?:swapped|sign_flipped)$/),
  )
})

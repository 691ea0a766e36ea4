import { defaultSchema } from '@utpid/core'
import { expect, test } from 'vitest'
import { JUDGED_FIELDS } from '../../../src/generated/fields.ts'
import { markOf } from '../../../src/pages/review/field-marks.ts'

/** Comparisons that refine the comparison `name`, or belong to no field. */
const SILENT = ['spelling', 'beginning', 'opening', 'rarity', 'unit', 'supplier']

test('every comparison of core has fields, and every level has a meaning', () => {
  const all = new Map(defaultSchema.comparisons.map(({ name, levels }) => [name, levels]))
  const levelsOf = (name: string): string[] => [
    ...new Set(
      JUDGED_FIELDS.filter((each) => each.comparison === name).flatMap(({ levels }) => Object.values(levels).flat()),
    ),
  ]
  for (const [name, levels] of all) {
    const told = SILENT.includes(name) ? [] : levels.filter((level) => level !== 'unknown')
    expect(levelsOf(name).sort(), name).toEqual(told.toSorted())
  }
  expect(JUDGED_FIELDS.filter(({ comparison }) => !all.has(comparison))).toEqual([])
})

test.each([
  ['name', 'Hotel Ritz', 'Hotel Ritz', [['name', 'identical_rare']], 'same', []],
  ['name', 'Hotel Ritz', 'RITZ', [['name', 'same_core_rare']], 'otherwise', ['same core rare']],
  ['name', 'HÔTEL RITZ', 'Hotel Ritz', [['name', 'identical']], 'otherwise', ['identical']],
  ['name', 'Ritz', 'Quill', [['name', 'nothing_shared']], 'different', ['nothing shared']],
  [
    'name',
    'Ritz 1',
    'Ritz 2',
    [
      ['name', 'same_core_rare'],
      ['number', 'different'],
    ],
    'different',
    ['number different'],
  ],
  ['phone', '+33 1 40', '', [['phone', 'unknown']], 'missing', []],
  ['phone', '+33 1 40', '0140', [['phone', 'same']], 'otherwise', ['same']],
  ['website', 'a.example', 'b.example', [['web', 'different']], 'different', ['different']],
  ['coordinates', '48.1, 2.1', '48.10001, 2.1', [['distance', 'within_10_m']], 'same', []],
  ['coordinates', '48.1, 2.1', '48.2, 2.1', [['distance', 'within_15_km']], 'different', ['within 15 km']],
  ['stars', '3', '4', [['stars', 'near']], 'near', ['near']],
  ['category', 'hotel', 'resort', [['category', 'same_group']], 'different', ['same group']],
  ['city', 'München', 'MUNCHEN', [['city', 'unknown']], 'otherwise', []],
  ['city', 'Paris', 'Lutetia', [['city', 'unknown']], 'uncompared', []],
  ['country', 'FR', 'US', [['city', 'other_country']], 'different', ['other country']],
  ['licence', 'A 1', 'A 2', [['identifier', 'same']], 'uncompared', []],
  ['licence', 'A 1', 'A 2', [['identifier', 'different']], 'different', ['different']],
  ['region', 'Île-de-France', 'Paris region', [], 'uncompared', []],
])('%s: "%s" beside "%s"', (field, left, right, said, mark, levels) => {
  const comparisons = said.map(([name = '', level = '']) => ({ name, level }))
  expect(markOf(field, left, right, comparisons)).toEqual({ mark, levels })
  expect(markOf(field, right, left, comparisons)).toEqual({ mark, levels })
})

import { few } from '@utpid/testing'
import { expect, test } from 'vitest'
import { generateFeeds, measureNames } from '../../src/index.ts'
import { MEASURED_NAME_DIFFERENCES } from '../../src/noise/noise-table.ts'

const PAIRS = few(20_000)
const TOLERANCE_POINTS = 3

/** More products than the pairs need. Each product is generated only on demand. */
const ENOUGH = 1_000_000

test('each measured column of the targets adds up to 100 %', () => {
  for (const column of [0, 1, 2] as const) {
    const sum = Object.values(MEASURED_NAME_DIFFERENCES).reduce((total, columns) => total + columns[column], 0)
    expect(Math.abs(sum - 100)).toBeLessThan(0.5)
  }
})

test.each([
  ['four suppliers of hotels', { seed: 11 }],
  ['another seed', { seed: 20_261 }],
  ["eight suppliers, a wholesaler's mix", { seed: 5, suppliers: 12, mix: 'bedbank' }],
] as const)(
  'names of one hotel differ as measured, within 3 points and by half at least in every row: %s',
  (_what, options) => {
    const { rows } = measureNames(generateFeeds({ ...options, products: ENOUGH }), PAIRS)
    // With a tolerance of three points alone, the test would miss the loss of a rare difference.
    const wrong = rows.filter(({ share, target }) => Math.abs(share - target) > TOLERANCE_POINTS || share < target / 2)
    expect(wrong).toEqual([])
    expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100, 6)
  },
)

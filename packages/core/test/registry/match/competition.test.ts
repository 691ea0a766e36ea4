import type { Registry } from '@utpid/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRegistry } from '../../support/open-registry.ts'
import { PLAIN_MODEL } from '../../support/plain-model.ts'
import { ZEPHYR } from '../../support/sample-hotels.ts'
import { spot } from '../../support/small-world.ts'

const COMPETITION = { alone: 1, far_ahead: 0.5, ahead: -1, behind: -1.5, far_behind: -2 }
const ASKED = {
  name: 'Hotel Zephyr Marlowe',
  category: 'hotel',
  location: { city: 'Paris', country: 'FR', coordinates: spot(0, 0) },
}
/** Two hotels of one supplier with the same name, 60 m apart, and one record of another supplier at the first. */
const TWINS = [
  { ...ASKED, supplier: 'alpha', code: 'A1' },
  { ...ASKED, supplier: 'alpha', code: 'A2', location: { ...ASKED.location, coordinates: spot(60, 0) } },
  { ...ASKED, supplier: 'beta', code: 'B1', location: { ...ASKED.location, coordinates: spot(4, 0) } },
]

let competing: Registry
let apart: Registry

beforeAll(async () => {
  const model = { ...PLAIN_MODEL, version: 'competing', competition: COMPETITION }
  competing = (await openRegistry({ model })).registry
  apart = (await openRegistry({ model: PLAIN_MODEL })).registry
  for (const registry of [competing, apart]) await registry.import(TWINS)
})

describe('competing candidates', () => {
  test('change the weight of a stored pair, and the explanation names the competitor and adds up', async () => {
    const sides = [
      { supplier: 'alpha', code: 'A2' },
      { supplier: 'beta', code: 'B1' },
    ] as const
    const { pair } = await competing.explainNonMatch(...sides)
    const before = (await apart.explainNonMatch(...sides)).pair
    expect(before?.competition).toBeNull()
    expect(pair?.competition).toMatchObject({ record: { supplier: 'alpha', code: 'A1' } })
    expect(pair?.competition?.bits).toBeLessThan(0)
    const sum = (pair?.comparisons ?? []).reduce((total, { bits }) => total + bits, pair?.prior ?? 0)
    expect(pair?.weight).toBeCloseTo(sum + (pair?.competition?.bits ?? 0), 2)
    expect(pair?.weight).toBeLessThan(before?.weight ?? 0)
    expect(pair?.signature).toContain('-competition')
  })

  test('change the confidence of a match by the candidates of the same supplier', async () => {
    const answers = await Promise.all([competing, apart].map((each) => each.match(ASKED, { explain: true })))
    const [own, before] = answers.map(({ matches }) => matches.map(({ explanation }) => explanation))
    expect(before?.every((each) => each?.competition === null)).toBe(true)
    for (const explanation of own ?? []) {
      const { prior = 0, comparisons = [], competition } = explanation ?? {}
      const sum = comparisons.reduce((total, { bits }) => total + bits, prior)
      expect(explanation?.weight).toBeCloseTo(sum + (competition?.bits ?? 0), 2)
    }
    const code = (at: number): string | undefined => own?.[at]?.record.code
    expect([code(0), code(1)].sort()).not.toEqual(['A1', 'A1'])
    expect(own?.some((each) => each?.competition?.record !== null && each?.competition !== null)).toBe(true)
  })

  test('do not include the record itself, nor other suppliers', async () => {
    const { registry } = await openRegistry({ model: { ...PLAIN_MODEL, competition: COMPETITION } })
    await registry.import([
      ZEPHYR,
      { ...ZEPHYR, supplier: 'beta', code: 'B1' },
      { ...ZEPHYR, supplier: 'gamma', code: 'G1' },
    ])
    const { pair } = await registry.explainMatch({ supplier: 'alpha', code: 'A1' }, { supplier: 'gamma', code: 'G1' })
    expect(pair?.competition).toEqual({ level: 'alone', bits: 1, record: null })
  })
})

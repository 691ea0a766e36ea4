import { describe, expect, test } from 'vitest'
import { fitLogistic, type Observation } from '../../src/statistics/fit-logistic.ts'

function seen(active: readonly number[], matches: number, others: number): Observation[] {
  return [
    { active: Int32Array.from(active), match: true, weight: matches },
    { active: Int32Array.from(active), match: false, weight: others },
  ]
}

describe('logistic regression', () => {
  test('returns the logarithm of the observed odds', async () => {
    const [base, more] = await fitLogistic([...seen([0], 10, 90), ...seen([0, 1], 75, 25)], 2, [])
    expect(base).toBeCloseTo(Math.log(10 / 90), 4)
    expect((base as number) + (more as number)).toBeCloseTo(Math.log(3), 4)
  })

  test('a penalty pulls a parameter to its aim, more strongly with fewer observations', async () => {
    const held = async (weight: number): Promise<number> => {
      const penalty = { terms: [[0, 1]], aim: -1, strength: 10 } as const
      return (await fitLogistic(seen([0], 3 * weight, weight), 1, [penalty]))[0] as number
    }
    expect(await held(0.001)).toBeCloseTo(-1, 2)
    expect(await held(10_000)).toBeCloseTo(Math.log(3), 2)
    expect(await held(5)).toBeGreaterThan(await held(1))
  })

  test('parameters stay finite if the data are perfectly separated', async () => {
    const fitted = await fitLogistic([...seen([0], 50, 0), ...seen([1], 0, 50)], 2, [
      { terms: [[0, 1]], strength: 1 },
      { terms: [[1, 1]], strength: 1 },
    ])
    for (const each of fitted) expect(Math.abs(each)).toBeLessThan(10)
  })

  test('the start does not change the result', async () => {
    const observations = [...seen([0], 10, 90), ...seen([0, 1], 75, 25)]
    const one = await fitLogistic(observations, 2, [{ terms: [[1, 1]], strength: 1 }])
    const other = await fitLogistic(observations, 2, [{ terms: [[1, 1]], strength: 1 }], Float64Array.from([5, -5]))
    expect(one[1]).toBeCloseTo(other[1] as number, 5)
  })
})

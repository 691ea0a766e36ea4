import { few } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseMatchThreshold, type LinksAbove, pairsToProve, upperBoundOfShare } from '../../src/index.ts'
import { seededRandom } from '../../src/statistics/seeded-random.ts'
import type { ScoredPair } from '../../src/thresholds/choose-thresholds.ts'

const LEVEL = 0.95

function scored(confidence: number, matches: number, others = 0): ScoredPair[] {
  return [
    ...Array.from({ length: matches }, () => ({ confidence, match: true })),
    ...Array.from({ length: others }, () => ({ confidence, match: false })),
  ]
}

describe('the chosen threshold', () => {
  const aim = { falseLinks: 0.01, level: LEVEL, minThreshold: 0.5 }

  test('is the lowest proved threshold, with the number of pairs behind it', () => {
    const pairs = [...scored(0.9995, 500), ...scored(0.99, 500, 1), ...scored(0.9, 100, 30), ...scored(0.2, 50, 900)]
    const chosen = chooseMatchThreshold(pairs, aim)
    expect(chosen).toMatchObject({ kind: 'found', links: 1_001, wrong: 1, recall: 1_000 / 1_150 })
    expect(chosen.threshold).toBeGreaterThan(0.9)
    expect(chosen.threshold).toBeLessThanOrEqual(0.99)
    expect(chosen.upperBound).toBeCloseTo(upperBoundOfShare(1, 1_001, 0.975), 6)
    expect(chosen.upperBound).toBeLessThanOrEqual(0.01)
  })

  test('is never below the labelled pairs or the minimum', () => {
    const high = chooseMatchThreshold(scored(0.99, 400), aim)
    expect(high).toMatchObject({ kind: 'found', links: 400 })
    expect(high.threshold).toBeGreaterThan(0.98)
    expect(chooseMatchThreshold([...scored(0.99, 400), ...scored(0.5, 300)], aim).threshold).toBe(0.5)
    expect(chooseMatchThreshold([...scored(0.99, 400), ...scored(0.4, 300)], aim).links).toBe(400)
  })

  test('is missing with too few pairs, and the result counts the missing pairs', () => {
    const chosen = chooseMatchThreshold([...scored(0.99, 200), ...scored(0.3, 500)], aim)
    // 299 pairs of which none is wrong prove 1 % at 95 %.
    expect(chosen).toEqual({
      kind: 'too_few',
      threshold: 0.5,
      links: 200,
      wrong: 0,
      upperBound: expect.closeTo(0.0149, 4),
      more: 99,
    })
    expect(chooseMatchThreshold(scored(0.99, 299), aim).kind).toBe('found')
    expect(chooseMatchThreshold([], aim)).toMatchObject({ kind: 'too_few', links: 0, more: 299 })
  })

  test('with too few pairs, a wrong pair increases the number of missing pairs', () => {
    const lax = { ...aim, falseLinks: 0.1 }
    // 29 pairs are enough if none is wrong, 46 pairs if one is wrong.
    expect(chooseMatchThreshold(scored(0.99, 27, 1), lax)).toMatchObject({ kind: 'too_few', links: 28, more: 18 })
    expect(chooseMatchThreshold(scored(0.99, 28, 1), lax)).toMatchObject({ links: 29, wrong: 1, more: 17 })
    expect(chooseMatchThreshold(scored(0.99, 45, 1), lax).kind).toBe('found')
    expect(chooseMatchThreshold(scored(0.99, 44, 1), lax).kind).not.toBe('found')
  })

  test('is missing with too many wrong pairs, whether or not more pairs would help', () => {
    const some = chooseMatchThreshold([...scored(0.999, 400, 2)], aim)
    expect(some).toMatchObject({ kind: 'too_many_wrong', links: 402, wrong: 2 })
    const { more } = some as { more: number }
    expect(chooseMatchThreshold([...scored(0.999, 400 + more, 2)], aim).kind).toBe('found')
    expect(chooseMatchThreshold([...scored(0.999, 400 + more - 1, 2)], aim).kind).toBe('too_many_wrong')
    expect(chooseMatchThreshold(scored(0.999, 400, 40), aim)).toMatchObject({ kind: 'too_many_wrong', more: null })
  })

  test('the requested number of additional pairs is enough if none of them is wrong', () => {
    const share = fc.double({ min: 0.01, max: 0.3, noNaN: true })
    fc.assert(
      fc.property(share, fc.nat(8), fc.nat(400), (falseLinks, wrong, right) => {
        const chosen = chooseMatchThreshold(scored(0.99, right, wrong), { ...aim, falseLinks })
        if (chosen.kind === 'found' || chosen.more === null) return
        expect(chosen.more).toBeGreaterThan(0)
        const after = chooseMatchThreshold(scored(0.99, right + chosen.more, wrong), { ...aim, falseLinks })
        expect(after.kind).toBe('found')
      }),
    )
  })

  test('testing ends at the first threshold that fails', () => {
    // At lower thresholds, right pairs would hide the wrong pairs at the top.
    const pairs = [...scored(0.9999, 300, 5), ...scored(0.99, 600)]
    expect(upperBoundOfShare(5, 905, LEVEL)).toBeGreaterThan(0.01)
    expect(chooseMatchThreshold(pairs, aim)).toMatchObject({ kind: 'too_many_wrong', links: 305, wrong: 5 })
  })

  test('with many labels, a few wrong pairs at the top do not end the testing', () => {
    const pairs = [...scored(0.9999, 400, 1), ...scored(0.99, 8_000, 4)]
    expect(chooseMatchThreshold(pairs, aim)).toMatchObject({ kind: 'found', links: 8_405, wrong: 5 })
  })

  test('has the reported bound for any pairs', () => {
    const pair = fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), match: fc.boolean() })
    const share = fc.double({ min: 0.001, max: 0.5, noNaN: true })
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 300 }), share, fc.nat(2_000), (some, falseLinks, right) => {
        const pairs = [...some, ...scored(0.97, right)]
        const chosen = chooseMatchThreshold(pairs, { falseLinks, level: LEVEL, minThreshold: 0.27 })
        const above = pairs.filter(({ confidence }) => confidence >= chosen.threshold)
        expect(chosen.links).toBe(above.length)
        expect(chosen.wrong).toBe(above.filter(({ match }) => !match).length)
        expect(chosen.upperBound <= falseLinks).toBe(chosen.kind === 'found')
        expect(chosen.threshold).toBeGreaterThanOrEqual(0.27)
      }),
    )
  })
})

test('the minimum number of pairs proves a share despite wrong pairs, and one fewer does not', () => {
  for (const most of [0.1, 0.01, 0.001]) {
    for (const wrong of [0, 1, 3, 20]) {
      const pairs = pairsToProve(wrong, most, LEVEL)
      expect(upperBoundOfShare(wrong, pairs, LEVEL)).toBeLessThanOrEqual(most)
      expect(upperBoundOfShare(wrong, pairs - 1, LEVEL)).toBeGreaterThan(most)
    }
  }
})

/** Pairs of a few confidences, with the known probability that a pair of each confidence is wrong. */
interface Population {
  readonly what: string
  readonly confidences: readonly number[]
  /** Probability that a pair is wrong, by position of its confidence. */
  readonly wrong: readonly number[]
}

const AIM = 0.05
const LADDER = Array.from({ length: 60 }, (_, at) => 0.5 + (0.4999 * (at + 1)) / 60)
const POPULATIONS: readonly Population[] = [
  { what: 'calibrated', confidences: LADDER, wrong: LADDER.map((confidence) => 1 - confidence) },
  { what: 'overconfident', confidences: LADDER, wrong: LADDER.map((confidence) => 3 * (1 - confidence)) },
  { what: 'slightly above the aim everywhere', confidences: LADDER, wrong: LADDER.map(() => AIM * 1.001) },
  { what: 'right only at the top', confidences: LADDER, wrong: LADDER.map((c) => (c > 0.9 ? 0.005 : 0.1)) },
]

/** Returns the share of wrong links above a threshold in the whole population. */
function trueShare({ confidences, wrong }: Population, threshold: number): number {
  const above = wrong.filter((_, at) => (confidences[at] as number) >= threshold)
  return above.length === 0 ? 0 : above.reduce((sum, each) => sum + each, 0) / above.length
}

function draw({ confidences, wrong }: Population, pairs: number, random: () => number): ScoredPair[] {
  return Array.from({ length: pairs }, () => {
    const at = Math.floor(random() * confidences.length)
    return { confidence: confidences[at] as number, match: random() >= (wrong[at] as number) }
  })
}

/** Returns how often the threshold chosen from a random sample misses the aim in the population. */
function shareBroken(
  population: Population,
  pairs: number,
  choose: (pairs: readonly ScoredPair[]) => Pick<LinksAbove, 'threshold'> | undefined,
  draws: number = DRAWS,
): { readonly broken: number; readonly found: number } {
  const random = seededRandom(7)
  let [broken, found] = [0, 0]
  for (let drawn = 0; drawn < draws; drawn++) {
    const chosen = choose(draw(population, pairs, random))
    if (chosen === undefined) continue
    found++
    if (trueShare(population, chosen.threshold) > AIM) broken++
  }
  return { broken: broken / draws, found: found / draws }
}

/** Number of samples. */
const DRAWS = few(1_000)
/** The probability of 5 %, plus three standard deviations for as many samples. */
const MOST_BROKEN = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / DRAWS)
const aim = { falseLinks: AIM, level: LEVEL, minThreshold: 0.5 }

describe('the bound holds in 95 of 100 samples', () => {
  test.each(POPULATIONS.flatMap((population) => [80, 200, 1_000].map((pairs) => ({ population, pairs }))))(
    '$population.what, $pairs pairs',
    ({ population, pairs }) => {
      const { broken } = shareBroken(population, pairs, (drawn) => {
        const chosen = chooseMatchThreshold(drawn, aim)
        return chosen.kind === 'found' ? chosen : undefined
      })
      expect(broken).toBeLessThanOrEqual(MOST_BROKEN)
    },
  )

  test('choosing the lowest threshold of all good bounds would break the bound', () => {
    const [, , beyond] = POPULATIONS as readonly [Population, Population, Population]
    const choose = (drawn: readonly ScoredPair[]) =>
      LADDER.map((threshold) => ({ threshold, above: drawn.filter(({ confidence }) => confidence >= threshold) })).find(
        ({ above }) => upperBoundOfShare(above.filter(({ match }) => !match).length, above.length, LEVEL) <= AIM,
      )
    const { broken } = shareBroken(beyond, 1_000, choose, 100)
    expect(broken).toBeGreaterThan(2 * (1 - LEVEL))
  })

  test('finds a threshold if there are enough labels', () => {
    // Most links are certain, as in feeds.
    const sure = Array.from({ length: 140 }, () => 0.9995)
    const confidences = [...LADDER, ...sure]
    const wrong = confidences.map((confidence) => (confidence > 0.99 ? 0.3 * AIM : 1 - confidence))
    const { found, broken } = shareBroken({ what: 'feeds', confidences, wrong }, 1_000, (drawn) => {
      const chosen = chooseMatchThreshold(drawn, aim)
      return chosen.kind === 'found' ? chosen : undefined
    })
    expect(found).toBeGreaterThan(0.9)
    expect(broken).toBeLessThanOrEqual(MOST_BROKEN)
  })
})

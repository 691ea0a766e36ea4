import { defaultSchema } from '@utpid/core'
import { DEFAULT_MODEL, type Profile, parseScoringModel, type RecordFeatures } from '@utpid/core/scoring'
import { describe, expect, test } from 'vitest'
import { type TrainOptions, trainModel } from '../../src/index.ts'
import { generatedPairs } from '../support/generated-pairs.ts'

const OPTIONS: TrainOptions = { version: 'test-1', base: DEFAULT_MODEL, seed: 3 }
const SETS = [
  { name: 'one', pairs: generatedPairs(11, 900) },
  { name: 'other', pairs: generatedPairs(12, 900) },
]
/** Enough pairs where only the course of a training counts. */
const FEW = [{ name: 'few', pairs: generatedPairs(11, 300) }]
const TRAINED = await trainModel(SETS, OPTIONS)

describe('a trained model', () => {
  test('is valid, describes its training pairs, and is the same for the same pairs and seed', async () => {
    expect(parseScoringModel(JSON.parse(JSON.stringify(TRAINED.model)))).toEqual(TRAINED.model)
    expect(TRAINED.model.version).toBe('test-1')
    for (const { name, pairs } of SETS) expect(TRAINED.model.provenance).toContain(`${name} (${pairs.length} pairs`)
    const [one, two] = [await trainModel(FEW, OPTIONS), await trainModel(FEW, OPTIONS)]
    expect(one.model).toEqual(two.model)
  })

  test('separates unseen pairs, with confidences that equal the shares of matches', () => {
    const unseen = TRAINED.sets.flatMap((set) => set.unseen)
    expect(unseen.length).toBe(SETS.flatMap(({ pairs }) => pairs).length)
    const wrong = unseen.filter(({ confidence, match }) => confidence >= 0.5 !== match)
    expect(wrong.length / unseen.length).toBeLessThan(0.1)
    const promised = unseen.reduce((sum, { confidence }) => sum + confidence, 0)
    const matches = unseen.filter(({ match }) => match).length
    expect(Math.abs(promised - matches) / matches).toBeLessThan(0.1)
  })

  test('calibrates pairs without coordinates by themselves, and keeps the base for too few', async () => {
    const bare = (features: RecordFeatures): RecordFeatures => {
      const { coordinates: _, ...rest } = features
      return rest
    }
    // Most of these candidates match.
    const unplaced = SETS.flatMap(({ pairs }) => pairs)
      .map(({ left, right, match }) => ({ left: bare(left), right: bare(right), match }))
      .flatMap((pair) => (pair.match ? [pair, pair, pair] : [pair]))
    const { model, sets } = await trainModel([...SETS, { name: 'bare', pairs: unplaced }], OPTIONS)
    const own = model.profiles.lodging.unplaced
    expect(own?.prior).toBeGreaterThan(model.profiles.lodging.prior)
    const unseen = sets.find(({ name }) => name === 'bare')?.unseen ?? []
    const promised = unseen.reduce((sum, { confidence }) => sum + confidence, 0)
    const matches = unseen.filter(({ match }) => match).length
    expect(Math.abs(promised - matches) / matches).toBeLessThan(0.1)

    const lodging = { ...DEFAULT_MODEL.profiles.lodging, unplaced: { prior: 1.5, slope: 0.7 } }
    const base = { ...DEFAULT_MODEL, profiles: { ...DEFAULT_MODEL.profiles, lodging } }
    const few = await trainModel(FEW, { ...OPTIONS, base })
    expect(few.model.profiles.lodging.unplaced).toEqual(lodging.unplaced)
  })

  test('no level of a chain counts less than the next level', () => {
    for (const profile of Object.keys(defaultSchema.profiles) as Profile[]) {
      for (const { name, monotoneLevels = [] } of defaultSchema.profiles[profile].comparisons) {
        for (const chain of monotoneLevels) {
          const worth = chain.flatMap((level) => TRAINED.model.profiles[profile].bits[name]?.[level] ?? [])
          expect(worth, `${profile} ${name}`).toEqual(worth.toSorted((a, b) => b - a))
        }
      }
    }
  })

  test('learns as much if matches and non-matches are in separate files', async () => {
    const pairs = SETS.flatMap((set) => set.pairs)
    const split = [
      { name: 'positive', pairs: pairs.filter(({ match }) => match) },
      { name: 'negative', pairs: pairs.filter(({ match }) => !match) },
    ]
    const { sets } = await trainModel(split, OPTIONS)
    const wrong = sets.flatMap((set) => set.unseen).filter(({ confidence, match }) => confidence >= 0.5 !== match)
    expect(wrong.length / pairs.length).toBeLessThan(0.1)
  })

  test('keeps the vetoes of the base model, and complete profiles without pairs', () => {
    for (const profile of Object.keys(defaultSchema.profiles) as Profile[]) {
      expect(TRAINED.model.profiles[profile].vetoes).toEqual(DEFAULT_MODEL.profiles[profile].vetoes)
    }
    expect(TRAINED.model.profiles.transfer).toEqual(DEFAULT_MODEL.profiles.transfer)
    expect(TRAINED.model.provenance).toContain('transfer')
  })

  test('keeps the bits of comparisons in `held`', async () => {
    const restraint = { level: 2, profile: 10, neighbour: 2, held: ['category'] }
    const { model } = await trainModel(FEW, { ...OPTIONS, regularization: restraint })
    const [held, base] = [model, DEFAULT_MODEL].map(({ profiles }) => profiles.lodging.bits.category ?? {})
    const ratios = Object.keys(base ?? {}).map((level) => (held?.[level] as number) / (base?.[level] as number))
    // All ratios are equal, except for the slope of the calibration.
    expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(0.1)
  })

  test('keeps comparisons in `apart` exactly, and ignores them while it learns the others', async () => {
    const restraint = { level: 2, profile: 10, neighbour: 2, apart: ['rarity'] }
    const other = structuredClone(DEFAULT_MODEL) as { profiles: Record<string, { bits: Record<string, object> }> }
    const bits = other.profiles.lodging?.bits as Record<string, object>
    bits.rarity = { common: -6 }
    const base = parseScoringModel(other)
    const [one, two] = [
      (await trainModel(SETS, { ...OPTIONS, regularization: restraint })).model.profiles.lodging.bits,
      (await trainModel(SETS, { ...OPTIONS, base, regularization: restraint })).model.profiles.lodging.bits,
    ]
    expect(one?.rarity).toEqual(DEFAULT_MODEL.profiles.lodging.bits.rarity)
    expect(two?.rarity).toEqual({ common: -6 })
    const [distance, otherDistance] = [one, two].map((each) => each?.distance as Record<string, number>)
    // A level that no pair reaches has the bits of the base, which no calibration changes.
    const given = DEFAULT_MODEL.profiles.lodging.bits.distance ?? {}
    const telling = Object.entries(distance ?? {}).flatMap(([level, worth]) =>
      Math.abs(worth) > 2 && worth !== given[level] ? [level] : [],
    )
    const ratios = telling.map((level) => (otherDistance?.[level] as number) / (distance?.[level] as number))
    expect(telling.length).toBeGreaterThan(2)
    // The ratios are equal, except for the slope of the calibration and its rounding.
    expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(0.01)
    const learned = TRAINED.model.profiles.lodging.bits.distance ?? {}
    const unlike = telling.map((level) => (learned[level] as number) / (distance?.[level] as number))
    expect(Math.max(...unlike) - Math.min(...unlike)).toBeGreaterThan(0.01)
  })
})

test('the training ends at its next step with the reason of the signal', async () => {
  const stop = new AbortController()
  const reason = new Error('enough')
  const said: string[] = []
  let steps = 0
  const training = trainModel(SETS, {
    ...OPTIONS,
    onProgress: (sentence) => said.push(sentence),
    signal: stop.signal,
    yield: async () => {
      if (said.at(-1)?.startsWith('Fitting') && ++steps === 3) stop.abort(reason)
    },
  })
  await expect(training).rejects.toBe(reason)
  expect(steps).toBe(3)
  expect(said.at(-1)).toBe('Fitting without part 1 of 5.')
})

describe('rejects', () => {
  test.each<[what: string, sets: typeof SETS, options: Partial<TrainOptions>, message: RegExp]>([
    ['no pairs', [], {}, /0 pairs that match and 0 that do not; a model needs at least 10/],
    [
      'pairs with one label',
      [{ name: 'a', pairs: (SETS[0]?.pairs ?? []).filter(({ match }) => match) }],
      {},
      /0 that do not/,
    ],
    ['a repeated name', [SETS[0], SETS[0]] as typeof SETS, {}, /Two sets are called "one"/],
    [
      'candidates with one label',
      [SETS[0], { name: 'same', pairs: (SETS[1]?.pairs ?? []).filter(({ match }) => match) }] as typeof SETS,
      { candidates: ['same'] },
      /candidates that match and 0 that do not/,
    ],
    [
      'too few pairs of every profile',
      [
        {
          name: 'few',
          pairs: [true, false].flatMap((kind) =>
            (SETS[0]?.pairs ?? []).filter(({ match }) => match === kind).slice(0, 40),
          ),
        },
      ],
      {},
      /No profile has 200 pairs/,
    ],
    ['candidates of a missing set', SETS, { candidates: ['third'] }, /No set is called "third"; there are one, other/],
  ])('%s', async (_, sets, options, message) => {
    await expect(trainModel(sets, { ...OPTIONS, ...options })).rejects.toThrow(message)
  })
})

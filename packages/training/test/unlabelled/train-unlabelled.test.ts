import { defaultSchema } from '@utpid/core'
import { DEFAULT_MODEL, PairScorer, type Profile, parseScoringModel, shippedTermFrequency } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import {
  type LabelledPair,
  neutralModel,
  type SupplierRecords,
  type TrainUnlabelledOptions,
  trainModel,
  trainUnlabelled,
} from '../../src/index.ts'
import { f1At } from '../../src/thresholds/choose-thresholds.ts'
import { generatedPairs } from '../support/generated-pairs.ts'
import { generatedSuppliers } from '../support/generated-suppliers.ts'

const OPTIONS: TrainUnlabelledOptions = { version: 'test-1', base: neutralModel(DEFAULT_MODEL), seed: 3 }
const SUPPLIERS = generatedSuppliers(11, 900)
const LABELLED = generatedPairs(11, 900)
const TESTED = generatedPairs(12, 600)
const TRAINED = await trainUnlabelled(SUPPLIERS, OPTIONS)

test('is close to a model that is trained with the labels of the same records', async () => {
  const set = { name: 'labels', pairs: LABELLED }
  const labelled = await trainModel([set], { ...OPTIONS, version: 'labelled' })
  const f1Of = (model: typeof labelled.model): number => f1At(scored(TESTED, model), model.thresholds.pair)
  expect(f1Of(TRAINED.model)).toBeGreaterThan(f1Of(labelled.model) - 0.03)
  expect(f1Of(TRAINED.model)).toBeGreaterThan(0.85)
})

test('estimates the number of matches and the precision of links', () => {
  const matches = LABELLED.filter(({ match }) => match).length
  expect(Math.abs(TRAINED.matches - matches) / matches).toBeLessThan(0.15)
  const above = scored(TESTED, TRAINED.model).filter(({ confidence }) => confidence >= TRAINED.model.thresholds.match)
  const precision = above.filter(({ match }) => match).length / above.length
  expect(above.length).toBeGreaterThan(50)
  expect(Math.abs((TRAINED.expected.precision ?? 0) - precision)).toBeLessThan(0.02)
})

test('is valid, and says that it was trained without labels', () => {
  expect(parseScoringModel(JSON.parse(JSON.stringify(TRAINED.model)))).toEqual(TRAINED.model)
  expect(TRAINED.model.provenance).toContain('Trained without labels on')
  for (const { supplier, records } of SUPPLIERS) {
    expect(TRAINED.model.provenance).toContain(`${supplier} (${records.length} records)`)
  }
})

test('the order of suppliers and records does not matter; the seed decides the random pairs', async () => {
  const reversed = SUPPLIERS.toReversed().map((each) => ({ ...each, records: each.records.toReversed() }))
  expect(await trainUnlabelled(reversed, OPTIONS)).toEqual(TRAINED)
  const other = await trainUnlabelled(SUPPLIERS, { ...OPTIONS, seed: 4 })
  expect(other.model.profiles).not.toEqual(TRAINED.model.profiles)
})

test('no level of a chain counts less than the next level, and vetoes are those of the base model', () => {
  for (const profile of Object.keys(defaultSchema.profiles) as Profile[]) {
    for (const { name, monotoneLevels = [] } of defaultSchema.profiles[profile].comparisons) {
      for (const chain of monotoneLevels) {
        const worth = chain.flatMap((level) => TRAINED.model.profiles[profile].bits[name]?.[level] ?? [])
        expect(worth, `${profile} ${name}`).toEqual(worth.toSorted((a, b) => b - a))
      }
    }
    expect(TRAINED.model.profiles[profile].vetoes).toEqual(DEFAULT_MODEL.profiles[profile].vetoes)
  }
})

test('profiles without records, and levels that no pair reaches, keep the weights of the base model', async () => {
  const { model } = await trainUnlabelled(SUPPLIERS, { ...OPTIONS, base: DEFAULT_MODEL })
  expect(model.profiles.transfer).toEqual(DEFAULT_MODEL.profiles.transfer)
  expect(model.provenance).toContain('Profiles kept from model')
})

test('a supplier may list several codes for one product', async () => {
  const [one, other] = SUPPLIERS as [SupplierRecords, SupplierRecords]
  const several = [one, { ...other, records: [...other.records, ...other.records], severalCodes: true }]
  const { model, matches } = await trainUnlabelled(several, OPTIONS)
  expect(matches).toBeGreaterThan(1.6 * TRAINED.matches)
  expect(model.provenance).toContain('several codes for one product')
})

test('reports progress and stops with the reason of the signal', async () => {
  const reason = new Error('enough')
  const stop = new AbortController()
  const said: string[] = []
  const training = trainUnlabelled(SUPPLIERS, {
    ...OPTIONS,
    signal: stop.signal,
    onProgress: (sentence) => {
      said.push(sentence)
      if (sentence.startsWith('Estimating')) stop.abort(reason)
    },
  })
  await expect(training).rejects.toBe(reason)
  expect(said.map((sentence) => sentence.split(' ')[0])).toEqual(['Finding', 'Comparing', 'Estimating'])
})

test.each<[what: string, suppliers: readonly SupplierRecords[], message: RegExp]>([
  ['no records', [], /There are no records\. Training without labels compares the records of two or more suppliers/],
  ['one supplier', SUPPLIERS.slice(0, 1), /All records are of supplier ".*"/],
  ['a repeated supplier', [SUPPLIERS[0], SUPPLIERS[0]] as SupplierRecords[], /Two lists of records have the supplier/],
  [
    'few records',
    SUPPLIERS.map((each) => ({ ...each, records: each.records.slice(0, 20) })),
    /two suppliers with at least 50 records; there are .* \(20\), .* \(20\)/,
  ],
  [
    'suppliers without common places',
    [SUPPLIERS[0], { supplier: 'far', records: farRecords() }] as SupplierRecords[],
    /Blocking finds \d+ candidates between the suppliers; .* at least 200/,
  ],
  [
    'records that all look the same',
    ['a', 'b'].map((supplier) => ({ supplier, records: sameRecords() })),
    /candidates (seem to match|do not separate)|Blocking finds 0 candidates/,
  ],
])('rejects %s', async (_, suppliers, message) => {
  await expect(trainUnlabelled(suppliers, OPTIONS)).rejects.toThrow(message)
})

function scored(pairs: readonly LabelledPair[], model: typeof TRAINED.model): { confidence: number; match: boolean }[] {
  const scorer = new PairScorer(model, shippedTermFrequency())
  return pairs.map(({ left, right, match }) => ({ match, confidence: scorer.score(left, right).confidence }))
}

function farRecords(): SupplierRecords['records'] {
  return (generatedSuppliers(99, 300)[0] as SupplierRecords).records.map(({ coordinates: _, ...record }) => ({
    ...record,
    names: [],
    identifiers: [],
    city: 'nowhere',
  }))
}

/** Fewer records than the limit of a blocking key. */
function sameRecords(): SupplierRecords['records'] {
  const [record] = (SUPPLIERS[0] as SupplierRecords).records
  return Array.from({ length: 60 }, () => record as SupplierRecords['records'][number])
}

import type { Registry } from '@utpid/core'
import type { Formation } from '@utpid/core/operations'
import { expect, test } from 'vitest'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { ACTOR, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { PLAIN_MODEL } from '../../support/plain-model.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { spot } from '../../support/small-world.ts'

const A1 = { supplier: 'alpha', code: 'A1' }
const A8 = { supplier: 'alpha', code: 'A8' }
const A9 = { supplier: 'alpha', code: 'A9' }
const B1 = { supplier: 'beta', code: 'B1' }
const { phone: _, website: __, ...BARE } = ZEPHYR
const { match: MATCH, review: REVIEW } = DEFAULT_MODEL.thresholds

async function filled(...records: readonly object[]): Promise<Registry> {
  const { registry } = await openRegistry()
  await registry.import(records)
  return registry
}

/** Returns how the product of a code came to be. Fails unless the result is plain data. */
async function howOf(
  registry: Registry,
  code: { readonly supplier: string; readonly code: string },
): Promise<Formation> {
  const how = await registry.how(await utpidOf(registry, code))
  expect(JSON.parse(JSON.stringify(how))).toEqual(how)
  expect(how.current).toBe(true)
  expect(how.total).toBe(how.steps.length)
  return how
}

test('a product of one record has no steps', async () => {
  const registry = await filled(ZEPHYR, QUILL)
  expect(await howOf(registry, A1)).toEqual({
    utpid: await utpidOf(registry, A1),
    records: [{ ...A1, name: ZEPHYR.name }],
    kept: [],
    curatedBy: [],
    steps: [],
    total: 0,
    current: true,
    model: DEFAULT_MODEL.version,
  })
})

test('two records join by their edge, with the bits of the explanation', async () => {
  const registry = await filled(ZEPHYR, ZEPHYR_BY_BETA)
  const { pair } = await registry.explainMatch(A1, B1)
  const { steps } = await howOf(registry, A1)
  expect(steps).toMatchObject([
    { a: A1, b: B1, weight: pair?.weight, outcome: 'joined', clusters: [1, 1], utpid: null, refusal: null },
  ])
})

test('a strong edge that another pair forbids: the pair, and the product on the other side', async () => {
  const bareByBeta = { ...ZEPHYR_BY_BETA, phone: undefined, website: undefined }
  const registry = await filled(BARE, bareByBeta, { ...BARE, code: 'A9', rooms: 40 })
  const other = await utpidOf(registry, A9)
  const { steps } = await howOf(registry, B1)
  expect(steps.map(({ outcome }) => outcome)).toEqual(['joined', 'refused', 'refused'])
  const forbidden = steps.find(({ a, b }) => a.code === 'B1' && b.code === 'A9')
  expect(forbidden).toMatchObject({
    clusters: [2, 1],
    utpid: other,
    refusal: { code: 'same_supplier', total: 1, needs: DEFAULT_MODEL.thresholds.sameSupplierBits },
  })
  // The product on the other side tells the same story, from its side.
  const mirrored = (await howOf(registry, A9)).steps.find(({ b }) => b.code === 'B1')
  expect(mirrored).toMatchObject({ a: A9, clusters: [1, 2], outcome: 'refused', refusal: forbidden?.refusal })
})

test('clusters whose mean confidence is below review', async () => {
  const { phone, website } = ZEPHYR
  const place = { city: 'Paris', coordinates: spot(0, 0) }
  const zephyr = { name: 'Hotel Zephyr Marlowe', category: 'hotel', location: place }
  const five = ['beta', 'gamma', 'delta', 'epsilon'].map((supplier) => ({ ...zephyr, supplier, code: '1', stars: 5 }))
  const newcomer = { supplier: 'zeta', code: '1', name: 'Quill Rondel', category: 'hotel', location: place, stars: 2 }
  const registry = await filled({ ...zephyr, ...A1, phone, website }, ...five, { ...newcomer, phone, website })
  const { steps } = await howOf(registry, A1)
  const refused = steps.find(({ b }) => b.supplier === 'zeta')
  expect(refused).toMatchObject({
    clusters: [5, 1],
    refusal: { code: 'clusters_disagree', threshold: REVIEW, pairs: 5 },
  })
  const [reason] = (await registry.explainNonMatch(A1, { supplier: 'zeta', code: '1' })).reasons
  expect(refused?.refusal).toEqual(reason)
})

test('an edge below match comes last', async () => {
  const { phone: ___, website: ____, ...bare } = ZEPHYR_BY_BETA
  const { registry } = await openRegistry({ model: PLAIN_MODEL })
  await registry.import([ZEPHYR, { ...bare, location: { city: 'Paris', coordinates: spot(290, 0) } }])
  const { steps } = await howOf(registry, A1)
  expect(steps).toMatchObject([
    { outcome: 'refused', clusters: null, refusal: { code: 'below_match', threshold: PLAIN_MODEL.thresholds.match } },
  ])
})

test('decisions of people: records kept together, and a judgement that forbids an edge', async () => {
  const registry = await filled(TWIN_A, TWIN_B, { ...QUILL, supplier: 'gamma', code: 'G1' })
  const [a8, a9] = [await utpidOf(registry, A8), await utpidOf(registry, A9)]
  const { change: same } = await registry.merge(a8, await utpidOf(registry, { supplier: 'gamma', code: 'G1' }), ACTOR)
  const { change: different } = await registry.dismiss(a8, a9, { ...ACTOR, note: 'two doors' })
  const how = await howOf(registry, A8)
  expect(how.kept.map((set) => set.map(({ code }) => code).sort())).toEqual(expect.arrayContaining([['A8', 'G1']]))
  expect(how.curatedBy).toEqual(
    expect.arrayContaining([{ kind: 'judged', judgement: expect.objectContaining({ verdict: 'same', change: same }) }]),
  )
  const { confidence } = await registry.explainNonMatch(A8, A9).then(({ pair }) => pair ?? { confidence: 0 })
  expect(how.steps).toMatchObject([
    {
      outcome: 'refused',
      refusal:
        confidence >= MATCH
          ? { code: 'judged_different', judgement: { change: different, note: 'two doors' } }
          : { code: 'below_match' },
    },
  ])
})

test('an alias and a merged UTPID lead to the product; other ids have their errors', async () => {
  const registry = await filled(ZEPHYR, QUILL)
  const [zephyr, quill] = [await utpidOf(registry, A1), await utpidOf(registry, { supplier: 'alpha', code: 'A2' })]
  await registry.merge(zephyr, quill, { ...ACTOR, survivor: zephyr })
  await registry.addAliases([{ alias: 'old-7', utpid: zephyr }])
  const how = await registry.how(zephyr)
  expect(await registry.how(quill)).toEqual(how)
  expect(await registry.how('old-7')).toEqual(how)
  await expect(registry.how('UTP-00000-00000-1')).rejects.toMatchObject({ code: 'product_not_found' })
  await expect(registry.how('nonsense')).rejects.toMatchObject({ code: 'validation_failed' })
  await registry.delete(zephyr, ACTOR)
  await expect(registry.how(zephyr)).rejects.toMatchObject({ code: 'product_deleted' })
})

test('a crowd: above 500 steps, those within one cluster are left out', async () => {
  const suppliers = Array.from({ length: 40 }, (_each, at) => `s${at}`)
  const registry = await filled(...suppliers.map((supplier) => ({ ...ZEPHYR, supplier, code: '1' })))
  const how = await registry.how(await utpidOf(registry, { supplier: 's0', code: '1' }))
  expect(how.records.length).toBeGreaterThan(30)
  expect(how.total).toBeGreaterThan(500)
  expect(how.steps.filter(({ outcome }) => outcome === 'joined').length).toBe(how.records.length - 1)
  expect(how.steps.length).toBeLessThanOrEqual(500)
})

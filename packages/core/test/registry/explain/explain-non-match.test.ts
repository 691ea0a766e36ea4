import { LIMITS, type NonMatchExplanation, type Registry } from '@utpid/core'
import { NON_MATCH_REASONS } from '@utpid/core/codes'
import { expect, test } from 'vitest'
import { leadForMatch } from '../../../src/scoring/competition.ts'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { ACTOR, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { PLAIN_MODEL } from '../../support/plain-model.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { spot } from '../../support/small-world.ts'

const A1 = { supplier: 'alpha', code: 'A1' }
const B1 = { supplier: 'beta', code: 'B1' }
const A2 = { supplier: 'alpha', code: 'A2' }
const A8 = { supplier: 'alpha', code: 'A8' }
const A9 = { supplier: 'alpha', code: 'A9' }
const { match: MATCH, sameSupplierBits: SAME_SUPPLIER } = DEFAULT_MODEL.thresholds
const LEAD = leadForMatch(DEFAULT_MODEL.thresholds)

async function filled(...records: readonly object[]): Promise<Registry> {
  const { registry } = await openRegistry()
  await registry.import(records)
  return registry
}

/** Returns the result of `explainNonMatch`. Fails unless it is symmetric plain data with known codes. */
async function explainNonMatch(
  registry: Registry,
  ...[a, b]: Parameters<Registry['explainNonMatch']>
): Promise<NonMatchExplanation> {
  const answer = await registry.explainNonMatch(a, b)
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  for (const { code } of answer.reasons) expect(NON_MATCH_REASONS).toHaveProperty(code)
  const turned = await registry.explainNonMatch(b, a)
  expect(turned.reasons.map(({ code }) => code)).toEqual(answer.reasons.map(({ code }) => code))
  return answer
}

function codesOf({ reasons }: NonMatchExplanation): string[] {
  return reasons.map(({ code }) => code)
}

/** The content of a hotel, without supplier and code. */
function content(record: object): object {
  const { supplier: _, code: __, ...rest } = record as Record<string, unknown>
  return rest
}

test('records of one product have no reasons', async () => {
  expect(await explainNonMatch(await filled(ZEPHYR, ZEPHYR_BY_BETA), A1, B1)).toMatchObject({
    together: true,
    reasons: [],
  })
})

test('two that share no key: the keys of each, with their parts', async () => {
  const answer = await explainNonMatch(await filled(ZEPHYR, { ...QUILL, supplier: 'gamma' }), A1, {
    supplier: 'gamma',
    code: 'A2',
  })
  expect(codesOf(answer)).toEqual(['no_common_key', 'below_match'])
  expect(answer.reasons[0]).toMatchObject({
    a: expect.arrayContaining([
      { from: ['phone'], words: [], records: 1, maxRecords: LIMITS.recordsPerKey },
      { from: ['website'], words: [], records: 1, maxRecords: LIMITS.recordsPerKey },
      { from: ['postcode', 'address'], words: [], records: 1, maxRecords: LIMITS.recordsPerKey },
      { from: ['coordinates', 'category'], words: [], records: 1, maxRecords: LIMITS.recordsPerWeakKey },
      { from: ['coordinates', 'name'], words: ['zephyr'], records: 1, maxRecords: LIMITS.recordsPerKey },
      { from: ['city', 'name'], words: ['marlowe'], records: 1, maxRecords: LIMITS.recordsPerKey },
      { from: ['identifier'], words: [], records: 1, maxRecords: LIMITS.recordsPerKey },
    ]),
  })
})

test('two in a crowd: the keys above their record limit', async () => {
  const names = ['Cigale', 'Grillon', 'Abeille']
  const crowd = Array.from({ length: LIMITS.recordsPerKey + 1 }, (_, at) => ({
    supplier: `s${at % 3}`,
    code: `C${at}`,
    name: `${names[at % 3]} ${at}`,
    category: 'apartment',
    location: { coordinates: spot(0, 0) },
  }))
  const answer = await explainNonMatch(
    await filled(...crowd),
    { supplier: 's0', code: 'C0' },
    { supplier: 's1', code: 'C1' },
  )
  expect(answer.reasons[0]).toEqual({
    code: 'skipped_keys',
    keys: [
      { from: ['coordinates', 'category'], words: [], records: crowd.length, maxRecords: LIMITS.recordsPerWeakKey },
    ],
  })
})

test('a veto: its comparison, with both values', async () => {
  const answer = await explainNonMatch(
    await filled({ ...ZEPHYR, name: 'Hotel Zephyr 14' }, { ...ZEPHYR_BY_BETA, name: 'Hotel Zephyr 18' }),
    A1,
    B1,
  )
  expect(codesOf(answer)).toEqual(['vetoed'])
  expect(answer.reasons[0]).toMatchObject({ comparisons: [{ name: 'number', input: '14', record: '18' }] })
})

test('too few bits: the missing bits, the largest costs, and the alert', async () => {
  const { phone: _, website: __, ...bare } = ZEPHYR_BY_BETA
  const { registry } = await openRegistry({ model: PLAIN_MODEL })
  await registry.import([ZEPHYR, { ...bare, location: { city: 'Paris', coordinates: spot(290, 0) } }])
  const { match } = PLAIN_MODEL.thresholds
  const answer = await explainNonMatch(registry, A1, B1)
  expect(codesOf(answer)).toEqual(['below_match'])
  const [reason] = answer.reasons
  if (reason?.code !== 'below_match') throw new Error('The pair must be below match for this.')
  expect(reason).toMatchObject({ threshold: match, costliest: [{ name: 'distance' }] })
  expect(1 / (1 + 2 ** -((answer.pair?.weight ?? 0) + reason.bitsShort))).toBeGreaterThanOrEqual(match)
  expect(1 / (1 + 2 ** -((answer.pair?.weight ?? 0) + reason.bitsShort - 0.02))).toBeLessThan(match)
  expect(reason.alertId).toBe((await registry.alerts()).alerts[0]?.alertId)
})

test('the pair of two products is that of their alert, also if other records score the same', async () => {
  const { phone: _, website: __, ...bare } = ZEPHYR
  const far = { ...bare, location: { city: 'Paris', coordinates: spot(290, 0) }, supplier: 'gamma', code: 'G1' }
  const { registry } = await openRegistry({ model: PLAIN_MODEL })
  // The alert names the record that came first. The product lists its records by supplier.
  const twins = [
    { ...bare, supplier: 'zeta', code: 'Z1' },
    { ...bare, supplier: 'alpha', code: 'A1' },
  ]
  await registry.import([...twins, far])
  const [alert] = (await registry.alerts()).alerts
  if (alert === undefined) throw new Error('There must be an alert for this.')
  expect(new Set(alert.records.map(({ supplier }) => supplier))).toEqual(new Set(['zeta', 'gamma']))
  for (const answer of [
    await registry.explainNonMatch(...alert.utpids),
    await registry.explainMatch(...alert.utpids),
  ]) {
    expect([answer.pair?.a, answer.pair?.b]).toEqual(alert.records)
    expect(answer.pair?.confidence).toBe(alert.confidence)
  }
  const asked = await registry.explainNonMatch(alert.records[1], alert.utpids[0])
  expect([asked.pair?.a, asked.pair?.b]).toEqual(alert.records.toReversed())
})

test('two codes of one supplier', async () => {
  const answer = await explainNonMatch(await filled(TWIN_A, TWIN_B), A8, A9)
  expect(codesOf(answer)).toContain('same_supplier')
  const reason = answer.reasons.find(({ code }) => code === 'same_supplier')
  expect(reason).toMatchObject({ supplier: 'alpha', needs: SAME_SUPPLIER, weight: answer.pair?.weight })
})

test('a judgement, on the two themselves or indirect', async () => {
  const gamma = { ...QUILL, supplier: 'gamma', code: 'G1' }
  const registry = await filled(TWIN_A, TWIN_B, gamma)
  const [a8, a9, g1] = [
    await utpidOf(registry, TWIN_A),
    await utpidOf(registry, TWIN_B),
    await utpidOf(registry, gamma),
  ]
  const { change: different } = await registry.dismiss(a8, a9, { ...ACTOR, note: 'two doors' })
  const direct = await explainNonMatch(registry, A8, A9)
  const judgement = { verdict: 'different', actor: 'anna', change: different, note: 'two doors' }
  expect(direct.reasons[0]).toMatchObject({
    code: 'judged_different',
    direct: true,
    total: 1,
    judgements: [{ ...judgement, records: expect.arrayContaining([A8, A9]) }],
    through: [],
  })
  // The Quill is judged the same as A8, so it is not the same as A9.
  const { change: same } = await registry.merge(a8, g1, ACTOR)
  const through = await explainNonMatch(registry, { supplier: 'gamma', code: 'G1' }, A9)
  expect(through.reasons[0]).toMatchObject({
    code: 'judged_different',
    direct: false,
    judgements: [judgement],
    through: [{ verdict: 'same', change: same }],
  })
  expect(codesOf(through)).toContain('curated_apart')
})

test('two curated products, and the reason', async () => {
  const registry = await filled(TWIN_A, TWIN_B)
  const [a8, a9] = [await utpidOf(registry, TWIN_A), await utpidOf(registry, TWIN_B)]
  await registry.verify(a8, ACTOR)
  expect(codesOf(await explainNonMatch(registry, a8, a9))).not.toContain('curated_apart')
  await registry.pin(a9, { name: 'Annexe' }, { actor: 'bert' })
  const { reasons } = await explainNonMatch(registry, a8, a9)
  expect(reasons.find(({ code }) => code === 'curated_apart')).toMatchObject({
    a: [{ kind: 'verified', actor: 'anna', method: 'manual' }],
    b: [{ kind: 'pinned', actor: 'bert', field: 'name' }],
  })
})

test('missing records: a deletion with who and when, a deactivation, a retirement', async () => {
  const registry = await filled(ZEPHYR, QUILL)
  const [zephyr, quill] = [await utpidOf(registry, A1), await utpidOf(registry, A2)]
  const { change } = await registry.delete(zephyr, ACTOR)
  await registry.deactivate(A2)
  const answer = await explainNonMatch(registry, zephyr, A2)
  expect(answer.reasons.slice(0, 2)).toMatchObject([
    { code: 'inactive', side: 'a', status: 'deleted', deletion: { actor: 'anna', change } },
    { code: 'inactive', side: 'b', status: 'inactive', deletion: null },
  ])
  expect(answer).toMatchObject({ a: { status: 'deleted', utpid: null }, b: { status: 'inactive', utpid: null } })
  expect((await explainNonMatch(registry, A1, quill)).reasons.slice(0, 2)).toMatchObject([
    { side: 'a', status: 'deleted' },
    { side: 'b', status: 'retired' },
  ])
})

test('a strong pair whose products another pair separates', async () => {
  // A1 and B1 are one product. A9 would belong to it too, but the product already has a record of its supplier.
  const { phone: _, website: __, ...bare } = ZEPHYR
  const registry = await filled(
    bare,
    { ...ZEPHYR_BY_BETA, phone: undefined, website: undefined },
    { ...bare, code: 'A9', rooms: 40 },
  )
  expect(await utpidOf(registry, A1)).toBe(await utpidOf(registry, B1))
  const answer = await explainNonMatch(registry, B1, A9)
  expect(answer.pair?.confidence).toBeGreaterThanOrEqual(MATCH)
  expect(answer.reasons).toMatchObject([
    { code: 'other_pair_forbids', pairs: [{ a: A1, b: A9, by: 'same_supplier' }], total: 1 },
  ])
})

test('categories of two profiles', async () => {
  const answer = await explainNonMatch(
    await filled(ZEPHYR, { ...QUILL, supplier: 'beta', code: 'B1', category: 'tour' }),
    A1,
    B1,
  )
  expect(answer.reasons.at(-1)).toEqual({
    code: 'different_profile',
    a: { category: 'hotel', profile: 'lodging' },
    b: { category: 'tour', profile: 'activity' },
  })
})

test('an input: its code exists, or another product fits better', async () => {
  const registry = await filled(ZEPHYR, QUILL)
  const [zephyr, quill] = [await utpidOf(registry, A1), await utpidOf(registry, A2)]
  const coded = await explainNonMatch(registry, { ...ZEPHYR }, quill)
  expect(coded.reasons[0]).toEqual({ code: 'code_known', utpid: zephyr, drifted: false })
  const drifted = await explainNonMatch(registry, { ...QUILL, ...A1 }, quill)
  expect(drifted.reasons[0]).toEqual({ code: 'code_known', utpid: zephyr, drifted: true })
  const plain = await explainNonMatch(registry, content(ZEPHYR), A2)
  expect(codesOf(plain)).toEqual(['no_common_key', 'below_match', 'other_product'])
  expect(plain.reasons.at(-1)).toMatchObject({ utpid: zephyr })
})

test('an input with two equal products, and one whose supplier has the product under another code', async () => {
  const registry = await filled(TWIN_A, TWIN_B)
  const [a8, a9] = [await utpidOf(registry, TWIN_A), await utpidOf(registry, TWIN_B)]
  const ambiguous = (await explainNonMatch(registry, content(TWIN_A), a8)).reasons.find(
    ({ code }) => code === 'ambiguous',
  )
  expect(ambiguous).toEqual({ code: 'ambiguous', competingUtpid: a9, bitsAhead: 0, needs: LEAD })
  const { phone: _, website: __, ...bare } = ZEPHYR
  const alone = await filled(bare)
  const coded = await explainNonMatch(alone, { ...bare, code: 'A77' }, await utpidOf(alone, A1))
  expect(coded.reasons).toEqual([{ code: 'other_code_of_supplier', codes: [A1] }])
})

test('an input with only city keys, which are not used when something near is likely', async () => {
  const far = { ...ZEPHYR_BY_BETA, supplier: 'beta', code: 'B9', location: { city: 'Paris' } }
  const { phone: _, website: __, ...unplaced } = far
  const { phone: ___, website: ____, ...near } = ZEPHYR
  const registry = await filled(near, { ...unplaced, name: 'Zéphyr Marlowe Suites' })
  if ((await registry.stats()).products.total !== 2) throw new Error('The two must be two products for this.')
  const question = { name: 'Zephyr Marlowe', category: 'hotel', location: near.location }
  const answer = await explainNonMatch(registry, question, { supplier: 'beta', code: 'B9' })
  expect(answer.pair?.confidence).toBeGreaterThanOrEqual(DEFAULT_MODEL.thresholds.review)
  expect(codesOf(answer)).toEqual(expect.arrayContaining(['city_keys_not_used', 'other_product']))
})

test('a strong pair whose products differ too much on average', async () => {
  const { phone, website } = ZEPHYR
  const place = { city: 'Paris', coordinates: spot(0, 0) }
  const zephyr = { name: 'Hotel Zephyr Marlowe', category: 'hotel', location: place }
  // One of five records has the contacts of the new hotel. The other four differ from the hotel in name and stars.
  const five = ['beta', 'gamma', 'delta', 'epsilon'].map((supplier) => ({ ...zephyr, supplier, code: '1', stars: 5 }))
  const newcomer = { supplier: 'zeta', code: '1', name: 'Quill Rondel', category: 'hotel', location: place, stars: 2 }
  const registry = await filled({ ...zephyr, ...A1, phone, website }, ...five, { ...newcomer, phone, website })
  const answer = await explainNonMatch(registry, A1, { supplier: 'zeta', code: '1' })
  expect(answer.pair?.confidence).toBeGreaterThanOrEqual(MATCH)
  expect(answer.reasons).toMatchObject([
    { code: 'clusters_disagree', threshold: DEFAULT_MODEL.thresholds.review, pairs: 5 },
  ])
  const [reason] = answer.reasons
  expect(reason?.code === 'clusters_disagree' && reason.mean).toBeLessThan(DEFAULT_MODEL.thresholds.review)
})

import { formatUtpid, type MatchExplanation, type Registry, RegistryError } from '@utpid/core'
import { expect, test } from 'vitest'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { HOSTILE_VALUES } from '../../bad-input/hostile-values.ts'
import { ACTOR, codesOf, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const A1 = { supplier: 'alpha', code: 'A1' }
const B1 = { supplier: 'beta', code: 'B1' }
const A2 = { supplier: 'alpha', code: 'A2' }

async function filled(...records: readonly object[]): Promise<Registry> {
  const { registry } = await openRegistry()
  await registry.import(records)
  return registry
}

/** Returns the result of `explainMatch`. Fails unless it is plain data. */
async function explainMatch(
  registry: Registry,
  ...[a, b]: Parameters<Registry['explainMatch']>
): Promise<MatchExplanation> {
  const answer = await registry.explainMatch(a, b)
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  return answer
}

test('two records of one product: the bits add up, and the link that joins them is named', async () => {
  const registry = await filled(ZEPHYR, ZEPHYR_BY_BETA, QUILL)
  const utpid = await utpidOf(registry, A1)
  const answer = await explainMatch(registry, A1, B1)
  expect(answer).toMatchObject({
    a: { kind: 'record', ...A1, status: 'active', utpid, name: ZEPHYR.name },
    b: { kind: 'record', ...B1, status: 'active', utpid },
    together: true,
    pair: { a: A1, b: B1, vetoed: false },
    path: [{ from: A1, to: B1, method: 'model', model: DEFAULT_MODEL.version }],
    curatedBy: [],
    model: DEFAULT_MODEL.version,
  })
  expect(answer.weakest).toEqual(answer.path[0])
  const { prior = 0, comparisons = [], competition, weight = 0, confidence = 0 } = answer.pair ?? {}
  expect(competition?.level).toBe('alone')
  expect(comparisons.reduce((sum, { bits }) => sum + bits, prior + (competition?.bits ?? 0))).toBeCloseTo(weight, 1)
  expect(confidence).toBeCloseTo(1 / (1 + 2 ** -weight), 4)
  expect(answer.path[0]?.confidence).toBeCloseTo(confidence, 3)
})

test('a record and its own product: its links to the rest', async () => {
  const registry = await filled(ZEPHYR, ZEPHYR_BY_BETA)
  const utpid = await utpidOf(registry, A1)
  const answer = await explainMatch(registry, utpid, B1)
  expect(answer).toMatchObject({ together: true, pair: { a: A1, b: B1 }, path: [{ from: A1, to: B1 }] })
  // A product with a single record has no links.
  const alone = await filled(QUILL)
  expect(await explainMatch(alone, A2, await utpidOf(alone, A2))).toMatchObject({
    together: true,
    pair: null,
    path: [],
    weakest: null,
  })
})

test('a shared identifier is the method of its link', async () => {
  const identifiers = [{ scheme: 'giata', value: '4711' }]
  const registry = await filled({ ...ZEPHYR, identifiers }, { ...ZEPHYR_BY_BETA, identifiers })
  expect((await explainMatch(registry, A1, B1)).path).toMatchObject([{ method: 'identifier' }])
})

test("a person's merge has who, when and why, and a merged UTPID represents its former records", async () => {
  const registry = await filled(TWIN_A, TWIN_B)
  const [one, other] = [await utpidOf(registry, TWIN_A), await utpidOf(registry, TWIN_B)]
  const { change } = await registry.merge(one, other, { ...ACTOR, note: 'same door', survivor: one })
  const answer = await explainMatch(registry, one, other)
  const judgement = { verdict: 'same', actor: 'anna', change, note: 'same door' }
  expect(answer).toMatchObject({
    a: { kind: 'product', requested: one, status: 'active', utpid: one, records: 2 },
    b: { kind: 'product', requested: other, status: 'merged', utpid: one, records: 1 },
    together: true,
    pair: { a: { code: 'A8' }, b: { code: 'A9' } },
    path: [{ method: 'judgement', confidence: 1, judgement }],
    curatedBy: [{ kind: 'judged', judgement }],
  })
})

test('a curated product keeps a record that no edge joins', async () => {
  const registry = await filled(ZEPHYR, ZEPHYR_BY_BETA)
  const utpid = await utpidOf(registry, A1)
  await registry.verify(utpid, { ...ACTOR, evidence: 'a call' })
  await registry.pin(utpid, { name: 'The Zephyr' }, ACTOR)
  // A record without contacts, and too far away for a link.
  const { phone: _, website: __, stars: ___, ...bare } = ZEPHYR_BY_BETA
  await registry.upsert({ ...bare, location: { city: 'Paris', coordinates: [48.8631, 2.3461] } })
  const answer = await explainMatch(registry, A1, B1)
  expect(await codesOf(registry, utpid)).toEqual(['alpha:A1', 'beta:B1'])
  expect(answer).toMatchObject({ together: true, path: [{ method: 'curated', from: A1, to: B1 }] })
  expect(answer.pair?.confidence).toBeLessThan(DEFAULT_MODEL.thresholds.match)
  expect(answer.curatedBy).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'pinned', field: 'name' })]))
})

test('inputs: whether they would be linked, and their comparison', async () => {
  const registry = await filled(ZEPHYR, QUILL)
  const { supplier: _, code: __, ...content } = ZEPHYR_BY_BETA
  const utpid = await utpidOf(registry, A1)
  const linked = await explainMatch(registry, content, utpid)
  expect(linked).toMatchObject({
    a: { kind: 'input', name: ZEPHYR_BY_BETA.name },
    together: true,
    path: [],
    pair: { a: null, b: A1 },
  })
  expect(linked.pair?.comparisons.find(({ name }) => name === 'name')).toMatchObject({
    input: expect.stringContaining(ZEPHYR_BY_BETA.name),
    record: expect.stringContaining(ZEPHYR.name),
  })
  expect((await explainMatch(registry, A2, content)).together).toBe(false)
  const { supplier: ___, code: ____, ...same } = ZEPHYR
  expect(await explainMatch(registry, content, same)).toMatchObject({ together: true, pair: { a: null, b: null } })
  const { supplier: _5, code: _6, ...quill } = QUILL
  expect(await explainMatch(registry, content, quill)).toMatchObject({ together: false })
})

test.each<[what: string, a: unknown, code: string, message: RegExp]>([
  ['a UTPID that was never given', formatUtpid(12_345), 'product_not_found', /No product has the UTPID/],
  ['text that is no UTPID', 'bedbank', 'validation_failed', /bedbank/],
  ['an unknown code', { supplier: 'alpha', code: 'X' }, 'product_not_found', /the code X of alpha/],
  ['a code that cannot be one', { supplier: '', code: 'X' }, 'validation_failed', /a must have a supplier/],
  ['an input that says nothing', { phone: '1' }, 'validation_failed', /^a: /],
  ['a list', [], 'validation_failed', /a must be a UTPID, \{ supplier, code \} or an input/],
  ['nothing', undefined, 'validation_failed', /a must be a UTPID/],
])('refuses %s', async (_, a, code, message) => {
  const registry = await filled(ZEPHYR)
  for (const ask of [registry.explainMatch, registry.explainNonMatch]) {
    await expect(ask(a as string, A1)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  }
})

test('any argument is accepted or rejected as in every call', async () => {
  const registry = await filled(ZEPHYR, QUILL)
  for (const [name, make] of Object.entries(HOSTILE_VALUES)) {
    for (const asked of [make(), { name: make() }, { supplier: make(), code: make() }, { ...ZEPHYR, phone: make() }]) {
      for (const ask of [registry.explainMatch, registry.explainNonMatch]) {
        const outcome = await ask(asked as string, A2).then(
          () => 'answered',
          (error: unknown) => (error instanceof RegistryError ? error.code : error),
        )
        expect(['answered', 'validation_failed', 'product_not_found'], name).toContain(outcome)
      }
    }
  }
})

test('an input linked by a variation is compared with that variation', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  const [latitude, longitude] = ZEPHYR.location.coordinates
  const input = {
    name: ZEPHYR.name,
    category: 'hotel',
    location: { city: 'Paris', coordinates: [longitude, latitude] as const },
  }
  const { together, pair, repairs, thresholds } = await registry.explainMatch(input, { supplier: 'alpha', code: 'A1' })
  expect(together).toBe(true)
  expect(pair?.confidence).toBeGreaterThanOrEqual(thresholds.match)
  expect(repairs).toMatchObject([{ code: 'coordinates_swapped' }])
})

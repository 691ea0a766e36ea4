import type { DuplicateAlert } from '@utpid/core'
import { expect, it } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { ADLON, jsonOf, testService } from '../support/test-service.ts'

const PATH = '/registry/explain'
const { phone: _, ...BARE } = ADLON
/**
 * Two similar records of one supplier, which are therefore not linked, and a record of another supplier linked to one
 * of them.
 */
const TWINS = [
  { ...BARE, code: '8' },
  { ...BARE, code: '9' },
  { ...BARE, supplier: 'rival', code: 'R' },
]
const [EIGHT, NINE, COMPETING] = TWINS.map(({ supplier, code }) => ({ supplier, code })) as [object, object, object]

it('explains a non-match as the registry does', async () => {
  const { registry, send } = await testService(TWINS)
  const [alert] = (await registry.alerts()).alerts as [DuplicateAlert]
  for (const [a, b] of [alert.records, alert.utpids]) {
    const answer = await jsonOf(await send('POST', PATH, { a, b }))
    const { reasons, ...whyNot } = await registry.explainNonMatch(a, b)
    expect(reasons.length).toBeGreaterThan(0)
    expect(answer).toEqual(JSON.parse(JSON.stringify({ ...whyNot, path: [], weakest: null, curatedBy: [], reasons })))
    // The explanation compares the two records of the alert.
    expect([answer.pair.a, answer.pair.b]).toEqual(alert.records)
  }
})

it('explains a match', async () => {
  const { registry, send } = await testService(TWINS)
  const of = async (code: object): Promise<string | null | undefined> =>
    (await registry.locate(code as { supplier: string; code: string }))?.utpid
  const joined = (await of(EIGHT)) === (await of(COMPETING)) ? EIGHT : NINE
  const answer = await jsonOf(await send('POST', PATH, { a: joined, b: COMPETING }))
  expect(answer).toEqual({ ...(await registry.explainMatch(joined as never, COMPETING as never)), reasons: [] })
  expect(answer.path.length).toBe(1)
})

it('explains a record outside the registry to callers who may match', async () => {
  const { ask, newKey, registry } = await hostedTestService(TWINS)
  const input = { name: ADLON.name, city: 'Berlin', country: 'DE' }
  const [utpid] = (await registry.search('adlon')).products.map((product) => product.utpid)
  const reader = await newKey(['registry:read'])
  const matcher = await newKey(['registry:read', 'registry:match'])
  const asked = async (key: string, body: object): Promise<number> => (await ask('POST', PATH, { key, body })).status
  expect(await asked(reader.key, { a: EIGHT, b: utpid })).toBe(200)
  expect(await asked(reader.key, { a: input, b: utpid })).toBe(403)
  expect(await asked(matcher.key, { a: input, b: utpid })).toBe(200)
  const answer = await jsonOf(await ask('POST', PATH, { key: matcher.key, body: { a: input, b: EIGHT } }))
  expect(answer).toMatchObject({ a: { kind: 'input' }, b: { kind: 'record' }, pair: { a: null, b: EIGHT } })
})

it.each([
  ['a missing record', { a: EIGHT }, 422, 'validation_failed'],
  ['a number', { a: EIGHT, b: 7 }, 422, 'validation_failed'],
  ['an unusable record', { a: EIGHT, b: { location: { city: 'Berlin' } } }, 422, 'validation_failed'],
  ['an unknown field', { a: EIGHT, b: NINE, explain: true }, 422, 'validation_failed'],
  ['an unknown code', { a: EIGHT, b: { supplier: 'expo', code: 'never' } }, 404, 'product_not_found'],
  ['an invalid UTPID', { a: EIGHT, b: 'UTP-00000-00000-0' }, 422, 'validation_failed'],
])('rejects %s', async (_what, body, status, code) => {
  const { send } = await testService(TWINS)
  const response = await send('POST', PATH, body)
  expect(response.status).toBe(status)
  expect(await jsonOf(response)).toMatchObject({ code })
})

it('explains for each duplicate why it was not linked, if explanations are included', async () => {
  const { registry, fetch } = await testService(TWINS)
  const [alert] = (await registry.alerts()).alerts as [DuplicateAlert]
  const { results } = await jsonOf(await fetch(`/registry/duplicates/${alert.utpids[0]}?include=explanation`))
  const { reasons } = await registry.explainNonMatch(...alert.records)
  expect(results[0].explanation.reasons).toEqual(JSON.parse(JSON.stringify(reasons)))
  expect([results[0].explanation.pair.a, results[0].explanation.pair.b]).toEqual(alert.records)
})

it('hides author and note of a judgement from other accounts', async () => {
  const { ask, newKey, registry } = await hostedTestService(TWINS)
  const [alert] = (await registry.alerts()).alerts as [DuplicateAlert]
  const own = await newKey(['*'])
  const decision = { resolution: 'dismiss', note: 'Our secret.' }
  expect(
    (await ask('POST', `/registry/alerts/${alert.alertId}/resolve`, { key: own.key, body: decision })).status,
  ).toBe(200)
  const body = { a: alert.utpids[0], b: alert.utpids[1] }
  const seen = async (key: string): Promise<string> => await (await ask('POST', PATH, { key, body })).text()
  expect(await seen(own.key)).toContain('Our secret.')
  const { key } = await newKey(['*'])
  expect(await seen(key)).toContain('judged_different')
  expect(await seen(key)).not.toContain('Our secret.')
  expect(await seen(key)).toContain('another account')
})

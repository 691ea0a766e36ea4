import { expect, it } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { ADLON, jsonOf, testService } from '../support/test-service.ts'

const { phone: _, ...BARE } = ADLON
const PLACE = { city: 'Berlin', country: 'DE', coordinates: [52.5159, 13.3802] }
const TWINS = [
  { ...BARE, code: '8', location: PLACE },
  { ...BARE, code: '9', location: PLACE, rooms: 40 },
]

it('filters alerts, counts them by group, and rejects wrong filters', async () => {
  const { fetch } = await testService(TWINS)
  const totalOf = async (query: string): Promise<number> =>
    (await jsonOf(await fetch(`/registry/alerts?${query}`))).total
  const total = await totalOf('')
  expect(total).toBeGreaterThan(0)
  const all = `supplier=${ADLON.supplier}&country=de&city=BERLIN&kind=stay&minConfidence=0&maxConfidence=1&marked=none`
  expect(await totalOf(`${all}&detectedFrom=2000-01-01T00:00:00Z&detectedTo=2100-01-01T00:00:00Z&order=oldest`)).toBe(
    total,
  )
  for (const other of ['supplier=nobody', 'country=FR', 'city=Paris', 'kind=point', 'marked=any', 'minConfidence=1']) {
    expect([other, await totalOf(other)]).toEqual([other, 0])
  }
  const groups = await jsonOf(await fetch(`/registry/alerts/groups?${all}`))
  expect(groups.results.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(total)
  const [{ group, count }] = groups.results
  expect(await totalOf(`group=${encodeURIComponent(group)}`)).toBe(count)
  for (const wrong of [
    'country=Germany',
    'kind=hotel',
    'minConfidence=2',
    'marked=maybe',
    'detectedFrom=today',
    'order=age',
  ]) {
    expect([wrong, (await fetch(`/registry/alerts?${wrong}`)).status]).toEqual([wrong, 422])
  }
})

it('lets the scope registry:review mark and propose, and not decide', async () => {
  const { ask, newKey, registry } = await hostedTestService()
  await registry.import(TWINS as never)
  const { key } = await newKey(['registry:read', 'registry:review'])
  const { alertId } = (await jsonOf(await ask('GET', '/registry/alerts', { key }))).results[0]
  const path = `/registry/alerts/${alertId}`
  const propose = { kind: 'proposal', resolution: 'merge', note: 'One door.' }
  const marked = await jsonOf(await ask('POST', `${path}/mark`, { key, body: propose }))
  expect(marked.marks).toEqual([{ ...propose, actor: expect.any(String), at: expect.any(String) }])
  expect((await jsonOf(await ask('GET', '/registry/alerts?marked=proposal', { key }))).results).toEqual([marked])
  for (const [decision, body] of [
    ['resolve', { resolution: 'merge' }],
    ['reopen', {}],
  ] as const) {
    const refused = await ask('POST', `${path}/${decision}`, { key, body })
    expect([refused.status, (await jsonOf(refused)).code]).toEqual([403, 'insufficient_scope'])
  }
  const wrong = await ask('POST', `${path}/mark`, { key, body: { kind: 'proposal' } })
  expect(wrong.status).toBe(422)
  const reader = await newKey(['registry:read'])
  expect((await ask('POST', `${path}/mark`, { key: reader.key, body: { kind: 'unsure' } })).status).toBe(403)
})

it('hides authors and notes of marks and decisions from other accounts, also in problems', async () => {
  const { ask, newKey, registry } = await hostedTestService(TWINS)
  const [alert] = (await registry.alerts()).alerts
  if (alert === undefined) throw new Error('The twins opened no alert.')
  const path = `/registry/alerts/${alert.alertId}`
  const own = await newKey(['*'])
  const other = await newKey(['*'])
  const texts = async (key: string, decided: boolean): Promise<string[]> => {
    const answers = [
      await ask('GET', `/registry/alerts?status=all`, { key }),
      await ask('GET', path, { key }),
      await ask('GET', '/registry/alerts/groups?status=all', { key }),
      ...(decided
        ? [
            await ask('GET', `/registry/product/${alert.utpids[0]}/history`, { key }),
            await ask('GET', '/registry/decisions', { key }),
            await ask('POST', `${path}/resolve`, { key, body: { resolution: 'merge' } }),
          ]
        : []),
    ]
    return Promise.all(answers.map((answer) => answer.text()))
  }
  await ask('POST', `${path}/mark`, { key: own.key, body: { kind: 'unsure', note: 'Our secret.' } })
  const accountId = (await jsonOf(await ask('GET', '/account', { key: own.key }))).id
  for (const text of await texts(own.key, false)) expect(text).toContain('Our secret.')
  for (const text of await texts(other.key, false)) {
    expect(text).toContain('another account')
    expect(text).not.toMatch(/Our secret/)
    expect(text).not.toContain(accountId)
  }
  await ask('POST', `${path}/resolve`, { key: own.key, body: { resolution: 'dismiss', note: 'Our reason.' } })
  for (const text of (await texts(own.key, true)).slice(-3)) expect(text).toContain('Our reason.')
  for (const text of await texts(other.key, true)) {
    expect(text).not.toMatch(/Our secret|Our reason/)
    expect(text).not.toContain(accountId)
  }
})

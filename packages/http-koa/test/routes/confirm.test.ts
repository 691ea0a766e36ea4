import { expect, it } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { ADLON, jsonOf, testService } from '../support/test-service.ts'

const PATH = '/registry/confirm'
const CODE = { supplier: ADLON.supplier, code: ADLON.code }
const OTHER = {
  ...CODE,
  name: 'Pension Alsterblick',
  category: 'hotel',
  location: { city: 'Hamburg', country: 'DE', coordinates: [53.5511, 9.9937] },
}

it('confirms one record as the registry does', async () => {
  const { registry, send } = await testService()
  const utpid = (await registry.locate(CODE))?.utpid as string
  for (const [record, fits] of [
    [ADLON, 'yes'],
    [OTHER, 'no'],
    [{ name: ADLON.name }, 'unsure'],
  ] as const) {
    const response = await send('POST', PATH, { record, utpid })
    expect(response.status).toBe(200)
    const answer = await jsonOf(response)
    expect(answer).toMatchObject({ fits, utpid })
    expect(answer).toEqual(JSON.parse(JSON.stringify(await registry.confirm(record, utpid))))
  }
})

it('confirms several in their order, each with its own error', async () => {
  const { registry, send } = await testService()
  const utpid = (await registry.locate(CODE))?.utpid as string
  const inputs = [
    { record: { ...ADLON, ref: 'a' }, utpid },
    { record: OTHER, utpid },
    { record: { ...ADLON, ref: 'b' }, utpid: 'UTP-00000-00000-1' },
    { record: CODE, utpid },
    { record: {}, utpid },
  ]
  const { results } = await jsonOf(await send('POST', PATH, { inputs }))
  expect(results).toMatchObject([
    { ref: 'a', fits: 'yes' },
    { ref: null, fits: 'no' },
    { ref: 'b', fits: null, error: { code: 'product_not_found' } },
    { fits: null, error: { code: 'validation_failed' } },
    { fits: null, error: { code: 'validation_failed' } },
  ])
})

it.each<[what: string, body: (utpid: string) => object, status: number, code: string]>([
  ['an unknown UTPID', () => ({ record: ADLON, utpid: 'UTP-00000-00000-1' }), 404, 'product_not_found'],
  ['an invalid UTPID', () => ({ record: ADLON, utpid: 'UTP-00000-00000-0' }), 422, 'validation_failed'],
  ['a record with only a code', (utpid) => ({ record: CODE, utpid }), 422, 'validation_failed'],
  ['no record', (utpid) => ({ utpid }), 422, 'validation_failed'],
  ['no inputs', () => ({ inputs: [] }), 422, 'validation_failed'],
  ['too many inputs', (utpid) => ({ inputs: Array(101).fill({ record: ADLON, utpid }) }), 422, 'validation_failed'],
  ['one and several', (utpid) => ({ record: ADLON, utpid, inputs: [] }), 422, 'validation_failed'],
])('rejects %s', async (_what, body, status, code) => {
  const { registry, send } = await testService()
  const response = await send('POST', PATH, body((await registry.locate(CODE))?.utpid as string))
  expect([response.status, (await jsonOf(response)).code]).toEqual([status, code])
})

it('needs the scope registry:match, and counts each record as one call', async () => {
  const { ask, newKey, registry, service, advance } = await hostedTestService([ADLON])
  const utpid = (await registry.locate(CODE))?.utpid as string
  const one = { record: ADLON, utpid }
  const reader = await newKey(['registry:read'])
  expect((await ask('POST', PATH, { key: reader.key, body: one })).status).toBe(403)
  const { key, accountId } = await newKey(['registry:match'], 'free')
  const used = async (): Promise<number | undefined> => (await service.quota.state(accountId, 1_000))?.used
  expect((await ask('POST', PATH, { key, body: one })).status).toBe(200)
  expect(await used()).toBe(1)
  expect((await ask('POST', PATH, { key, body: { inputs: Array(100).fill(one) } })).status).toBe(200)
  expect(await used()).toBe(101)
  advance(2_000)
  // The month has 899 calls left. Eight batches use 800; the ninth does not fit, and takes only its first call.
  for (let sent = 0; sent < 9; sent++) {
    const { status } = await ask('POST', PATH, { key, body: { inputs: Array(100).fill(one) } })
    expect(status).toBe(sent < 8 ? 200 : 429)
    advance(2_000)
  }
  expect(await used()).toBe(902)
})

it('hides author and note of a judgement from other accounts', async () => {
  const { phone: _, ...bare } = ADLON
  const twins = [
    { ...bare, code: '8' },
    { ...bare, code: '9', rooms: 40 },
  ]
  const { ask, newKey, registry } = await hostedTestService(twins)
  const [alert] = (await registry.alerts()).alerts
  const own = await newKey(['*'])
  const decision = { resolution: 'dismiss', note: 'Our secret.' }
  await ask('POST', `/registry/alerts/${alert?.alertId}/resolve`, { key: own.key, body: decision })
  const utpid = (await registry.locate({ supplier: ADLON.supplier, code: '8' }))?.utpid
  const seen = async (key: string): Promise<string> =>
    await (await ask('POST', PATH, { key, body: { record: twins[1], utpid } })).text()
  expect(await seen(own.key)).toContain('Our secret.')
  const { key } = await newKey(['*'])
  expect(await seen(key)).toContain('judged_different')
  expect(await seen(key)).not.toContain('Our secret.')
})

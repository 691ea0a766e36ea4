import { expect, it } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

it('has one effect for an account, with any key of the account', async () => {
  const { ask } = await hostedTestService()
  const made = await jsonOf(await ask('POST', '/account/keys', { body: { name: 'Two', scopes: ['*'] } }))
  const request = { body: { name: 'Agency', plan: 'pro' }, headers: { 'idempotency-key': 'once' } }
  const first = await ask('POST', '/admin/accounts', request)
  const again = await ask('POST', '/admin/accounts', { ...request, key: made.text })
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
  expect(await jsonOf(again)).toEqual(await jsonOf(first))
  expect((await jsonOf(await ask('GET', '/admin/accounts'))).results).toHaveLength(2)
})

it.each(['/registry/import?supplier=s', '/registry/batch-map?mode=async'])(
  'repeats the response of %s, even if the first response was lost',
  async (path) => {
    const { fetch, key, service, advance } = await hostedTestService()
    const { store } = service
    const write = store.write.bind(store)
    let isLost = true
    store.write = async (writes) => {
      const isAnswer = writes.some((each) => each.table === 'idempotent_answers' && each.row?.response !== undefined)
      return isLost && isAnswer ? { table: 'idempotent_answers', key: '' } : await write(writes)
    }
    const body = Array.from({ length: 700 }, (_, at) => `{"code":"${at}","name":"Hotel ${at}"}\n`).join('')
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-ndjson',
      'idempotency-key': 'once',
    }
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(202)
    isLost = false
    // The claim of the first request expires.
    advance(31_000)
    const ids = new Set<string>()
    for (let at = 0; at < 3; at++) {
      const response = await fetch(path, { method: 'POST', headers, body })
      expect([at, response.status]).toEqual([at, 202])
      ids.add((await jsonOf(response)).id)
    }
    expect(ids.size).toBe(1)
  },
)

import { gzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

const ROWS = Array.from({ length: 4_000 }, (_, at) => `${at},Aurora ${at},x${at % 7},desk${at}@hotel.example`)
const LONG = `kennung,hotelname,foo,q1\n${ROWS.join('\n')}\n`
const SHORT = `kennung,hotelname,foo,q1\n${ROWS.slice(0, 5).join('\n')}\n`

it.each([
  ['a short body', SHORT, 5],
  ['a body that a thread reads', gzipSync(SHORT), 5],
  ['a long body', LONG, 4_000],
])('an import job answers with what became of each column: %s', { timeout: 60_000 }, async (_what, body, rows) => {
  const service = await hostedTestService()
  const { fetch, key, ask } = service
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const path = '/registry/import?supplier=own&set=category=hotel,country=NO'
  const sent = await fetch(path, { method: 'POST', headers, body: Buffer.from(body) as Buffer<ArrayBuffer> })
  expect(sent.status).toBe(202)
  const { id } = await jsonOf(sent)
  const job = await vi.waitFor(
    async () => {
      const found = await jsonOf(await ask('GET', `/registry/import/${id}`))
      expect(found.status).toBe('completed')
      return found
    },
    { timeout: 50_000 },
  )
  expect(job.columns).toEqual({
    rows,
    columns: [
      expect.objectContaining({ path: 'kennung', filled: rows, targets: ['code'], by: 'name', kept: 0 }),
      expect.objectContaining({ path: 'hotelname', filled: rows, targets: ['name'], by: 'name', kept: 0 }),
      expect.objectContaining({ path: 'foo', filled: rows, targets: [], kept: rows, examples: ['x0', 'x1', 'x2'] }),
      expect.objectContaining({ path: 'q1', filled: rows, targets: ['email'], by: 'value' }),
    ],
    more: 0,
    constants: [
      { target: 'category', value: 'hotel' },
      { target: 'location.country', value: 'NO' },
    ],
  })
  expect(job.suppliers).toEqual(['own'])
  const message = expect.stringContaining('Column "foo" (100 % filled) is not used.')
  const advice = { code: 'ignored_column', message, records: rows, about: 'foo' }
  expect(job.advice).toContainEqual(expect.objectContaining(advice))
  const { results } = await jsonOf(await ask('GET', '/registry/import'))
  expect(results[0]).not.toHaveProperty('columns')
})

it('refuses a constant of an unknown field', async () => {
  const service = await hostedTestService()
  const { fetch, key } = service
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const answer = await fetch('/registry/import?set=nonsense=1', { method: 'POST', headers, body: SHORT })
  expect([answer.status, (await jsonOf(answer)).errors[0]]).toMatchObject([422, { path: 'query.set' }])
})

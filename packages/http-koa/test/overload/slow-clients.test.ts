import { expect, it } from 'vitest'
import { ConcurrencyLimit } from '../../src/index.ts'
import { operatedApp } from '../support/operated-app.ts'
import { rawConnection } from '../support/raw-connection.ts'
import { jsonOf } from '../support/test-service.ts'

const HEAD = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 1000'
const PACE = { bodyMs: 60_000, windowMs: 60_000, bytesPerWindow: 0 }

it('ends 500 sockets without a complete head with 408, and responds to other clients meanwhile', async () => {
  const { address, fetch, refused } = await operatedApp({}, { headersMs: 100 })
  const slow = Array.from({ length: 500 }, () => rawConnection(address))
  for (const { write } of slow) write('GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ')
  expect((await fetch('/health')).status).toBe(200)
  for (const { answer, closed } of slow) {
    const { status, head, body } = await answer
    expect(status).toBe(408)
    expect(head).toMatch(/content-type: application\/problem\+json/i)
    expect(JSON.parse(body)).toMatchObject({ code: 'request_timeout', status: 408 })
    await closed
  }
  expect(refused).toHaveLength(500)
})

it.each([
  ['that is incomplete at the timeout', '/held/slow', { ...PACE, bodyMs: 50 }],
  ['below the minimum rate', '/held/slow', { ...PACE, windowMs: 50, bytesPerWindow: 1_000 }],
  ['that streams too slowly', '/flowing', { ...PACE, windowMs: 50, bytesPerWindow: 1_000 }],
])('ends a body %s with 408, and closes the connection', async (_, path, pace) => {
  const load = new ConcurrencyLimit()
  const { address } = await operatedApp({ bodyRate: pace, concurrency: load })
  const slow = Array.from({ length: 50 }, () => rawConnection(address))
  for (const { write } of slow) write(`POST ${path} HTTP/1.1\r\n${HEAD}\r\n\r\n[1,`)
  for (const { answer } of slow) {
    const { status, body } = await answer
    expect([status, JSON.parse(body).code]).toEqual([408, 'request_timeout'])
  }
  await Promise.all(slow.map(({ closed }) => closed))
  expect(load.state).toEqual({ requests: 0, streams: 0, bodyBytes: 0 })
})

it('allows a streamed body any time while its bytes arrive', async () => {
  const pace = { bodyMs: 0, windowMs: 10_000, bytesPerWindow: 1 }
  const { fetch } = await operatedApp({ bodyRate: pace })
  const body = 'x'.repeat(5_000_000)
  const answer = await fetch('/flowing', { method: 'POST', headers: { 'content-type': 'text/csv' }, body })
  expect(await jsonOf(answer)).toEqual({ bytes: 5_000_000 })
})

it('responds 504 to a request that takes too long, and stops its handler', async () => {
  const load = new ConcurrencyLimit()
  const { fetch, held } = await operatedApp({ answerMs: 30, concurrency: load })
  const response = await fetch('/held/long', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(response.status).toBe(504)
  expect(await jsonOf(response)).toMatchObject({ code: 'deadline_exceeded' })
  expect(held.aborted).toBe(1)
  // A running handler keeps its slot.
  expect(load.state.requests).toBe(1)
  held.release()
  while (load.state.requests > 0) await new Promise((resolve) => void setImmediate(resolve))
})

it.each([
  ['a URL that is too long', `GET /${'a'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, 'uri_too_long'],
  ['a URL without an end', `GET /${'a'.repeat(50_000)}`, 414, 'uri_too_long'],
  [
    'a header that is too long',
    `GET /health HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a header without an end', `GET /health HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(50_000)}`, 431, 'headers_too_large'],
  ['too many headers', `GET /health HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(200)}\r\n`, 431, 'headers_too_large'],
  ['a request without a Host', 'GET /health HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
  ['two Host headers', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'malformed_request'],
  ['text that is not HTTP', 'HELLO\r\n\r\n', 400, 'malformed_request'],
  [
    'two Content-Length headers',
    'POST /flowing HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'malformed_request',
  ],
])('responds to %s with a problem', async (_, text, status, code) => {
  const { address } = await operatedApp()
  const { write, answer } = rawConnection(address)
  write(text)
  const found = await answer
  expect([found.status, JSON.parse(found.body).code]).toEqual([status, code])
})

it.each([
  ['a request with an unknown expectation', 'GET /health HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n'],
  ['a request of HTTP 1.0 without a Host', 'GET /health HTTP/1.0\r\n\r\n'],
])('responds to %s', async (_, text) => {
  const { address } = await operatedApp()
  const { write, answer } = rawConnection(address)
  write(text)
  expect(await answer).toMatchObject({ status: 200 })
})

it('reports a body that is too large while it is still arriving', async () => {
  const { address } = await operatedApp()
  const { write, answer } = rawConnection(address)
  write('POST /held/x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
  const piece = `10000\r\n${'1'.repeat(0x10000)}\r\n`
  for (let sent = 0; sent < 40; sent++) write(piece)
  expect((await answer).status).toBe(413)
})

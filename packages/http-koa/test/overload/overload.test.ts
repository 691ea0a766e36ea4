import { expect, it } from 'vitest'
import { ConcurrencyLimit } from '../../src/index.ts'
import { operatedApp } from '../support/operated-app.ts'
import { rawConnection } from '../support/raw-connection.ts'
import { jsonOf } from '../support/test-service.ts'

const POST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

it('rejects requests above the limit with 503 and a retry time, but admits operators', async () => {
  const load = new ConcurrencyLimit({ maxRequests: 3 })
  const { fetch, held } = await operatedApp({ concurrency: load })
  const taken = [1, 2, 3].map((name) => fetch(`/held/${name}`, POST))
  await held.count(3)
  const refused = await Promise.all(Array.from({ length: 20 }, () => fetch('/held/more', POST)))
  for (const response of refused) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await jsonOf(response)).toMatchObject({ code: 'overloaded' })
  }
  expect((await fetch('/health')).status).toBe(200)
  expect(held.arrived).toBe(3)
  held.release()
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200])
  const next = fetch('/held/next', POST)
  await held.count(4)
  held.release()
  expect((await next).status).toBe(200)
  expect(load.state).toEqual({ requests: 0, streams: 0, bodyBytes: 0 })
})

it('handles other requests while bodies arrive slowly', async () => {
  const load = new ConcurrencyLimit({ maxRequests: 2 })
  const { address, fetch, held } = await operatedApp({ concurrency: load })
  const slow = Array.from({ length: 50 }, () => rawConnection(address))
  const head = 'POST /held/slow HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n'
  for (const { write } of slow) write(`${head}{`)
  const [first, second] = [fetch('/held/one', POST), fetch('/held/two', POST)]
  await held.count(2)
  expect((await fetch('/held/three', POST)).status).toBe(503)
  held.release()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
  // The service responds to admitted requests at any load.
  for (const { write } of slow) write('}')
  await held.count(52)
  held.release()
  for (const { answer } of slow) expect((await answer).status).toBe(200)
})

it('limits the bytes of all bodies in memory', async () => {
  const load = new ConcurrencyLimit({ maxBodyBytes: 1_500_000 })
  const { fetch, held } = await operatedApp({ concurrency: load })
  const body = JSON.stringify('x'.repeat(999_000))
  const first = fetch('/held/large', { ...POST, body })
  await held.count(1)
  expect(load.state.bodyBytes).toBe(body.length)
  expect(await jsonOf(await fetch('/held/large', { ...POST, body }))).toMatchObject({ code: 'overloaded' })
  expect(await jsonOf(await fetch('/flowing', { ...POST, body }))).toMatchObject({ code: 'overloaded' })
  // The service releases each line once it is read, so lines do not count as memory.
  const lines = await fetch('/flowing', { method: 'POST', headers: { 'content-type': 'text/csv' }, body })
  expect(await jsonOf(lines)).toEqual({ bytes: body.length })
  held.release()
  expect((await first).status).toBe(200)
  expect((await fetch('/flowing', { ...POST, body })).status).toBe(200)
  expect(load.state).toEqual({ requests: 0, streams: 0, bodyBytes: 0 })
})

it('limits the streamed bodies, and responds to other requests meanwhile', async () => {
  const load = new ConcurrencyLimit({ maxStreams: 2 })
  const { address, fetch } = await operatedApp({ concurrency: load })
  const slow = [rawConnection(address), rawConnection(address)]
  for (const { write } of slow) {
    write('POST /flowing HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 4\r\n\r\nab')
  }
  while (load.state.streams < 2) await new Promise((resolve) => void setImmediate(resolve))
  const csv = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'abcd' }
  expect((await fetch('/flowing', csv)).status).toBe(503)
  expect((await fetch('/health')).status).toBe(200)
  for (const { write } of slow) write('cd')
  for (const { answer } of slow) expect((await answer).status).toBe(200)
  expect((await fetch('/flowing', csv)).status).toBe(200)
})

it('releases all resources when the client disconnects', async () => {
  const load = new ConcurrencyLimit({ maxBodyBytes: 1_000_000 })
  const { address, held } = await operatedApp({ concurrency: load })
  const [waits, flows, comes] = [rawConnection(address), rawConnection(address), rawConnection(address)]
  const json = 'Host: a\r\nContent-Type: application/json\r\nContent-Length'
  waits.write(`POST /held/gone HTTP/1.1\r\n${json}: 2\r\n\r\n{}`)
  flows.write(`POST /flowing HTTP/1.1\r\n${json}: 100\r\n\r\n[1,2`)
  comes.write(`POST /held/gone HTTP/1.1\r\n${json}: 100\r\n\r\n[1,2`)
  await held.count(1)
  while (load.state.bodyBytes < 10) await new Promise((resolve) => void setImmediate(resolve))
  for (const { socket } of [waits, flows, comes]) socket.destroy()
  while (held.aborted < 1) await new Promise((resolve) => void setImmediate(resolve))
  held.release()
  while (load.state.requests + load.state.streams + load.state.bodyBytes > 0) {
    await new Promise((resolve) => void setImmediate(resolve))
  }
})

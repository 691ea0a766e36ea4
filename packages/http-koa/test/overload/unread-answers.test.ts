import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { ConcurrencyLimit, serviceAccessControl } from '../../src/index.ts'
import { route } from '../../src/route/route.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { type OperatedApp, operatedApp } from '../support/operated-app.ts'
import { type RawConnection, rawConnection } from '../support/raw-connection.ts'
import { jsonOf } from '../support/test-service.ts'

/** Number of endless responses that have started. */
let started = 0

/** Streams lines without end. Waits for the reader after each line. */
const endlessRoute = route('GET /endless', {
  operationId: 'endless',
  summary: 'Lines without an end',
  access: { public: true },
  cost: 0,
  answers: { 200: { description: 'They.', mediaType: 'application/x-ndjson' } },
  handle: async () => {
    started++
    async function* lines(): AsyncGenerator<string> {
      for (;;) yield `${'x'.repeat(10_000)}\n`
    }
    return { status: 200, body: Readable.from(lines()), type: 'application/x-ndjson' }
  },
})

/** A route that sends nothing until the test releases it. */
class QuietRoute {
  #goOn: () => void = () => undefined
  readonly #waiting = new Promise<void>((resolve) => {
    this.#goOn = resolve
  })
  readonly route = route('GET /quiet', {
    operationId: 'quiet',
    summary: 'A line, and much later another',
    access: { public: true },
    cost: 0,
    answers: { 200: { description: 'They.', mediaType: 'application/x-ndjson' } },
    handle: async () => {
      const waiting = this.#waiting
      async function* lines(): AsyncGenerator<string> {
        yield 'one\n'
        await waiting
        yield 'two\n'
      }
      return { status: 200, body: Readable.from(lines()), type: 'application/x-ndjson' }
    },
  })

  goOn(): void {
    this.#goOn()
  }
}

/** Requests an endless response and reads nothing of the response. */
function unread({ address }: OperatedApp, key = ''): RawConnection {
  const connection = rawConnection(address)
  connection.socket.pause()
  const authorization = key === '' ? '' : `Authorization: Bearer ${key}\r\n`
  connection.write(`GET /endless HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`)
  return connection
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => void setImmediate(resolve))
}

const CSV = { method: 'POST', body: 'abcd' }

it('keeps capacity for other accounts if one account does not read its responses', async () => {
  const { service, key, newKey } = await hostedTestService()
  const other = await newKey(['registry:read'])
  const load = new ConcurrencyLimit({ maxStreams: 8 })
  const app = await operatedApp({
    service,
    accessControl: serviceAccessControl(service),
    concurrency: load,
    routes: [endlessRoute],
  })
  const flows = (as: string): Promise<Response> =>
    app.fetch('/flowing', { ...CSV, headers: { authorization: `Bearer ${as}`, 'content-type': 'text/csv' } })
  for (let count = 1; count <= 6; count++) {
    unread(app, key)
    await until(() => load.state.streams === count)
  }
  const refused = await flows(key)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await jsonOf(refused)).toMatchObject({ code: 'overloaded', detail: expect.any(String) })
  const endless = await app.fetch('/endless', { headers: { authorization: `Bearer ${key}` } })
  expect(endless.status).toBe(503)
  expect(load.state).toMatchObject({ requests: 0, streams: 6 })
  expect((await flows(other.key)).status).toBe(200)
})

it('ends a response that the client does not read, and releases its slot', async () => {
  const load = new ConcurrencyLimit({ maxStreams: 2 })
  const app = await operatedApp({ concurrency: load, routes: [endlessRoute] }, { unreadMs: 30 })
  for (const target of [started + 1, started + 2]) {
    unread(app)
    // Count the started streams, not the open streams: on a slow machine the first stream may end before the second
    // starts.
    await until(() => started === target)
  }
  await until(() => load.state.streams === 0)
  expect((await app.fetch('/flowing', { ...CSV, headers: { 'content-type': 'text/csv' } })).status).toBe(200)
})

it('does not end a response whose next bytes are not ready', async () => {
  const quiet = new QuietRoute()
  const load = new ConcurrencyLimit()
  const app = await operatedApp({ concurrency: load, routes: [quiet.route, endlessRoute] }, { unreadMs: 30 })
  const answer = await app.fetch('/quiet')
  // Open two later connections one by one, and wait until the service has closed each connection.
  for (let time = 0; time < 2; time++) {
    unread(app)
    await until(() => load.state.streams === 2)
    await until(() => load.state.streams === 1)
  }
  quiet.goOn()
  expect(await answer.text()).toBe('one\ntwo\n')
})

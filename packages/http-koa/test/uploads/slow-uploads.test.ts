import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { InputItem } from '@utpid/service/reading'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Uploads } from '../../src/index.ts'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

const IMPORTS = '/registry/import?supplier=own'
const FEED = `code,name,city\n${Array.from({ length: 200_000 }, (_, at) => `${at},Hotel ${at},Berlin\n`).join('')}`
const SMALL = 'code,name,city\n1,Hotel Adlon,Berlin\n'

/** Sends the head of an import and a part of its body. */
async function sendPart(
  { address }: HostedTestService,
  key: string,
  body: string,
  bytes: number = body.length,
): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = `POST ${IMPORTS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: text/csv\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, bytes))
  return socket
}

function send(
  { fetch }: HostedTestService,
  key: string,
  { path = IMPORTS, body = SMALL }: { readonly path?: string; readonly body?: string } = {},
): Promise<Response> {
  return fetch(path, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }, body })
}

async function serving(): Promise<HostedTestService & { readonly uploads: Uploads }> {
  const uploads = new Uploads()
  return { ...(await hostedTestService([], {}, { uploads, isIdle: true })), uploads }
}

it('accepts short batches and imports of other accounts while clients of four accounts send slowly', async () => {
  const service = await serving()
  for (let at = 0; at < 4; at++) {
    const { key } = await service.newKey(['registry:write'])
    await sendPart(service, key, FEED, 600_000)
  }
  await vi.waitFor(() => expect(service.uploads.state).toEqual({ receiving: 4, waiting: 0, reading: 0 }))
  const { key } = await service.newKey(['registry:write', 'registry:batch'])
  const rows = `name,city\n${Array.from({ length: 60 }, (_, at) => `Hotel ${at} ${'x'.repeat(80)},Berlin\n`).join('')}`
  const mapped = await send(service, key, { path: '/registry/batch-map', body: rows })
  expect([mapped.status, (await jsonOf(mapped)).results.length]).toEqual([200, 60])
  expect((await send(service, key, { body: FEED.slice(0, 500_000).replace(/.*$/, '') })).status).toBe(202)
  expect(service.uploads.state).toEqual({ receiving: 4, waiting: 0, reading: 0 })
})

it.each([
  ['whose body is arriving', 600_000],
  ['that waits for a thread', FEED.length],
])('frees the slot of an upload at once when its client disconnects: one %s', async (_which, bytes) => {
  const service = await serving()
  const { key, accountId } = await service.newKey(['registry:write'], 'free')
  // The service is reading another upload of the account.
  const form = { kind: 'import', format: 'csv', maxBytes: 1e9 } as const
  const signal = new AbortController().signal
  const body = (async function* () {
    yield Buffer.from(FEED)
  })()
  const other: AsyncGenerator<InputItem> = service.uploads.read({ accountId, form, body, at: 0, signal })
  await other.next()
  const socket = await sendPart(service, key, FEED, bytes)
  const state = bytes < FEED.length ? 'receiving' : 'waiting'
  await vi.waitFor(() => expect(service.uploads.state).toMatchObject({ [state]: 1 }))
  const { uploads } = await jsonOf(await service.ask('GET', '/registry/import', { key }))
  expect(uploads).toMatchObject([
    { status: 'reading', position: 0 },
    { status: state, position: 1 },
  ])
  service.advance(1_000)
  expect((await jsonOf(await send(service, key))).code).toBe('too_many_jobs')
  socket.destroy()
  await vi.waitFor(() => expect(service.uploads.state).toEqual({ receiving: 0, waiting: 0, reading: 1 }))
  await vi.waitFor(async () => {
    service.advance(1_000)
    expect((await send(service, key)).status).toBe(202)
  })
  await other.return(undefined)
  expect(service.uploads.storedBytes).toBe(0)
})

it.each([
  ['a header without a name', 'colour;size\nred;1\n', 'no column is a name'],
  ['XML', '<?xml version="1.0"?>\n<hotels>\n', 'is XML, but the given format is CSV'],
  ['JSON', '[{"name":"Hotel Adlon"},\n', 'is JSON, but the given format is CSV'],
])('rejects a large body by its first lines, before the rest arrives: %s', async (_what, begin, why) => {
  const service = await serving()
  const { key } = await service.newKey(['registry:write'])
  const socket = await sendPart(service, key, begin.padEnd(1_000_000, `${'x'.repeat(99)}\n`), 8_000)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 422 /)
  expect(answer.toString()).toContain(why)
  expect(service.uploads.state).toEqual({ receiving: 0, waiting: 0, reading: 0 })
})

it('does not reject an unfinished first line, or lines that later lines explain', async () => {
  const uploads = new Uploads()
  onTestFinished(() => uploads.close())
  const feeds = [
    `"colour\nof\nroof"${',size of roof'.repeat(400)},code\n${`red${',1'.repeat(400)},7\n`.repeat(20)}`,
    `{"a":1}\n${'{"code":"1","nom":"x"}\n'.repeat(400)}`,
  ]
  for (const [at, text] of feeds.entries()) {
    const format = at === 0 ? 'csv' : 'jsonl'
    const form = { kind: 'import', format, maxBytes: 1e9 } as const
    const columns = [{ target: 'name', column: 'nom' }]
    const upload = {
      accountId: 'a',
      form: at === 0 ? form : { ...form, mapping: { columns, constants: [] } },
      body: (async function* () {
        yield Buffer.from(text)
      })(),
      at: 0,
      signal: new AbortController().signal,
    }
    let items = 0
    for await (const item of uploads.read(upload)) items += 'text' in item ? 1 : 0
    expect(items).toBe(at === 0 ? 20 : 401)
  }
})

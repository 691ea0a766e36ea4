import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DestinationGuard, type ResolveHost } from '../../../src/webhooks/destination/destination-guard.ts'
import { guardedTransport, type WebhookResponse } from '../../../src/webhooks/destination/webhook-transport.ts'
import { PRIVATE_HOSTS } from '../support/private-spellings.ts'
import { World } from '../support/world.ts'

interface Canary {
  readonly port: number
  /** Number of connections that reached the server, with or without a request. */
  connections: number
  readonly bodies: string[]
}

/** A real server on all addresses of this machine. */
async function canary(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Canary> {
  const seen = { connections: 0, bodies: [] as string[] }
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      seen.bodies.push(body)
      answer(request, response)
    })
  })
  server.on('connection', () => seen.connections++)
  await new Promise<void>((resolve) => void server.listen(0, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(seen, { port: (server.address() as AddressInfo).port })
}

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const ok = (_: IncomingMessage, response: ServerResponse): void => void response.end('thanks')
const request = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }

function transportBy(resolve: ResolveHost, allowedNetworks: readonly string[] = [], timeoutMs = 5_000) {
  const guard = new DestinationGuard({ allowHttp: true, resolve, allowedNetworks })
  return (url: string): Promise<WebhookResponse> => guardedTransport(guard, { timeoutMs })({ ...request, url })
}

describe('a server on this machine is not reachable', () => {
  it('through any spelling of a private address', async () => {
    const server = await canary(ok)
    const send = transportBy(async () => ['127.0.0.1'])
    for (const host of [...PRIVATE_HOSTS, 'localhost', 'receiver.example']) {
      expect(await send(`http://${host}:${server.port}/`), host).toEqual({ error: 'blocked' })
      expect(await send(`https://${host}:${server.port}/`), host).toEqual({ error: 'blocked' })
    }
    expect(server.connections).toBe(0)
  })

  it('through a name that resolves to another address after the check', async () => {
    const server = await canary(ok)
    let asked = 0
    const guard = new DestinationGuard({
      allowHttp: true,
      resolve: async () => (asked++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
    })
    const url = `http://rebinding.example:${server.port}/`
    await guard.addresses(guard.checkUrl(url).hostname)
    expect(await guardedTransport(guard)({ ...request, url })).toEqual({ error: 'blocked' })
    expect(asked).toBe(2)
    expect(server.connections).toBe(0)
  })

  it('through a name with one private address among several', async () => {
    const server = await canary(ok)
    const send = transportBy(async () => ['93.184.215.14', '::1'])
    expect(await send(`http://both.example:${server.port}/`)).toEqual({ error: 'blocked' })
    expect(server.connections).toBe(0)
  })

  it('through a redirect of an allowed receiver', async () => {
    const target = await canary(ok)
    for (const status of [301, 302, 303, 307, 308]) {
      const receiver = await canary((_, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${target.port}/` }).end()
      })
      const send = transportBy(async () => ['127.0.0.1'], LOOPBACK)
      expect(await send(`http://receiver.example:${receiver.port}/`)).toMatchObject({ status })
    }
    expect(target.connections).toBe(0)
  })
})

describe('an attempt', () => {
  it('resolves the name once, and connects to the resolved address', async () => {
    const server = await canary(ok)
    let asked = 0
    const send = transportBy(async () => {
      asked++
      return ['127.0.0.1']
    }, LOOPBACK)
    const answer = await send(`http://receiver.example:${server.port}/hook?x=1`)
    expect(answer).toMatchObject({ status: 200, body: 'thanks' })
    expect(server.bodies).toEqual([request.body])
    await send(`http://receiver.example:${server.port}/hook`)
    expect(asked).toBe(2)
    expect(server.connections).toBe(2)
  })

  it('stores 2 KB of a response, reads only as much as necessary, and shortens its headers', async () => {
    let written = 0
    const server = await canary((_, response) => {
      response.setHeader('x-long', 'y'.repeat(2_000))
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000
      }
      response.on('drain', more)
      more()
    })
    const answer = await transportBy(async () => ['127.0.0.1'], LOOPBACK)(`http://receiver.example:${server.port}/`)
    expect(answer.status).toBe(200)
    expect(answer.body).toBe('x'.repeat(2_048))
    expect(answer.headers?.['x-long']).toBe('y'.repeat(300))
    expect(written).toBeLessThan(50_000_000)
  })

  it('ends at its timeout, and accepts a status without a body as a response', async () => {
    const silent = await canary(() => undefined)
    const half = await canary((_, response) => {
      response.writeHead(200).write('half')
    })
    const send = transportBy(async () => ['127.0.0.1'], LOOPBACK, 150)
    expect(await send(`http://receiver.example:${silent.port}/`)).toEqual({ error: 'timeout' })
    expect(await send(`http://receiver.example:${half.port}/`)).toMatchObject({ status: 200, body: 'half' })
  })

  it('reports why there was no response, without further details', async () => {
    const server = await canary((_, response) => void response.destroy())
    const send = transportBy(async () => ['127.0.0.1'], LOOPBACK)
    expect(await send(`http://receiver.example:${server.port}/`)).toEqual({ error: 'connection' })
    expect(await send(`https://receiver.example:${server.port}/`)).toEqual({ error: 'tls' })
    const closed = await canary(ok)
    expect(await send(`http://receiver.example:${closed.port === 1024 ? 1025 : 1024}/`)).toEqual({ error: 'refused' })
  })
})

it('delivers to a real server what the Standard Webhooks library accepts', async () => {
  let headers: IncomingMessage['headers'] = {}
  const server = await canary((received, response) => {
    headers = received.headers
    response.writeHead(202).end('ok')
  })
  const world = new World()
  world.time.now = Date.now()
  await world.addAccount()
  const { id, secret } = await world.addWebhook('real')
  const send = transportBy(async () => ['127.0.0.1'], LOOPBACK)
  const guard = new DestinationGuard({ allowHttp: true, allowedNetworks: LOOPBACK, resolve: async () => ['127.0.0.1'] })
  const transport = guardedTransport(guard)
  expect(await send(`http://receiver.example:${server.port}/`)).toMatchObject({ status: 202 })
  await world.webhooks.test('acme', id)
  const sender = world.sender({
    transport: (one) => transport({ ...one, url: `http://receiver.example:${server.port}/` }),
  })
  await sender.round()
  await sender.idle()
  const body = server.bodies.at(-1) as string
  expect(new StandardWebhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
    accountId: 'acme',
    sequence: 1,
  })
  expect(await world.allDeliveries()).toMatchObject([
    { status: 'delivered', attempts: [{ status: 202, response: 'ok' }] },
  ])
})

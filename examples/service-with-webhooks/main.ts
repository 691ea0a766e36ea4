/**
 * Runs the service behind a proxy, and a receiver of the service's webhooks. The example sends a record through the
 * proxy. The receiver gets the event of the new product and verifies its signature.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, verifyWebhook } from '@utpid/client'

/** In your own project, use `node_modules/@utpid/cli/bin/utpid.mjs`. */
const UTPID = fileURLToPath(new URL('../../packages/cli/bin/utpid.mjs', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'utpid-example-'))
const upstream = await freePort()
const proxy = await listening(proxyTo(upstream))
let secret = ''
let notify: (type: string) => void
const firstEvent = new Promise<string>((resolve) => {
  notify = resolve
})
const receiver = await listening(
  createServer(async (incoming, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    try {
      const { type } = await verifyWebhook({ secret, headers: incoming.headers, body: Buffer.concat(chunks) })
      response.writeHead(204).end()
      notify(type)
    } catch {
      response.writeHead(400).end()
    }
  }),
)
const { child, key } = await serve()
try {
  const registry = createClient({ baseUrl: `http://127.0.0.1:${portOf(proxy)}`, key })
  const made = await registry.createWebhook({
    url: `http://127.0.0.1:${portOf(receiver)}/hook`,
    events: ['registry.product.*'],
  })
  secret = made.secret
  await registry.putRecord('bedbank', '8841', { name: 'Hotel La Cigale Bleue', location: { city: 'Avignon' } })
  console.log(`received ${await firstEvent}, signed`)
} finally {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  proxy.close()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Forwards requests and adds the client's address, as nginx or a load balancer does. */
function proxyTo(port: number): Server {
  return createServer((incoming, response) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const passed = request(
      { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.once('error', () => response.writeHead(502).end())
    incoming.pipe(passed)
  })
}

/** Runs `utpid serve` as in production, except that the webhook receiver is local and uses http. */
async function serve(): Promise<{ readonly child: ChildProcess; readonly key: string }> {
  const child = spawn(process.execPath, [UTPID, 'serve', '--data', join(folder, 'registry'), '--port', `${upstream}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      UTPID_BASE_URL: 'http://registry.example.com',
      UTPID_TRUSTED_PROXIES: 'loopback',
      UTPID_WEBHOOK_HTTP: 'true',
      UTPID_WEBHOOK_NETWORKS: '127.0.0.0/8',
      UTPID_SHUTDOWN_NOTICE_SECONDS: '0',
    },
  })
  let said = ''
  const key = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (text) => {
      said += String(text)
      const [first] = /utp_live_\w{36}/.exec(said) ?? []
      if (first !== undefined) resolve(first)
    })
    child.once('exit', (code) => reject(new Error(`utpid serve ended with ${code}: ${said}`)))
  })
  return { child, key }
}

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = createSocket()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

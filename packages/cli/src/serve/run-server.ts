import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import { ERROR_CODES, type ErrorCode, type Registry, RegistryError } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { createApp, problemOf, ROUTES, requestIdOf, serviceGate } from '@utpid/http-koa'
import { ensureFirstAccount, type FirstAccount, type HostedService, hostedService } from '@utpid/service'
import { CliError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { shownPlace } from '../storage-place.ts'
import { openServiceStore } from './open-service-store.ts'
import { secretsOf } from './serve-settings.ts'
import { tellAddress } from './served-address.ts'

/** Slow heads and bodies are ended; a request that is worked on is not. */
const HEADERS_MS = 15_000
const REQUEST_MS = 300_000
const HEADER_BYTES = 16_384
const DRAIN_MS = 10_000
const PORTS_TRIED = 20
const PORT_MOST = 65_535

export interface ServeOptions {
  /** A folder, or the address of a database. */
  readonly data: string
  readonly host: string
  readonly port: number
  /** Whether `X-Forwarded-For` is believed. */
  readonly behindProxy: boolean
}

/** Serves a registry over HTTP until the signal aborts; then it ends what was begun. */
export async function runServer(io: Io, registry: Registry, options: ServeOptions): Promise<void> {
  const store = await openServiceStore(options.data)
  try {
    const onFault = (error: unknown, requestId?: string): void => void io.stderr.line(faultText(error, requestId))
    const secrets = await secretsOf(options.data, io.env)
    const service = await hostedService({
      registry,
      store,
      gazetteer: loadGazetteer(),
      instance: `${hostname()}-${process.pid}`,
      ...(secrets === undefined ? {} : { secrets }),
      onError: onFault,
    })
    const first = await ensureFirstAccount(service.book, 'Registry')
    const { behindProxy } = options
    const app = createApp({ registry, service, gate: serviceGate(service), routes: ROUTES, behindProxy, onFault })
    const server = createServer({ maxHeaderSize: HEADER_BYTES, headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS })
    server.on('request', app.callback())
    server.on('clientError', refuse)
    const address = await listening(server, options)
    const untell = await tellAddress(options.data, address)
    service.start()
    try {
      await tell(io, service, options.data, address, first, secrets !== undefined)
      await aborted(io.signal)
    } finally {
      service.drain()
      await untell()
      await closed(server)
      await service.stop()
    }
  } finally {
    await store.close()
  }
}

async function tell(
  io: Io,
  service: HostedService,
  place: string,
  address: string,
  first: FirstAccount | undefined,
  hasSecrets: boolean,
): Promise<void> {
  const { products, records } = await service.registry.stats()
  await io.stderr.line(
    `utpid: ${products.total.toLocaleString('en')} products of ${records.total.toLocaleString('en')} records, at ${address}. Ctrl-C ends it.`,
  )
  if (!hasSecrets) await io.stderr.line('utpid: there are no webhooks without UTPID_SECRET_KEY.')
  if (first === undefined) {
    await io.stderr.line(
      `utpid: the first key was shown when it was made. To make another one, end this and run: npx utpid keys create NAME --data ${shownPlace(place)}`,
    )
    return
  }
  const key = first.text
  const [example] = (await service.registry.search('hotel', { limit: 1 })).products
  await io.stdout.write(
    `The first key, which may do everything; it is shown this once:\n\n  ${key}\n\nTo try it:\n\n` +
      `  curl -H 'Authorization: Bearer ${key}' '${address}/registry/search?q=hotel&limit=3'\n` +
      `  curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\\n` +
      `    -d '{"input":{"name":"Hotel Ritz","location":{"city":"Paris"}}}' ${address}/registry/match\n` +
      (example === undefined
        ? ''
        : `  curl -H 'Authorization: Bearer ${key}' '${address}/registry/product/${example.utpid}'\n`) +
      `  curl ${address}/openapi.json\n\nTo read: ${address}/docs\n`,
  )
}

/** What Node cannot read as a request is answered as other problems are, where there is still somebody. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = REFUSALS[error.code ?? ''] ?? 'malformed_request'
  const problem = problemOf(new RegistryError(code, ERROR_CODES[code]), requestIdOf(undefined))
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

async function listening(server: Server, { host, port }: ServeOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  }).catch(async (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE'
    const why = isTaken ? 'something else listens there already' : error.message
    const free = isTaken ? await freePort(host, port) : undefined
    const cure = free === undefined ? 'Give another --port or --host.' : `Port ${free} is free: give --port ${free}.`
    throw new CliError(EXIT.usage, `Cannot listen at ${host}:${port}: ${why}. ${cure}`)
  })
  const { address, port: bound, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`
}

/** The next port that nobody listens at. */
async function freePort(host: string, taken: number): Promise<number | undefined> {
  for (let port = taken + 1; port <= Math.min(taken + PORTS_TRIED, PORT_MOST); port++) {
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, host, () => resolve(true))
    })
    await new Promise((resolve) => probe.close(resolve))
    if (isFree) return port
  }
  return undefined
}

/** Ends when the signal aborts, however long that takes. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Takes no more, lets what was begun end, and cuts off what takes too long. */
async function closed(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(cut)
}

function faultText(error: unknown, requestId: string | undefined): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `utpid: ${requestId === undefined ? '' : `request ${requestId}: `}${what}`
}

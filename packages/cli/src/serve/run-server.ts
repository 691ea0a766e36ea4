import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Product } from '@utpid/core'
import { httpServer, InFlightRequests, ServiceMetrics, StartingApp } from '@utpid/http-koa'
import { ensureFirstAccount, type FirstAccount, type HostedService } from '@utpid/service'
import { usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { Interrupted } from '../errors/interrupted.ts'
import type { Io } from '../io/io.ts'
import { writeAddress } from '../place/served-address.ts'
import { shownPlace } from '../place/storage-place.ts'
import { createServedApp } from './create-served-app.ts'
import { openServed } from './open-served.ts'
import { openService } from './open-service.ts'
import { serveMetrics } from './serve-metrics.ts'
import type { ServeOptions, ServerContext } from './server-context.ts'
import { ServerLog } from './server-log.ts'
import { serverSettings, unknownSettings } from './server-settings.ts'
import { stopServing } from './stop-serving.ts'

const MS = 1_000
const PORTS_TRIED = 20
const MAX_PORT = 65_535

/** Serves a registry over HTTP until the signal aborts; then it finishes started work. */
export async function runServer(io: Io, options: ServeOptions): Promise<void> {
  const ends: (() => Promise<void>)[] = []
  try {
    await serve(io, options, ends)
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const NO_PROVIDER_ACCOUNT =
  'UTPID_OIDC_ACCOUNT is the id of no account: nobody can sign in with the provider. List the ids with: utpid accounts'

/** @param ends - Receives the functions to call at the end, in the order of opening. */
async function serve(io: Io, options: ServeOptions, ends: ServerContext['ends']): Promise<void> {
  const settings = serverSettings(io.env)
  const log = new ServerLog(io.stdout, settings.UTPID_LOG_LEVEL)
  for (const unknown of unknownSettings(io.env)) log.warn(unknown)
  const metrics = new ServiceMetrics()
  const front = new StartingApp()
  const server = httpServer(front, {
    maxConnections: settings.UTPID_MAX_CONNECTIONS,
    onRefused: metrics.onRefused,
  })
  const { UTPID_REPLICA_FOLDER: replicaFolder } = settings
  const isReplica = settings.UTPID_REPLICA || replicaFolder !== undefined
  // A copy takes time. Meanwhile, health checks see that the process is alive but not ready.
  const early = isReplica ? await listening(server, options) : undefined
  ends.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  if (early !== undefined) log.info('copying', { address: early })
  const { UTPID_BATCH_WORKERS: batchWorkers, UTPID_READ_WORKERS: readWorkers } = settings
  const { UTPID_TERM_FREQUENCIES: termFrequencies } = settings
  const opened = await openServed(
    options.data,
    { isReplica, replicaFolder, batchWorkers, readWorkers, rules: options.rules, termFrequencies },
    io,
  )
  const { registry } = opened
  ends.push(() => registry.close())
  if (opened.replica !== undefined) metrics.addReplica(opened.replica)
  const context: ServerContext = { options, env: io.env, settings, log, metrics, ends }
  const openedService = await openService(registry, context)
  const { service, instance, secrets } = openedService
  const first = await ensureFirstAccount(service.repository, 'Registry')
  if ((await service.providerSignIn?.hasAccount()) === false) log.warn(NO_PROVIDER_ACCOUNT)
  const inFlight = new InFlightRequests()
  const app = await createServedApp(openedService, inFlight, context)
  const { UTPID_METRICS_PORT: metricsPort } = settings
  if (metricsPort !== undefined) ends.push(await serveMetrics(metrics, metricsPort))
  const address = early ?? (await listening(server, options))
  await service.join()
  front.start(app)
  const untell = await writeAddress(options.data, address)
  service.start()
  try {
    await tell(io, service, options.data, address, first, secrets !== undefined)
    log.info('serving', { address, instance })
    await aborted(io.signal)
  } finally {
    service.drain()
    await untell()
    const noticeMs = isTerminated(io.signal) ? settings.UTPID_SHUTDOWN_NOTICE_SECONDS * MS : 0
    await stopServing(service, server, log, { noticeMs, drainMs: settings.UTPID_DRAIN_SECONDS * MS, inFlight })
  }
}

/** Returns whether a process manager ends the process, not a person at the keyboard, who would wait. */
function isTerminated({ reason }: AbortSignal): boolean {
  return reason instanceof Interrupted && reason.exitCode !== EXIT.interrupted
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
    `utpid: ${products.total.toLocaleString('en')} products of ${records.total.toLocaleString('en')} records, at ${address}. Press Ctrl-C to stop.`,
  )
  if (!hasSecrets) await io.stderr.line('utpid: webhooks are off: UTPID_SECRET_KEY is not set.')
  if (first === undefined) {
    await io.stderr.line(
      `utpid: the first key was shown when it was created. To create another one, stop this process and run: npx utpid keys create NAME --data ${shownPlace(place)}`,
    )
    return
  }
  const key = first.text
  const { products: hotels } = await service.registry.search('hotel')
  // If a city has several hotels of one name, only coordinates identify the hotel.
  const example = hotels.find(({ location }) => location.coordinates !== undefined) ?? hotels[0]
  // Use standard error, since standard output is the log.
  await io.stderr.write(
    `The first key, with all permissions; it is shown only once:\n\n  ${key}\n\nTo try it:\n\n` +
      `  curl -H 'Authorization: Bearer ${key}' '${address}/registry/search?q=hotel&limit=3'\n` +
      `  curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\\n` +
      `    -d '${exampleInput(example)}' ${address}/registry/match\n` +
      (example === undefined
        ? ''
        : `  curl -H 'Authorization: Bearer ${key}' '${address}/registry/product/${example.utpid}'\n`) +
      `  curl ${address}/openapi.json\n\nDocumentation: ${address}/docs\nDashboard, with this key: ${address}/dashboard\n`,
  )
}

/** Returns an example input: a product of the registry, if there is one. */
function exampleInput({ name, location }: Pick<Product, 'name' | 'location'> = RITZ): string {
  const { city, country, coordinates } = location
  // The shell command has the text in single quotes.
  return JSON.stringify({ input: { name, location: { city, country, coordinates } } }).replaceAll("'", '\\u0027')
}

const RITZ = { name: 'Hotel Ritz', location: { city: 'Paris' } } as const

async function listening(server: Server, { host, port }: ServeOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  }).catch(async (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE'
    const why = isTaken ? 'the port is already in use' : error.message
    const free = isTaken ? await freePort(host, port) : undefined
    const cure = free === undefined ? 'Use another --port or --host.' : `Port ${free} is free: use --port ${free}.`
    throw usageError(`Cannot listen at ${host}:${port}: ${why}. ${cure}`)
  })
  const { address, port: bound, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`
}

/** Returns the next free port. */
async function freePort(host: string, taken: number): Promise<number | undefined> {
  for (let port = taken + 1; port <= Math.min(taken + PORTS_TRIED, MAX_PORT); port++) {
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

/** Resolves when the signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

import type { AddressInfo } from 'node:net'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  type AppOptions,
  createApp,
  type HttpErrorCode,
  type HttpServerOptions,
  httpServer,
  OPEN_ACCESS,
} from '../../src/index.ts'
import { type Route, route } from '../../src/route/route.ts'
import { healthRoute } from '../../src/routes/public/operations.ts'
import { checkAnswers } from './checked-answers.ts'
import { Faults } from './listening-app.ts'

/** A route that responds when the test releases it. */
export class HeldRoute {
  readonly #waiting: { readonly name: string; readonly go: () => void }[] = []
  readonly #arrivals: (() => void)[] = []
  arrived = 0
  /** Number of requests whose handlers have noticed that they were aborted. */
  aborted = 0

  readonly route: Route = route('POST /held/{name}', {
    operationId: 'held',
    summary: 'Waits',
    access: { public: true },
    cost: 0,
    params: z.object({ name: z.string() }),
    body: { json: z.unknown(), maxBytes: 2_000_000 },
    answers: { 200: { description: 'Done.', json: z.looseObject({}) } },
    handle: async ({ params, signal }) => {
      signal.addEventListener('abort', () => this.aborted++)
      this.arrived++
      await new Promise<void>((go) => {
        this.#waiting.push({ name: params.name, go })
        for (const arrival of this.#arrivals.splice(0)) arrival()
      })
      return { status: 200, body: { name: params.name } }
    },
  })

  /** Resolves when the given number of requests has arrived. */
  async count(arrived: number): Promise<void> {
    while (this.arrived < arrived) await new Promise<void>((resolve) => void this.#arrivals.push(resolve))
  }

  release(): void {
    for (const { go } of this.#waiting.splice(0)) go()
  }
}

/** Reads a streamed body and responds with its length. */
export const flowingRoute: Route = route('POST /flowing', {
  operationId: 'flowing',
  summary: 'Reads a stream',
  access: { public: true },
  cost: 0,
  stream: { mediaTypes: ['application/json', 'text/csv'], maxBytes: 10_000_000, maxJsonBytes: 1_000_000 },
  answers: { 200: { description: 'Read.', json: z.looseObject({}) } },
  handle: async ({ stream }) => {
    let bytes = 0
    for await (const chunk of stream) bytes += chunk.length
    return { status: 200, body: { bytes } }
  },
})

export interface OperatedApp {
  readonly address: string
  readonly held: HeldRoute
  readonly refused: readonly HttpErrorCode[]
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** Starts an app behind the server of `utpid serve` on a free loopback port, until the test ends. */
export async function operatedApp(
  options: Partial<AppOptions> = {},
  serverOptions: HttpServerOptions = {},
): Promise<OperatedApp> {
  const registry = await createRegistry({ storage: createMemoryStorage() })
  const held = new HeldRoute()
  const refused: HttpErrorCode[] = []
  const routes = [held.route, flowingRoute, healthRoute, ...(options.routes ?? [])]
  const app = createApp({ registry, accessControl: OPEN_ACCESS, ...options, routes })
  const server = httpServer(app, { checkMs: 20, onRefused: (code) => void refused.push(code), ...serverOptions })
  const faults = new Faults()
  checkAnswers(server, routes, faults.add)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(async () => {
    held.release()
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await registry.close()
    faults.check()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, held, refused, fetch: (path, init = {}) => fetch(`${address}${path}`, init) }
}

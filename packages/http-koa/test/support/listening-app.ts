import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { onTestFinished } from 'vitest'
import { httpServer, ROUTES, type Route } from '../../src/index.ts'
import { checkAnswers } from './checked-answers.ts'

export interface ListeningApp {
  readonly address: string
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export interface ListeningOptions {
  readonly routes?: readonly Route[]
  /** Registers the cleanup. Default: at the end of the test. */
  readonly atEnd?: (end: () => Promise<void>) => void
}

/**
 * Starts an app on a free loopback port, until the test ends. The test fails if a response violates the OpenAPI
 * document.
 *
 * @param end - Called after the server has stopped.
 */
export async function listeningApp(
  app: Koa,
  end: () => Promise<void>,
  { routes = ROUTES, atEnd = onTestFinished }: ListeningOptions = {},
): Promise<ListeningApp> {
  const faults = new Faults()
  const server = httpServer(app)
  checkAnswers(server, routes, faults.add)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  atEnd(async () => {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await end()
    faults.check()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, fetch: (path, init = {}) => fetch(`${address}${path}`, { redirect: 'manual', ...init }) }
}

/** Collects internal errors of a service. Any error makes the test fail. */
export class Faults {
  readonly #faults: unknown[] = []

  readonly add = (error: unknown): void => {
    this.#faults.push(error)
  }

  check(): void {
    if (this.#faults.length > 0)
      throw new AggregateError(
        this.#faults,
        `The service had faults: ${this.#faults.slice(0, 10).map(String).join('\n')}`,
      )
  }
}

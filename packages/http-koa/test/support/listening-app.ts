import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { onTestFinished } from 'vitest'

export interface ListeningApp {
  readonly address: string
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/**
 * An app on a free port of loopback, gone with the test.
 *
 * @param end - Runs when nobody is answered any more.
 */
export async function listeningApp(app: Koa, end: () => Promise<void>): Promise<ListeningApp> {
  const server = app.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  onTestFinished(async () => {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await end()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, fetch: (path, init = {}) => fetch(`${address}${path}`, { redirect: 'manual', ...init }) }
}

/** What a service had of faults of its own makes the test fail, whatever it answered. */
export class Faults {
  readonly #faults: unknown[] = []

  readonly add = (error: unknown): void => void this.#faults.push(error)

  check(): void {
    if (this.#faults.length > 0) throw new AggregateError(this.#faults, 'The service had faults of its own.')
  }
}

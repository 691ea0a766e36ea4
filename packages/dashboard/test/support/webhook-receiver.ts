import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A local receiver of webhooks. */
export class WebhookReceiver {
  /** Received requests, oldest first. */
  readonly received: Received[] = []
  /** HTTP status of the next responses. */
  status = 204
  readonly #server = createServer(async (request, response) => {
    this.received.push({ body: await text(request), headers: request.headers })
    response.writeHead(this.status).end(this.status >= 400 ? 'not today' : undefined)
  })

  /** Starts the receiver. @returns its URL */
  async begin(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }
}

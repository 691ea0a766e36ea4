import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A program that webhooks lead to, on this machine. */
export class WebhookReceiver {
  /** What came, the oldest first. */
  readonly received: Received[] = []
  /** What it answers from now on. */
  status = 204
  readonly #server = createServer(async (request, response) => {
    this.received.push({ body: await text(request), headers: request.headers })
    response.writeHead(this.status).end(this.status >= 400 ? 'not today' : undefined)
  })

  /** Its address, which is one by its own each time. */
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

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface WebhookReceiver {
  readonly url: string
  /** Deliveries by event id, which stays the same when a delivery is repeated. */
  readonly events: ReadonlyMap<string, ReceivedEvent>
  /** Number of requests, including repeated ones. */
  readonly requests: () => number
}

/** Settings that allow `utpid serve` to send webhooks to {@link webhookReceiver}. */
export const RECEIVER_SETTINGS = { UTPID_WEBHOOK_HTTP: 'true', UTPID_WEBHOOK_NETWORKS: '127.0.0.0/8' } as const

/**
 * Receives webhooks on loopback until the test ends.
 *
 * @param status - Returns the status of each answer, possibly after a delay.
 */
export async function webhookReceiver(
  status: (event: ReceivedEvent) => number | Promise<number> = () => 204,
): Promise<WebhookReceiver> {
  const events = new Map<string, ReceivedEvent>()
  let requests = 0
  const server = createServer((request, response) => {
    let text = ''
    request.on('error', () => undefined)
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', async () => {
      requests++
      const event = JSON.parse(text) as ReceivedEvent
      events.set(String(request.headers['webhook-id']), event)
      response.writeHead(await status(event)).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    requests: () => requests,
  }
}

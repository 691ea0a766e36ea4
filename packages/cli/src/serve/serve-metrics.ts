import { createServer } from 'node:http'
import type { ServiceMetrics } from '@utpid/http-koa'
import { usageError } from '../errors/cli-error.ts'

const LOOPBACK = '127.0.0.1'

/**
 * Answers `/metrics` on a separate port, only for clients on this machine. No key is needed.
 *
 * @returns A function that closes the port.
 */
export async function serveMetrics(metrics: ServiceMetrics, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => resolve())
  }).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`Metrics cannot listen at ${LOOPBACK}:${port}: ${error.message}. Set another UTPID_METRICS_PORT.`)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

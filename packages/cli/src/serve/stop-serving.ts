import type { Server } from 'node:http'
import { type StopOptions, stopServer } from '@utpid/http-koa'
import type { HostedService } from '@utpid/service'

/** What is told of the end of a server. */
export interface StopLog {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
}

/**
 * Ends a service behind its server: workers beside the requests that are still answered, so that both together take no
 * longer than one of them; then what both need.
 */
export async function stopServing(
  service: HostedService,
  server: Server,
  log: StopLog,
  options: StopOptions,
): Promise<void> {
  log.info('stopping', { noticeMs: options.noticeMs })
  const workers = service.stopWorkers()
  // Heard below, when the requests are through.
  workers.catch(() => undefined)
  const cutOff = await stopServer(server, options)
  if (cutOff > 0) log.warn('connections were cut off', { connections: cutOff })
  await workers
  await service.stop()
  log.info('stopped')
}

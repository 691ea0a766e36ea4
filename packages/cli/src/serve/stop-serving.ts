import type { Server } from 'node:http'
import { type StopOptions, stopServer } from '@utpid/http-koa'
import type { HostedService } from '@utpid/service'

/** The log of the end of a server. */
export interface StopLog {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
}

/**
 * Stops a service. The workers stop while the server answers its last requests, so both together take only as long as
 * the slower one. Then closes the resources that both use.
 */
export async function stopServing(
  service: HostedService,
  server: Server,
  log: StopLog,
  options: StopOptions,
): Promise<void> {
  log.info('stopping', { noticeMs: options.noticeMs })
  const workers = service.stopWorkers()
  // This error is handled below, after the last requests have ended.
  workers.catch(() => undefined)
  const cutOff = await stopServer(server, options)
  if (cutOff > 0) log.warn('connections were cut off', { connections: cutOff })
  await workers
  await service.stop()
  log.info('stopped')
}

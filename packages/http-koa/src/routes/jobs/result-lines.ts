import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { HostedService } from '@utpid/service'
import type { JobKind } from '@utpid/service/internal'
import { startedStream } from '../../response/started-stream.ts'

const PAUSE_MS = 200

/**
 * Streams the results of a job after a cursor, one JSON line for each result. The stream follows a running job until
 * the job ends or the client stops.
 */
export function resultLines(
  { jobs }: Pick<HostedService, 'jobs'>,
  accountId: string,
  kind: JobKind,
  id: string,
  { signal, cursor: from }: { readonly signal: AbortSignal; readonly cursor?: string },
): Promise<Readable> {
  async function* lines(): AsyncGenerator<string> {
    let cursor = from
    while (!signal.aborted) {
      const page = await jobs.results(accountId, kind, id, cursor === undefined ? {} : { cursor })
      if (page.rows.length > 0) yield `${page.rows.map((row) => JSON.stringify(row)).join('\n')}\n`
      if (page.cursor === undefined) return
      if (page.rows.length === 0) await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => undefined)
      cursor = page.cursor
    }
  }
  return startedStream(lines())
}

import { spawn } from 'node:child_process'
import { ROOT } from '../../../scripts/repository/root.ts'
import { stolenTime } from '../../harness/stolen-time.ts'
import type { Served } from '../served/served.ts'
import type { Endpoint, Shares } from './bench-request.ts'

/** A load: the shares of requests, and their rate. */
export interface Load {
  readonly address: string
  readonly key: string
  readonly requestsFile: string
  readonly shares: Shares
  /** Requests a second. */
  readonly rate: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
  /** Index of the first request, so that one load can continue after another. */
  readonly from: number
  /** Seconds to wait at the end for responses. Responses after that count as failed. */
  readonly lastAnswerSeconds: number
  /** Whether to end early if the service is several seconds behind, since it then cannot hold the rate. */
  readonly endsEarly: boolean
}

export interface LoadResult {
  /** Requests whose latency counts: answered, and due after the warm-up. */
  readonly measured: number
  /**
   * Number of responses with status 400 or above, broken connections and unanswered requests, including the warm-up.
   */
  readonly failed: number
  /** Counts by status and code, or by connection error. */
  readonly failures: Readonly<Record<string, number>>
  /** Whether the load ended early because the service was several seconds behind. */
  readonly endedEarly: boolean
  /** Milliseconds since the due time; null if it ended early. */
  readonly p50: number | null
  readonly p99: number | null
  readonly max: number | null
  readonly p99ByEndpoint: Readonly<Partial<Record<Endpoint, number>>>
  /**
   * 99th percentile of the client's own delay before sending, in milliseconds. If it exceeds a few milliseconds, the
   * client limits the figures. The latencies include it.
   */
  readonly sendDelayP99: number
}

/** A load result with the state of the machine. */
export interface MeasuredLoad extends LoadResult {
  /** Percentage of CPU time that the host gave to others; null if the system does not report it. */
  readonly stolen: number | null
}

/** The number of connections for which the bars are set. */
const CONNECTIONS = 32
const LAST_ANSWER_SECONDS = 10
const FILE = 'bench/http/requests/ask-at-rate-once.ts'

/** Sends requests to a service at a steady rate, from a separate process. */
export async function sendAtRate(
  served: Pick<Served, 'address' | 'key' | 'asksFile'>,
  load: Pick<Load, 'shares' | 'rate' | 'seconds' | 'warmUpSeconds'> &
    Partial<Pick<Load, 'from' | 'endsEarly' | 'lastAnswerSeconds'>>,
): Promise<MeasuredLoad> {
  const { address, key, asksFile: requestsFile } = served
  const stolen = stolenTime()
  const defaults = { connections: CONNECTIONS, from: 0, endsEarly: true, lastAnswerSeconds: LAST_ANSWER_SECONDS }
  const given: Load = { address, key, requestsFile, ...defaults, ...load }
  const options = ['--conditions', '@utpid/source', '--import', 'tsx', FILE, JSON.stringify(given)]
  const child = spawn(process.execPath, options, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (piece) => {
    text += String(piece)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${FILE} ended with exit code ${code}; its message is above.`)
  return { ...(JSON.parse(text) as LoadResult), stolen: stolen() }
}

/** Formats the failures for people. */
export function failuresOf({ failures }: Pick<LoadResult, 'failures'>): string {
  const each = Object.entries(failures).map(([why, count]) => `${count} x ${why}`)
  return each.length === 0 ? '' : ` (failed: ${each.join(', ')})`
}

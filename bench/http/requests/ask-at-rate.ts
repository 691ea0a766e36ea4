import { spawn } from 'node:child_process'
import { ROOT } from '../../../scripts/repository/root.ts'
import { stolenTime } from '../../harness/stolen-time.ts'
import type { Served } from '../served/served.ts'
import type { Endpoint, Shares } from './ask.ts'

/** What is asked, and how fast. */
export interface Load {
  readonly address: string
  readonly key: string
  readonly asksFile: string
  readonly shares: Shares
  /** Requests a second. */
  readonly rate: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
  /** The first of what there is to ask: another load goes on where one ended. */
  readonly from: number
  /** How long answers to what was due in time are waited for at the end, seconds. Later ones are none. */
  readonly lastAnswerSeconds: number
  /** Whether it ends early when the service is seconds behind: then no more can be learned of a rate. */
  readonly givesUp: boolean
}

export interface LoadResult {
  /** Requests whose time counts: answered, and due after the warm-up. */
  readonly measured: number
  /** Answers of 400 and more, broken connections and what was never answered, of the warm-up too. */
  readonly failed: number
  /** By status and code, or by what broke. */
  readonly failures: Readonly<Record<string, number>>
  /** It was seconds behind and ended early. */
  readonly isGivenUp: boolean
  /** Milliseconds from when a request was due; null when it was given up. */
  readonly p50: number | null
  readonly p99: number | null
  readonly most: number | null
  readonly p99ByEndpoint: Readonly<Partial<Record<Endpoint, number>>>
  /** How late requests were sent, milliseconds: more than a few, and the figures are about who asks. It is in the others. */
  readonly askedLateP99: number
}

/** ... and what the machine was like. */
export interface MeasuredLoad extends LoadResult {
  /** Percent of the processors' time that the host gave to others; null where the system does not tell. */
  readonly stolen: number | null
}

/** As many as the bars are set for. */
const CONNECTIONS = 32
const LAST_ANSWER_SECONDS = 10
const FILE = 'bench/http/requests/ask-at-rate-once.ts'

/** Asks a service at a steady rate, from a process of its own. */
export async function askAtRate(
  served: Pick<Served, 'address' | 'key' | 'asksFile'>,
  load: Pick<Load, 'shares' | 'rate' | 'seconds' | 'warmUpSeconds'> &
    Partial<Pick<Load, 'from' | 'givesUp' | 'lastAnswerSeconds'>>,
): Promise<MeasuredLoad> {
  const { address, key, asksFile } = served
  const stolen = stolenTime()
  const unless = { connections: CONNECTIONS, from: 0, givesUp: true, lastAnswerSeconds: LAST_ANSWER_SECONDS }
  const given: Load = { address, key, asksFile, ...unless, ...load }
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

/** What failed, for people. */
export function failuresOf({ failures }: Pick<LoadResult, 'failures'>): string {
  const each = Object.entries(failures).map(([why, count]) => `${count} x ${why}`)
  return each.length === 0 ? '' : ` (failed: ${each.join(', ')})`
}

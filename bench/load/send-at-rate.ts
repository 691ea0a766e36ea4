import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { childTask, startTask, type TaskResult } from '../harness/child-task.ts'
import { quantile, spread, sum } from '../harness/statistics.ts'
import { stolenTime } from '../harness/stolen-time.ts'
import type { BenchRequest, BenchRequests, Endpoint, Shares } from './bench-request.ts'

/** A service, and the file of its requests. */
type Target = Readonly<Record<'address' | 'key' | 'asksFile', string>>

/** A load: the shares of requests, and their rate. */
export interface Load {
  readonly shares: Shares
  /** Requests a second. */
  readonly rate: number
  readonly seconds: number
  readonly warmUpSeconds: number
  /** Index of the first request, so that one load can continue after another. */
  readonly from?: number
  /** Seconds to wait at the end for responses. Responses after that count as failed. */
  readonly lastAnswerSeconds?: number
  /** Whether to end early if the service is several seconds behind, since it then cannot hold the rate. */
  readonly endsEarly?: boolean
}

/** The result of a load, and the percentage of CPU time that the host gave to others, if the system reports it. */
export type MeasuredLoad = TaskResult<typeof loadTask> & { readonly stolen: number | null }

/** The number of connections for which the bars are set. */
const CONNECTIONS = 32
const DEFAULTS = { from: 0, endsEarly: true, lastAnswerSeconds: 10 }
const TIMEOUT_MS = 60_000
/** Requests that are due are sent at the next tick. */
const TICK_MS = 1
/**
 * If the service is this far behind, it will not catch up. The rate is then not held, and further requests would only
 * use memory.
 */
const MAX_BEHIND_SECONDS = 3

/** Sends requests to a service at a steady rate, from a separate process. */
export async function sendAtRate({ address, key, asksFile }: Target, load: Load): Promise<MeasuredLoad> {
  const stolen = stolenTime()
  const result = await startTask(loadTask, { address, key, asksFile }, { ...DEFAULTS, ...load })
  return { ...result, stolen: stolen() }
}

/** Formats the failures for people. */
export function failuresOf({ failures }: Pick<MeasuredLoad, 'failures'>): string {
  const each = Object.entries(failures).map(([why, count]) => `${count} x ${why}`)
  return each.length === 0 ? '' : ` (failed: ${each.join(', ')})`
}

/**
 * Open loop: the n-th request is due n / rate after the start. Its latency counts from that time and includes the wait
 * for a free connection. Slow responses therefore do not reduce the measured load.
 */
const loadTask = childTask(import.meta, 'load', async ({ address, key, asksFile }: Target, load: Required<Load>) => {
  const { rate, shares, from, endsEarly, lastAnswerSeconds } = load
  const asks = JSON.parse(readFileSync(asksFile, 'utf8')) as BenchRequests
  const sender = new Sender(address, key)
  const order = endpointSlots(shares)
  const asked = new Map<Endpoint, number>()
  const lateness: number[] = []
  const warmUp = Math.round(rate * load.warmUpSeconds)
  const total = warmUp + Math.round(rate * load.seconds)
  const began = performance.now()
  let sent = 0
  let isGivenUp = false
  while (sent < total && !isGivenUp) {
    const now = performance.now()
    for (let due = began + (sent * 1_000) / rate; due <= now && sent < total; due = began + (sent * 1_000) / rate) {
      const endpoint = order[sent % order.length] as Endpoint
      const turn = asked.get(endpoint) ?? from
      asked.set(endpoint, turn + 1)
      lateness.push(now - due)
      const requests = asks[endpoint] ?? []
      sender.send(requests[turn % requests.length] as BenchRequest, due, sent >= warmUp)
      sent++
    }
    isGivenUp = endsEarly && sent - sender.answered > rate * MAX_BEHIND_SECONDS
    await setTimeout(TICK_MS)
  }
  const last = performance.now()
  while (sender.answered < sent && performance.now() - last < lastAnswerSeconds * 1_000 && !isGivenUp)
    await setTimeout(TICK_MS)
  const failures = await sender.close(isGivenUp ? 0 : sent - sender.answered)
  const { p50, p99 } = spread(sender.times)
  return {
    /** Requests whose latency counts: answered, and due after the warm-up. */
    measured: sender.times.length,
    /** Responses with status 400 or above, broken connections and unanswered requests, including the warm-up. */
    failed: sum(Object.values(failures)),
    failures,
    /** Whether the load ended early because the service was several seconds behind. It then has no latencies. */
    endedEarly: isGivenUp,
    p50: isGivenUp ? null : p50,
    p99: isGivenUp ? null : p99,
    /** The client's own delay before sending. If it exceeds a few milliseconds, the client limits the figures. */
    sendDelayP99: quantile(lateness, 0.99),
  }
})

/** Sends requests over a number of connections, and counts the responses. */
class Sender {
  readonly times: number[] = []
  answered = 0
  readonly #pool: Pool
  readonly #authorization: string
  /** Counts by status and code, or by connection error. */
  readonly #failures: Record<string, number> = {}
  #isOver = false

  constructor(address: string, key: string) {
    const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }
    this.#pool = new Pool(address, { connections: CONNECTIONS, pipelining: 1, ...timeouts })
    this.#authorization = `Bearer ${key}`
  }

  send({ method, path, body }: BenchRequest, due: number, isMeasured: boolean): void {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { authorization: this.#authorization, ...type }
    let status = 0
    let code = ''
    this.#pool.dispatch(
      { method, path, headers, ...(body === undefined ? {} : { body }) },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, found) => {
          status = found
        },
        onResponseData: (_, chunk) => {
          if (status >= 400) code ||= /"code":"(\w+)"/.exec(String(chunk))?.[1] ?? ''
        },
        onResponseEnd: () => {
          this.answered++
          // Failures during the warm-up also count.
          if (status >= 400) this.#fail(`${status} ${code}`)
          if (isMeasured) this.times.push(performance.now() - due)
        },
        onResponseError: (_, error) => {
          this.answered++
          // At the end, requests still in flight are aborted. These are no failures here.
          if (!this.#isOver) this.#fail((error as NodeJS.ErrnoException).code ?? error.message)
        },
      },
    )
  }

  /** Ends all connections. @returns The failures, including the unanswered requests. */
  async close(unanswered: number): Promise<Readonly<Record<string, number>>> {
    this.#isOver = true
    await this.#pool.destroy()
    return { ...this.#failures, ...(unanswered > 0 ? { 'no answer': unanswered } : {}) }
  }

  #fail(why: string): void {
    this.#failures[why] = (this.#failures[why] ?? 0) + 1
  }
}

/** Returns a hundred slots. Each endpoint gets its share of them, evenly spread. */
function endpointSlots(shares: Shares): Endpoint[] {
  return Object.entries(shares)
    .flatMap(([endpoint, share]) =>
      Array.from({ length: share }, (_, at) => ({ endpoint: endpoint as Endpoint, at: (at + 0.5) / share })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ endpoint }) => endpoint)
}

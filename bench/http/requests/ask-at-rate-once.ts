/**
 * `ask-at-rate-once.ts LOAD`: sends requests to a service at a steady rate, without waiting for earlier answers, and
 * prints the latencies. It runs in a separate process, so that the service does not slow down the client.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { quantile } from '../../harness/quantile.ts'
import type { BenchRequest, BenchRequests, Endpoint, Shares } from './bench-request.ts'
import type { Load, LoadResult } from './send-at-rate.ts'

/** Requests that are due are sent at the next tick. */
const TICK_MS = 1
/**
 * If the service is this far behind, it will not catch up. The rate is then not held, and further requests would only
 * use memory.
 */
const MAX_BEHIND_SECONDS = 3
const MS = 1_000

const load = JSON.parse(process.argv[2] ?? '') as Load
const asks = JSON.parse(readFileSync(load.requestsFile, 'utf8')) as BenchRequests
console.log(JSON.stringify(await sendAtRate(load, asks)))

/**
 * Open loop: the n-th request is due n / rate after the start. Its latency counts from that time and includes the wait
 * for a free connection. Slow responses therefore do not reduce the measured load.
 */
async function sendAtRate(given: Load, all: BenchRequests): Promise<LoadResult> {
  const { address, key, rate, shares, seconds, warmUpSeconds, connections } = given
  const pool = new Pool(address, { connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })
  const order = endpointSlots(shares)
  const asked = new Map<Endpoint, number>()
  const times = new Map<Endpoint, number[]>()
  const failures: Record<string, number> = {}
  const lateness: number[] = []
  const warmUp = Math.round(rate * warmUpSeconds)
  const total = warmUp + Math.round(rate * seconds)
  let [sent, answered, measured] = [0, 0, 0]
  let [isGivenUp, isOver] = [false, false]
  const began = performance.now()

  const fail = (why: string): void => {
    failures[why] = (failures[why] ?? 0) + 1
  }
  const send = (endpoint: Endpoint, ask: BenchRequest, due: number, isMeasured: boolean): void => {
    let status = 0
    let code = ''
    pool.dispatch(
      {
        method: ask.method,
        path: ask.path,
        headers: {
          authorization: `Bearer ${key}`,
          ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(ask.body === undefined ? {} : { body: ask.body }),
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, found) => {
          status = found
        },
        onResponseData: (_, chunk) => {
          if (status >= 400) code ||= /"code":"(\w+)"/.exec(String(chunk))?.[1] ?? ''
        },
        onResponseEnd: () => {
          answered++
          // Failures during the warm-up also count.
          if (status >= 400) fail(`${status} ${code}`)
          if (!isMeasured) return
          measured++
          const known = times.get(endpoint)
          const took = performance.now() - due
          if (known === undefined) times.set(endpoint, [took])
          else known.push(took)
        },
        onResponseError: (_, error) => {
          answered++
          // At the end, requests still in flight are aborted. These are no failures here.
          if (!isOver) fail((error as NodeJS.ErrnoException).code ?? error.message)
        },
      },
    )
  }

  while (sent < total && !isGivenUp) {
    const now = performance.now()
    for (let due = began + (sent * 1_000) / rate; due <= now && sent < total; due = began + (sent * 1_000) / rate) {
      const endpoint = order[sent % order.length] as Endpoint
      const turn = asked.get(endpoint) ?? given.from
      asked.set(endpoint, turn + 1)
      lateness.push(now - due)
      send(endpoint, all[endpoint][turn % all[endpoint].length] as BenchRequest, due, sent >= warmUp)
      sent++
    }
    isGivenUp = load.endsEarly && sent - answered > rate * MAX_BEHIND_SECONDS
    await setTimeout(TICK_MS)
  }
  const last = performance.now()
  while (answered < sent && performance.now() - last < load.lastAnswerSeconds * MS && !isGivenUp)
    await setTimeout(TICK_MS)
  const unanswered = isGivenUp ? 0 : sent - answered
  isOver = true
  await pool.destroy()
  if (unanswered > 0) failures['no answer'] = unanswered

  const everything = [...times.values()].flat()
  return {
    measured,
    failed: Object.values(failures).reduce((sum, count) => sum + count, 0),
    failures,
    endedEarly: isGivenUp,
    p50: isGivenUp ? null : quantile(everything, 0.5),
    p99: isGivenUp ? null : quantile(everything, 0.99),
    max: isGivenUp ? null : quantile(everything, 1),
    p99ByEndpoint: Object.fromEntries([...times].map(([endpoint, each]) => [endpoint, quantile(each, 0.99)])),
    sendDelayP99: quantile(lateness, 0.99),
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

import { type Part, type PartContext, part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import type { Shares } from '../load/bench-request.ts'
import { failuresOf, sendAtRate } from '../load/send-at-rate.ts'
import { type Served, withServed } from '../load/served.ts'
import { inMemory, measuredSeconds } from './served/served-registry.ts'

const PROCESSOR_TIME = 'process_cpu_seconds_total'

/** A load with the names of its rows. */
export interface NamedLoad {
  /** Part of the row ids. */
  readonly id: string
  readonly what: string
  readonly shares: Shares
  /** Requests a second. */
  readonly rate: number
  /** The bar in milliseconds. */
  readonly p99: number
}

/** A part that sends loads to a service with an in-memory index, one after another. */
export function loadsPart(name: string, loads: readonly NamedLoad[]): Part {
  return part(name, async (context) => {
    const place = await inMemory(context)
    const rows: Figure[] = []
    await withServed(place, async (served) => {
      for (const load of loads) rows.push(...below(load.id, await loadFigures(served, load, context)))
    })
    return { n: place.records, rows: below(name, rows) }
  })
}

/** Runs a load, and returns its latencies, failures, and CPU cost of a request. */
async function loadFigures(
  served: Served,
  { what, shares, rate, p99 }: NamedLoad,
  context: PartContext,
): Promise<Figure[]> {
  const before = (await served.metrics())(PROCESSOR_TIME)
  const { seconds, warmUpSeconds } = measuredSeconds(context)
  const load = await sendAtRate(served, { shares, rate, seconds, warmUpSeconds })
  const spent = (await served.metrics())(PROCESSOR_TIME) - before
  const requests = Math.round(rate * warmUpSeconds) + Math.round(rate * seconds)
  const times = load.p99 === null ? 'fell behind' : `p50 ${load.p50?.toFixed(1)} ms, p99 ${load.p99.toFixed(1)} ms`
  context.say(`${what}: ${times}${failuresOf(load)}`)
  // A load that ended early has not sent all requests.
  const cpu = load.endedEarly ? null : (spent * 1_000) / requests
  return [
    ['p99', `${what}, p99`, load.p99, 'ms', `<= ${p99}`],
    ['failed', `... failed${failuresOf(load)}`, load.failed, 'count', '= 0'],
    ['p50', '... p50', load.p50, 'ms'],
    ['cpu', '... CPU time of the service a request', cpu, 'ms'],
    ['late', '... sent late, p99', load.sendDelayP99, 'ms'],
    ['stolen', '... processor time that the host took', load.stolen, '%'],
  ]
}

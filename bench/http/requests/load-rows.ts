import type { PartContext } from '../../harness/part.ts'
import { barRow, plainRow, type Row } from '../../harness/row.ts'
import type { Served } from '../served/served.ts'
import { measuredSeconds } from '../served/served-place.ts'
import type { Shares } from './ask.ts'
import { askAtRate, failuresOf } from './ask-at-rate.ts'

const PROCESSOR_TIME = 'process_cpu_seconds_total'

/** A load, and what its rows are called. */
export interface NamedLoad {
  /** In the ids of its rows. */
  readonly id: string
  readonly what: string
  readonly shares: Shares
  /** Requests a second. */
  readonly rate: number
  /** The bar, milliseconds. */
  readonly p99: number
}

/** Asks a service and says how fast it answered, how many requests failed, and what a request cost it. */
export async function loadRows(
  served: Served,
  { id, what, shares, rate, p99 }: NamedLoad,
  context: PartContext,
): Promise<Row[]> {
  const before = (await served.metrics())(PROCESSOR_TIME)
  const { seconds, warmUpSeconds } = measuredSeconds(context)
  const load = await askAtRate(served, { shares, rate, seconds, warmUpSeconds })
  const spent = (await served.metrics())(PROCESSOR_TIME) - before
  const requests = Math.round(rate * warmUpSeconds) + Math.round(rate * seconds)
  const times = load.p99 === null ? 'fell behind' : `p50 ${load.p50?.toFixed(1)} ms, p99 ${load.p99.toFixed(1)} ms`
  context.say(`${what}: ${times}${failuresOf(load)}`)
  return [
    barRow(`${id}.p99`, `${what}, p99`, load.p99, 'ms', ['<=', p99]),
    barRow(`${id}.failed`, `... failed${failuresOf(load)}`, load.failed, 'count', ['=', 0]),
    plainRow(`${id}.p50`, '... p50', load.p50, 'ms'),
    // A load that was given up has not sent all.
    plainRow(
      `${id}.cpu`,
      '... CPU time of the service a request',
      load.isGivenUp ? null : (spent * 1_000) / requests,
      'ms',
    ),
    plainRow(`${id}.late`, '... sent late, p99', load.askedLateP99, 'ms'),
    plainRow(`${id}.stolen`, '... processor time that the host took', load.stolen, '%'),
  ]
}

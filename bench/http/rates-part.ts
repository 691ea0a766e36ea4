import { type Part, type PartContext, part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import type { Endpoint } from '../load/bench-request.ts'
import { failuresOf, type MeasuredLoad, sendAtRate } from '../load/send-at-rate.ts'
import { type Served, withServed } from '../load/served.ts'
import { type FilledRegistry, inMemory, inPostgres, measuredSeconds } from './served/served-registry.ts'

const P99_MS = 100
/** A rate counts as held if it holds for a minute. Trials during the search take a sixth of that time. */
const TRIAL = 1 / 6
/** The search ends when neighbouring trial rates have this ratio. */
const STEP = 1.05
/**
 * Ratio of the steps down, after a rate has held in a trial but not for the whole time. The result is within this ratio
 * of the highest rate.
 */
const STEP_DOWN = 1.15
/** The first rate, as a fraction of the bar. */
const FIRST = 1 / 4
/** The lowest rate, as a fraction of the first. */
const LOWEST = 1 / 8

/** Finds the highest rates of a durable registry with an in-memory index. */
export const ratesPart = ratesPartOf('rates', inMemory, { product: 3_000, search: 1_000, match: 700 })

/** Finds the highest rates of a registry in PostgreSQL, without a replica. */
export const ratesPostgresPart = ratesPartOf('rates-postgres', inPostgres, { product: 1_200, search: 250, match: 150 })

/**
 * Finds the highest rates with an in-memory replica of PostgreSQL. They may be at most a quarter lower than those of
 * the in-memory index.
 */
export const ratesReplicaPart = ratesPartOf(
  'rates-replica',
  inPostgres,
  { product: 2_250, search: 750, match: 525 },
  { UTPID_REPLICA: 'true' },
)

function ratesPartOf(
  name: string,
  fill: (context: PartContext) => Promise<FilledRegistry>,
  bars: Partial<Record<Endpoint, number>>,
  env: Record<string, string> = {},
): Part {
  return part(name, async (context) => {
    const place = await fill(context)
    const rows: Figure[] = []
    const measureAll = async (served: Served): Promise<void> => {
      for (const [endpoint, bar] of Object.entries(bars) as [Endpoint, number][]) {
        const held = await highestRate(context, served, endpoint, bar)
        rows.push(
          [endpoint, `${endpoint}: most a second, p99 <= ${P99_MS} ms`, held?.rate ?? null, '1/s', `>= ${bar}`],
          [`${endpoint}.p50`, '... p50 then', held?.load.p50 ?? null, 'ms'],
          [`${endpoint}.p99`, '... p99', held?.load.p99 ?? null, 'ms'],
          [`${endpoint}.late`, '... sent late, p99', held?.load.sendDelayP99 ?? null, 'ms'],
          [`${endpoint}.stolen`, '... processor time that the host took', held?.load.stolen ?? null, '%'],
        )
      }
    }
    await withServed(place, measureAll, env)
    return { n: place.records, rows: below(name, rows) }
  })
}

interface HeldRate {
  readonly rate: number
  readonly load: MeasuredLoad
}

/**
 * Doubles the rate until it fails, then bisects. The result must hold for the whole time; otherwise the next lower rate
 * is tried.
 */
async function highestRate(
  context: PartContext,
  served: Served,
  endpoint: Endpoint,
  bar: number,
): Promise<HeldRate | undefined> {
  const { seconds, warmUpSeconds } = measuredSeconds(context)
  let from = 0
  const tried = async (rate: number, part: number): Promise<HeldRate | undefined> => {
    const times = { seconds: seconds * part, warmUpSeconds: warmUpSeconds * part }
    const load = await sendAtRate(served, { shares: { [endpoint]: 100 }, rate, from, ...times })
    // Use new queries each time, since repeated ones would be cached.
    from += Math.round(rate * (times.seconds + times.warmUpSeconds))
    const isHeld = load.failed === 0 && load.p99 !== null && load.p99 <= P99_MS
    const p99 = load.p99 === null ? 'fell behind' : `p99 ${Math.round(load.p99)} ms`
    context.say(`http: ${endpoint} at ${rate}/s ${isHeld ? 'held' : 'not held'}: ${p99}${failuresOf(load)}`)
    return isHeld ? { rate, load } : undefined
  }
  await tried(Math.round(bar * FIRST), 1)
  const first = Math.round(bar * FIRST)
  let held = 0
  let notHeld = first
  while ((await tried(notHeld, TRIAL)) !== undefined) {
    held = notHeld
    notHeld *= 2
  }
  while (held === 0 && notHeld > first * LOWEST) {
    const half = Math.round(notHeld / 2)
    if ((await tried(half, TRIAL)) === undefined) notHeld = half
    else held = half
  }
  while (held > 0 && notHeld / held > STEP) {
    const between = Math.round((held + notHeld) / 2)
    if ((await tried(between, TRIAL)) === undefined) notHeld = between
    else held = between
  }
  for (let rate = held; rate > first * LOWEST; rate = Math.floor(rate / STEP_DOWN)) {
    const found = await tried(rate, 1)
    if (found !== undefined) return found
  }
  return undefined
}

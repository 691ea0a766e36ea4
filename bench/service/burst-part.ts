import { setTimeout as pause } from 'node:timers/promises'
import { runUtpid } from '../harness/child-task.ts'
import { type PartContext, part, wholeNumber } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { secondsSince } from '../harness/statistics.ts'
import { withFolder } from '../harness/with-folder.ts'
import { createKey } from '../http/served/served-registry.ts'
import { Served } from '../load/served.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'

const SECONDS = 20
/**
 * Limits of accounts: one limit above the number of processes and one below. Both are so low that even a busy machine
 * exceeds them.
 */
const LIMITS = [24, 3]
const PROCESSES = [2, 5]
const SCHEMA = 'utpid_bench_burst'
/**
 * Concurrent callers of each process. Each caller sends its next request after the response, so that the load exceeds
 * any limit.
 */
const CALLERS = 4
const PAUSE_MS = 5
const IDLE_MS = 2_000

/**
 * Overloads processes on one database, without Redis, and counts their responses together. Then repeats it while one
 * process stops, one is killed and two start.
 *
 * Option: `--seconds N`, the duration of each measurement.
 */
export const burstPart = part('burst', (context) =>
  ENVIRONMENT.withSchemas(context, [SCHEMA], (address) =>
    withFolder(async (logs) => {
      const url = new URL(address)
      url.searchParams.set('schema', SCHEMA)
      const processes: Served[] = []
      try {
        return { rows: below('service.burst', await measured(url.href, logs, processes, context)) }
      } finally {
        for (const served of processes) await served.terminate()
      }
    }),
  ),
)

/** @param processes - The running processes; the caller ends them. */
async function measured(place: string, logs: string, processes: Served[], context: PartContext): Promise<Figure[]> {
  const seconds = wholeNumber(context, 'seconds', SECONDS)
  const rows: Figure[] = []
  let operator: string | undefined
  const begin = async (): Promise<void> => {
    const served = await Served.start({ place, logs, ...(operator === undefined ? {} : { key: operator }) })
    operator ??= served.key
    processes.push(served)
  }
  await begin()
  const keys = new Map(LIMITS.map((limit) => [limit, keyOf(place, limit)]))
  for (const count of PROCESSES) {
    while (processes.length < count) await begin()
    for (const [limit, key] of keys) {
      context.say(`service: ${count} processes at ${limit} requests a second, for ${seconds} s`)
      await pause(IDLE_MS)
      const asked = await askAll(processes, key, seconds)
      rows.push(...figuresOf(`${count}.${limit}`, `${count} processes, no Redis`, limit, asked))
    }
  }
  for (const [limit, key] of keys) {
    context.say(`service: ${limit} requests a second while processes start and stop, for ${seconds} s`)
    await pause(IDLE_MS)
    const [asked] = await Promise.all([askAll(processes, key, seconds), changed(processes, begin, seconds)])
    const what = `${Math.max(...PROCESSES)} processes of which one ends and one is killed while two begin`
    rows.push(...figuresOf(`changing.${limit}`, what, limit, asked))
  }
  return rows
}

/** Creates an API key of an account with this limit. */
function keyOf(place: string, limit: number): string {
  const plan = `burst-${limit}`
  runUtpid(['plans', 'set', plan, '--burst', String(limit), '--data', place])
  return createKey(plan, plan, place)
}

/** Within this many seconds, stops one process, kills one and starts two others. */
async function changed(processes: Served[], begin: () => Promise<void>, seconds: number): Promise<void> {
  const step = (seconds * 1_000) / 5
  await pause(step)
  await processes.shift()?.terminate()
  await pause(step)
  await begin()
  await pause(step)
  processes.shift()?.kill()
  await begin()
}

interface Asked {
  readonly answered: number
  readonly refused: number
  /** Statuses other than 200 and 429, with their counts. */
  readonly others: ReadonlyMap<number, number>
  /** Time from before the first request until after the last response. */
  readonly seconds: number
}

async function askAll(processes: readonly Served[], key: string, seconds: number): Promise<Asked> {
  const statuses = new Map<number, number>()
  const began = performance.now()
  const ask = async (caller: number): Promise<void> => {
    while (secondsSince(began) < seconds) {
      // A process that stops or dies may leave a request unanswered. Such a request does not count.
      const status = await statusOf(processes[caller % processes.length], key)
      if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await pause(PAUSE_MS)
    }
  }
  const callers = Math.max(...PROCESSES) * CALLERS
  await Promise.all(Array.from({ length: callers }, (_, caller) => ask(caller)))
  const others = new Map([...statuses].filter(([status]) => status !== 200 && status !== 429))
  return {
    answered: statuses.get(200) ?? 0,
    refused: statuses.get(429) ?? 0,
    others,
    seconds: secondsSince(began),
  }
}

async function statusOf(served: Served | undefined, key: string): Promise<number | undefined> {
  try {
    const response = await served?.fetch('/registry/stats', { key })
    await response?.arrayBuffer()
    return response?.status
  } catch {
    return undefined
  }
}

function figuresOf(id: string, what: string, limit: number, asked: Asked): Figure[] {
  const { answered, refused, others, seconds } = asked
  const most = Math.floor(limit * (1 + seconds))
  const told = [...others].map(([status, count]) => `, ${count} x ${status}`).join('')
  return [
    [id, `${what}: answered in ${seconds.toFixed(1)} s at ${limit} a second`, answered, 'count', `<= ${most}`],
    [`${id}.used`, `... of what the limit allows (${refused} refused${told})`, answered / most, 'fraction'],
  ]
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Part, PartContext } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { runUtpid } from '../harness/run-child.ts'
import { Served } from '../http/served/served.ts'
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
export const burstPart: Part = {
  name: 'burst',
  needsData: false,
  run: (context) => ENVIRONMENT.withSchemas(context, [SCHEMA], (address) => measured(address, context)),
}

async function measured(address: string, { options, say }: PartContext): Promise<{ n: number; rows: Row[] }> {
  const seconds = Number(options.seconds ?? SECONDS)
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new Error(`--seconds is ${options.seconds}; give a whole number of 1 or more.`)
  const url = new URL(address)
  url.searchParams.set('schema', SCHEMA)
  const place = url.href
  const logs = mkdtempSync(join(tmpdir(), 'utpid-burst-'))
  const rows: Row[] = []
  let processes: Served[] = []
  let operator: string | undefined
  const begin = async (): Promise<Served> => {
    const served = await Served.start({
      place,
      asksFile: '',
      logs,
      ...(operator === undefined ? {} : { key: operator }),
    })
    operator ??= served.key
    return served
  }
  try {
    processes = [await begin()]
    const keys = new Map(LIMITS.map((limit) => [limit, keyOf(place, limit)]))
    for (const count of PROCESSES) {
      while (processes.length < count) processes.push(await begin())
      for (const [limit, key] of keys) {
        say(`service: ${count} processes at ${limit} requests a second, for ${seconds} s`)
        await pause(IDLE_MS)
        const asked = await askAll(() => processes, key, seconds)
        rows.push(...rowsOf(`service.burst.${count}.${limit}`, `${count} processes, no Redis`, limit, asked))
      }
    }
    for (const [limit, key] of keys) {
      say(`service: ${limit} requests a second while processes start and stop, for ${seconds} s`)
      await pause(IDLE_MS)
      const changing = changed(processes, begin, seconds)
      const asked = await askAll(() => processes, key, seconds)
      await changing
      const what = `${Math.max(...PROCESSES)} processes of which one ends and one is killed while two begin`
      rows.push(...rowsOf(`service.burst.changing.${limit}`, what, limit, asked))
    }
    return { n: 0, rows }
  } finally {
    for (const served of processes) await served.terminate()
    rmSync(logs, { recursive: true, force: true })
  }
}

/** Creates an API key of an account with this limit. */
function keyOf(place: string, limit: number): string {
  const plan = `burst-${limit}`
  runUtpid(['plans', 'set', plan, '--burst', String(limit), '--data', place])
  const account = runUtpid(['accounts', 'create', plan, '--plan', plan, '--data', place]) as { id: string }
  return (runUtpid(['keys', 'create', plan, '--account', account.id, '--data', place]) as { text: string }).text
}

/** Within this many seconds, stops one process, kills one and starts two others. */
async function changed(processes: Served[], begin: () => Promise<Served>, seconds: number): Promise<void> {
  const step = (seconds * 1_000) / 5
  await pause(step)
  const ended = processes.shift()
  await ended?.terminate()
  await pause(step)
  processes.push(await begin())
  await pause(step)
  processes.shift()?.kill()
  processes.push(await begin())
}

interface Asked {
  readonly answered: number
  readonly refused: number
  /** Statuses other than 200 and 429, with their counts. */
  readonly others: ReadonlyMap<number, number>
  /** Time from before the first request until after the last response. */
  readonly seconds: number
}

async function askAll(processes: () => readonly Served[], key: string, seconds: number): Promise<Asked> {
  const statuses = new Map<number, number>()
  const began = performance.now()
  const isOver = (): boolean => performance.now() - began >= seconds * 1_000
  const ask = async (at: number): Promise<void> => {
    while (!isOver()) {
      const all = processes()
      // A process that stops or dies may leave a request unanswered. Such a request does not count.
      const status = await statusOf(all[at % all.length], key)
      if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await pause(PAUSE_MS)
    }
  }
  const callers = Math.max(...PROCESSES) * CALLERS
  await Promise.all(Array.from({ length: callers }, (_, at) => ask(at)))
  const taken = (performance.now() - began) / 1_000
  const others = new Map([...statuses].filter(([status]) => status !== 200 && status !== 429))
  return { answered: statuses.get(200) ?? 0, refused: statuses.get(429) ?? 0, others, seconds: taken }
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

function rowsOf(id: string, what: string, limit: number, { answered, refused, others, seconds }: Asked): Row[] {
  const most = Math.floor(limit * (1 + seconds))
  const told = [...others].map(([status, count]) => `, ${count} x ${status}`).join('')
  return [
    barRow(id, `${what}: answered in ${seconds.toFixed(1)} s at ${limit} a second`, answered, 'count', ['<=', most]),
    plainRow(`${id}.used`, `... of what the limit allows (${refused} refused${told})`, answered / most, 'fraction'),
  ]
}

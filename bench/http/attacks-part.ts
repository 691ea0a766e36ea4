import { setTimeout } from 'node:timers/promises'
import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { sum } from '../harness/statistics.ts'
import { MIX } from '../load/bench-request.ts'
import { failuresOf, type MeasuredLoad, sendAtRate } from '../load/send-at-rate.ts'
import { type Memory, type Served, withServed } from '../load/served.ts'
import { type Attack, attacksOf } from './attacks.ts'
import { rawStatus } from './requests/raw-status.ts'
import { inMemory, measuredSeconds } from './served/served-registry.ts'

/** Valid requests a second during an attack. */
const RATE = 200
/** Share of the total time for each attack. Slow attacks take as long as they need. */
const TIME = 1 / 3
const LOOK_MS = 500
const NOTHING: Memory = { own: 0, resident: 0 }

/** The largest memory during a load, and the memory after a garbage collection. */
interface LoadMemory {
  readonly load: MeasuredLoad
  readonly most: Memory
  readonly held: Memory
}

/** Sends valid requests during attacks that try to prevent responses. */
export const attacksPart = part('attacks', async (context) => {
  const place = await inMemory(context)
  const { seconds, warmUpSeconds } = measuredSeconds(context)
  const good = { shares: MIX, rate: RATE }
  const rows: Figure[] = []
  await withServed(place, async (served) => {
    context.say('http: memory and responses without attacks')
    await sendAtRate(served, { ...good, seconds, warmUpSeconds })
    const calm = await measure(served, sendAtRate(served, { ...good, seconds, warmUpSeconds }))
    rows.push(
      ['calm.p99', `good requests at ${RATE}/s without attacks, p99`, calm.load.p99, 'ms'],
      ['calm.memory', '... memory, the most', calm.most.own, 'MB'],
      ['calm.held', '... memory without garbage', calm.held.own, 'MB'],
      ['calm.resident', '... with what is mapped from files', calm.most.resident, 'MB'],
    )
    let [most, held] = [NOTHING, NOTHING]
    for (const attack of attacksOf(served.key)) {
      context.say(`http: ${attack.what}`)
      const measuring = measure(served, sendAtRate(served, { ...good, seconds: seconds * TIME, warmUpSeconds: 0 }))
      const [attacked, statuses] = await Promise.all([measuring, attackUntil(served.address, attack, measuring)])
      most = larger(most, attacked.most)
      held = larger(held, attacked.held)
      rows.push(...below(attack.id, attackFigures(attack, attacked, calm, statuses)))
    }
    rows.push(
      ['held', 'memory above that without attacks, the most, without garbage', held.own - calm.held.own, 'MB', '<= 50'],
      ['memory', '... with garbage', most.own - calm.most.own, 'MB'],
      ['resident', '... with what is mapped from files', most.resident - calm.most.resident, 'MB'],
    )
  })
  return { n: place.records, rows: below('attacks', rows) }
})

function attackFigures(
  { what, statuses: allowed }: Attack,
  { load, held, most }: LoadMemory,
  calm: LoadMemory,
  statuses: ReadonlyMap<number, number>,
): Figure[] {
  const others = [...statuses].filter(([status]) => !allowed.includes(status))
  const told = others.map(([status, count]) => `${count} x ${status}`).join(', ')
  const otherwise = `... attacks answered otherwise than documented${told && ` (${told})`}`
  const heldAbove = held.own - calm.held.own
  return [
    ['p99', `${what}: good requests, p99`, load.p99, 'ms', '<= 100'],
    ['failed', `... failed${failuresOf(load)}`, load.failed, 'count', '= 0'],
    ['answers', otherwise, sum(others.map(([, count]) => count)), 'count', '= 0'],
    ['count', '... all answers', sum([...statuses.values()]), 'count'],
    ['held', '... memory above that without attacks, without garbage', heldAbove, 'MB'],
    ['memory', '... with garbage', most.own - calm.most.own, 'MB'],
  ]
}

/** Repeats an attack until the promise settles. @returns The number of responses for each status. */
async function attackUntil(address: string, attack: Attack, end: Promise<unknown>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let [isOver, turn] = [false, 0]
  const over = (): void => {
    isOver = true
  }
  end.then(over, over)
  await Promise.all(
    Array.from({ length: attack.concurrency }, async () => {
      while (!isOver) {
        const status = await rawStatus(address, attack.make(turn++))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await setTimeout(attack.pauseMs)
      }
    }),
  )
  return statuses
}

/**
 * Looks at the memory of a service during a load. Garbage is collected after the valid requests are measured, since a
 * collection delays them, but still during the attack.
 */
async function measure(served: Served, loading: Promise<MeasuredLoad>): Promise<LoadMemory> {
  let isOver = false
  let most = NOTHING
  const over = (): void => {
    isOver = true
  }
  loading.then(over, over)
  while (!isOver) {
    most = larger(most, await served.memory())
    await setTimeout(LOOK_MS)
  }
  const load = await loading
  return { load, most, held: await served.collectedMemory() }
}

function larger(a: Memory, b: Memory): Memory {
  return { own: Math.max(a.own, b.own), resident: Math.max(a.resident, b.resident) }
}

import { setTimeout } from 'node:timers/promises'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { type Attack, attacksOf } from './attacks.ts'
import { MIX } from './requests/bench-request.ts'
import { rawStatus } from './requests/raw-status.ts'
import { failuresOf, sendAtRate } from './requests/send-at-rate.ts'
import { type Memory, Served } from './served/served.ts'
import { inMemory, measuredSeconds } from './served/served-registry.ts'

/** Valid requests a second during an attack. */
const RATE = 200
const P99_MS = 100
const GROWTH_MB = 50
/** Share of the total time for each attack. Slow attacks take as long as they need. */
const TIME = 1 / 3
const LOOK_MS = 500
const NOTHING: Memory = { own: 0, resident: 0 }

/** Sends valid requests during attacks that try to prevent responses. */
export const attacksPart: Part = {
  name: 'attacks',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const place = await inMemory(context)
    const served = await Served.start(place)
    const attacks = attacksOf(served.key)
    const { seconds, warmUpSeconds } = measuredSeconds(context)
    const good = { shares: MIX, rate: RATE }
    context.say('http: memory and responses without attacks')
    await sendAtRate(served, { ...good, seconds, warmUpSeconds })
    const calm = await mostMemory(served, sendAtRate(served, { ...good, seconds, warmUpSeconds }))
    const calmHeld = await served.collectedMemory()
    const rows: Row[] = [
      plainRow('attacks.calm.p99', `good requests at ${RATE}/s without attacks, p99`, calm.result.p99, 'ms'),
      plainRow('attacks.calm.memory', '... memory, the most', calm.most.own, 'MB'),
      plainRow('attacks.calm.held', '... memory without garbage', calmHeld.own, 'MB'),
      plainRow('attacks.calm.resident', '... with what is mapped from files', calm.most.resident, 'MB'),
    ]
    let [most, mostHeld] = [NOTHING, NOTHING]
    for (const attack of attacks) {
      context.say(`http: ${attack.what}`)
      const times = { seconds: seconds * TIME, warmUpSeconds: 0 }
      const loading = sendAtRate(served, { ...good, ...times })
      // Collect garbage during the attack, but after the valid requests are measured, since a collection delays them.
      const holding = loading.then(() => served.collectedMemory())
      const attacked = Promise.all([loading, holding, attackUntil(served.address, attack, holding)])
      const {
        result: [load, held, statuses],
        most: memory,
      } = await mostMemory(served, attacked)
      most = larger(most, memory)
      mostHeld = larger(mostHeld, held)
      const others = [...statuses].filter(([status]) => !attack.statuses.includes(status))
      const told = others.map(([status, count]) => `${count} x ${status}`).join(', ')
      const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      const wrong = others.reduce((sum, [, count]) => sum + count, 0)
      const id = `attacks.${attack.id}`
      rows.push(
        barRow(`${id}.p99`, `${attack.what}: good requests, p99`, load.p99, 'ms', ['<=', P99_MS]),
        barRow(`${id}.failed`, `... failed${failuresOf(load)}`, load.failed, 'count', ['=', 0]),
        barRow(
          `${id}.answers`,
          `... attacks answered otherwise than documented${told && ` (${told})`}`,
          wrong,
          'count',
          ['=', 0],
        ),
        plainRow(`${id}.count`, '... of so many', total, 'count'),
        plainRow(`${id}.held`, '... memory above that without attacks, without garbage', held.own - calmHeld.own, 'MB'),
        plainRow(`${id}.memory`, '... with garbage', memory.own - calm.most.own, 'MB'),
      )
    }
    const above = 'memory above that without attacks, the most, without garbage'
    const resident = most.resident - calm.most.resident
    rows.push(
      barRow('attacks.held', above, mostHeld.own - calmHeld.own, 'MB', ['<=', GROWTH_MB]),
      plainRow('attacks.memory', '... with garbage', most.own - calm.most.own, 'MB'),
      plainRow('attacks.resident', '... with what is mapped from files', resident, 'MB'),
    )
    await served.terminate()
    return { n: place.records, rows }
  },
}

/** Repeats an attack until the promise settles. @returns The number of responses for each status. */
async function attackUntil(address: string, attack: Attack, end: Promise<unknown>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let [isOver, turn] = [false, 0]
  void end.finally(() => {
    isOver = true
  })
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

/** Returns the maximum memory of a service until the promise settles. */
async function mostMemory<Result>(
  served: Served,
  until: Promise<Result>,
): Promise<{ readonly result: Result; readonly most: Memory }> {
  let isOver = false
  let most = NOTHING
  const over = (): void => {
    isOver = true
  }
  until.then(over, over)
  while (!isOver) {
    most = larger(most, await served.memory())
    await setTimeout(LOOK_MS)
  }
  return { result: await until, most }
}

function larger(a: Memory, b: Memory): Memory {
  return { own: Math.max(a.own, b.own), resident: Math.max(a.resident, b.resident) }
}

import { setTimeout } from 'node:timers/promises'
import { part } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import type { Shares } from '../load/bench-request.ts'
import { failuresOf, sendAtRate } from '../load/send-at-rate.ts'
import { Served } from '../load/served.ts'
import { ReadyProxy } from './served/ready-proxy.ts'
import { inPostgres, measuredSeconds } from './served/served-registry.ts'

const RATE = 500
/** Time from the restart of one instance to the stop of the other, as a share of the whole time. */
const BETWEEN = 1 / 6
/** The cheapest requests, since two instances, PostgreSQL, the client and a starting instance share the machine. */
const SHARES: Shares = { product: 100 }
/** The part measures lost responses, so it waits as long as clients do. The percentile reports late responses. */
const LAST_ANSWER_SECONDS = 60
/** The default setting. */
const ENV = { UTPID_SHUTDOWN_NOTICE_SECONDS: '3' }
/** The part measures how a service stops, which does not depend on the number of records. */
const RECORDS = 60_000

/** Sends SIGTERM to one instance after another and restarts each, while requests go to both through a proxy. */
export const stopPart = part('stop', async (context) => {
  const place = await inPostgres(context, RECORDS)
  const instances = [await Served.start(place, ENV), await Served.start(place, ENV)]
  const proxy = await ReadyProxy.start(instances.map(({ address }) => address))
  const { seconds, warmUpSeconds } = measuredSeconds(context)
  context.say(`http: terminating two instances at ${RATE}/s in turn`)
  let isOver = false
  const loading = sendAtRate(
    { address: proxy.address, key: place.key, asksFile: place.asksFile },
    { shares: SHARES, rate: RATE, seconds, warmUpSeconds, endsEarly: false, lastAnswerSeconds: LAST_ANSWER_SECONDS },
  ).finally(() => {
    isOver = true
  })
  await setTimeout(warmUpSeconds * 1_000)
  let terminated = 0
  const codes = new Set<number | null>()
  for (; !isOver; terminated++) {
    const at = terminated % instances.length
    const before = instances[at] as Served
    codes.add(await before.terminate())
    const after = await Served.start(place, ENV)
    instances[at] = after
    proxy.replace(before.address, after.address)
    // A starting instance uses a core for seconds, which is not measured.
    await setTimeout(seconds * BETWEEN * 1_000)
  }
  const load = await loading
  await proxy.close()
  for (const instance of instances) await instance.terminate()
  const failed = `SIGTERM under ${RATE}/s: requests failed${failuresOf(load)}`
  const rows = below('stop', [
    ['failed', failed, load.failed, 'count', '= 0'],
    ['asked', '... measured requests', load.measured, 'count'],
    ['terminated', '... instances terminated', terminated, 'count'],
    ['exit-codes', '... exit codes other than 0', codes.has(0) ? codes.size - 1 : codes.size, 'count', '= 0'],
    ['p99', '... p99', load.p99, 'ms'],
  ])
  return { n: place.records, rows }
})

import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { part } from '../harness/part.ts'
import { below, count } from '../harness/row.ts'
import { secondsSince } from '../harness/statistics.ts'
import type { BenchRequests } from '../load/bench-request.ts'
import { failuresOf, sendAtRate } from '../load/send-at-rate.ts'
import { delayMs, type Served, withServed } from '../load/served.ts'
import { inMemory, measuredSeconds } from './served/served-registry.ts'

const INPUTS = 10_000
const DONE_SECONDS = 10
/** Requests for products per second during the batch. */
const RATE = 100
const POLL_MS = 200

interface Job {
  readonly id: string
  readonly status: string
}

/** Sends product requests while a batch runs over HTTP. The plan of the account allows exactly this batch size. */
export const batchPart = part('batch', async (context) => {
  const place = await inMemory(context)
  const inputs = batchInputs(place.asksFile)
  const { warmUpSeconds } = measuredSeconds(context)
  const warmUp = { shares: { product: 90, match: 10 }, rate: RATE, seconds: warmUpSeconds, warmUpSeconds: 0 }
  context.say(`http: a batch of ${count(INPUTS)} inputs`)
  const [first, second] = await withServed(place, async (served) => {
    await sendAtRate(served, warmUp)
    const map = (): ReturnType<typeof mapped> => mapped(served, place.businessKey, inputs)
    return [await map(), await map()]
  })
  const { load } = second
  // The first batch of a process is slower; measure the second.
  const rows = below('batch', [
    ['seconds', 'a batch of 10,000, from the request to its end', second.seconds, 's', `<= ${DONE_SECONDS}`],
    ['first-seconds', '... the first one of the process', first.seconds, 's'],
    ['accepted', '... until 202', second.acceptedSeconds * 1_000, 'ms'],
    ['read', '... its results as lines', second.readSeconds, 's'],
    ['results', '... results', second.results, 'count', `= ${INPUTS}`],
    ['delay-p99', '... delay of the event loop, p99', second.delayP99, 'ms', '<= 20'],
    ['delay-most', '... the most', second.delayMost, 'ms'],
    ['product-p99', `... products at ${RATE}/s meanwhile, p99`, load.p99, 'ms', '<= 50'],
    ['product-failed', `... failed${failuresOf(load)}`, load.failed, 'count', '= 0'],
  ])
  return { n: place.records, rows }
})

async function mapped(served: Served, key: string, inputs: readonly unknown[]) {
  // The load lasts as long as a batch may take. It starts before the batch.
  const loading = sendAtRate(served, { shares: { product: 100 }, rate: RATE, seconds: DONE_SECONDS, warmUpSeconds: 1 })
  await setTimeout(2_000)
  // Reading the metrics resets them.
  await served.metrics()
  const began = performance.now()
  const accepted = await served.fetch('/registry/batch-map', { key, body: { inputs, mode: 'async' } })
  const acceptedSeconds = secondsSince(began)
  if (accepted.status !== 202) throw new Error(`The batch was answered ${accepted.status}: ${await accepted.text()}`)
  let job = (await accepted.json()) as Job
  while (job.status === 'queued' || job.status === 'running') {
    await setTimeout(POLL_MS)
    job = (await (await served.fetch(`/registry/batch-map/${job.id}`, { key })).json()) as Job
  }
  const seconds = secondsSince(began)
  if (job.status !== 'completed') throw new Error(`The batch ended as ${job.status}.`)
  const metric = await served.metrics()
  const load = await loading
  const reading = performance.now()
  const lines = await served.fetch(`/registry/batch-map/${job.id}/results`, { key, accept: 'application/x-ndjson' })
  const results = (await lines.text()).split('\n').filter((line) => line !== '').length
  const readSeconds = secondsSince(reading)
  const [delayP99, delayMost] = [delayMs(metric, 0.99), delayMs(metric, 1)]
  return { seconds, acceptedSeconds, readSeconds, results, delayP99, delayMost, load }
}

/** Returns ten thousand inputs. For a small registry, inputs are repeated. */
function batchInputs(asksFile: string): unknown[] {
  const asks = (JSON.parse(readFileSync(asksFile, 'utf8')) as BenchRequests).match
  const inputs = asks.map(({ body = '' }) => (JSON.parse(body) as { input: unknown }).input)
  return Array.from({ length: INPUTS }, (_, at) => inputs[at % inputs.length])
}

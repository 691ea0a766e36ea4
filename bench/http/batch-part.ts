import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import type { BenchRequests } from './requests/bench-request.ts'
import { failuresOf, sendAtRate } from './requests/send-at-rate.ts'
import { Served } from './served/served.ts'
import { type FilledRegistry, inMemory, measuredSeconds } from './served/served-registry.ts'

const INPUTS = 10_000
const DONE_SECONDS = 10
const DELAY_MS = 20
const P99_MS = 50
/** Requests for products per second during the batch. */
const RATE = 100
const POLL_MS = 200
const DELAY = 'utpid_event_loop_delay_seconds'

interface Job {
  readonly id: string
  readonly status: string
  readonly counts: { readonly total: number; readonly processed: number; readonly invalid: number }
}

/** Sends product requests while a batch runs over HTTP. The plan of the account allows exactly this batch size. */
export const batchPart: Part = {
  name: 'batch',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const place = await inMemory(context)
    const served = await Served.start(place)
    const { warmUpSeconds } = measuredSeconds(context)
    const inputs = batchInputs(place)
    context.say(`http: a batch of ${INPUTS.toLocaleString('en')} inputs`)
    await sendAtRate(served, {
      shares: { product: 90, match: 10 },
      rate: RATE,
      seconds: warmUpSeconds,
      warmUpSeconds: 0,
    })
    const [first, second] = [await mapped(served, place, inputs), await mapped(served, place, inputs)]
    // The first batch of a process is slower; measure the second.
    const rows = [
      barRow('batch.seconds', 'a batch of 10,000, from the request to its end', second.seconds, 's', [
        '<=',
        DONE_SECONDS,
      ]),
      plainRow('batch.first-seconds', '... the first one of the process', first.seconds, 's'),
      plainRow('batch.accepted', '... until 202', second.acceptedMs, 'ms'),
      plainRow('batch.read', '... its results as lines', second.readSeconds, 's'),
      barRow('batch.results', '... results', second.results, 'count', ['=', INPUTS]),
      barRow('batch.delay-p99', '... delay of the event loop, p99', second.delayMs, 'ms', ['<=', DELAY_MS]),
      plainRow('batch.delay-most', '... the most', second.delayMostMs, 'ms'),
      barRow('batch.product-p99', `... products at ${RATE}/s meanwhile, p99`, second.load.p99, 'ms', ['<=', P99_MS]),
      barRow('batch.product-failed', `... failed${failuresOf(second.load)}`, second.load.failed, 'count', ['=', 0]),
    ]
    await served.terminate()
    return { n: place.records, rows }
  },
}

interface Mapped {
  readonly seconds: number
  readonly acceptedMs: number
  readonly readSeconds: number
  readonly results: number
  readonly delayMs: number
  readonly delayMostMs: number
  readonly load: Awaited<ReturnType<typeof sendAtRate>>
}

async function mapped(
  served: Served,
  { businessKey: key }: FilledRegistry,
  inputs: readonly unknown[],
): Promise<Mapped> {
  // The load lasts as long as a batch may take. It starts before the batch.
  const loading = sendAtRate(served, { shares: { product: 100 }, rate: RATE, seconds: DONE_SECONDS, warmUpSeconds: 1 })
  await setTimeout(2_000)
  // Reading the metrics resets them.
  await served.metrics()
  const began = performance.now()
  const accepted = await served.fetch('/registry/batch-map', { key, body: { inputs, mode: 'async' } })
  const acceptedMs = performance.now() - began
  if (accepted.status !== 202) throw new Error(`The batch was answered ${accepted.status}: ${await accepted.text()}`)
  let job = (await accepted.json()) as Job
  while (job.status === 'queued' || job.status === 'running') {
    await setTimeout(POLL_MS)
    job = (await (await served.fetch(`/registry/batch-map/${job.id}`, { key })).json()) as Job
  }
  const seconds = (performance.now() - began) / 1_000
  if (job.status !== 'completed') throw new Error(`The batch ended as ${job.status}.`)
  const metric = await served.metrics()
  const load = await loading
  const reading = performance.now()
  const lines = await served.fetch(`/registry/batch-map/${job.id}/results`, { key, accept: 'application/x-ndjson' })
  const results = (await lines.text()).split('\n').filter((line) => line !== '').length
  return {
    seconds,
    acceptedMs,
    readSeconds: (performance.now() - reading) / 1_000,
    results,
    delayMs: metric(`${DELAY}{quantile="0.99"}`) * 1_000,
    delayMostMs: metric(`${DELAY}{quantile="1"}`) * 1_000,
    load,
  }
}

/** Returns ten thousand inputs. For a small registry, inputs are repeated. */
function batchInputs({ asksFile }: FilledRegistry): unknown[] {
  const asks = (JSON.parse(readFileSync(asksFile, 'utf8')) as BenchRequests).match
  const inputs = asks.map(({ body = '' }) => (JSON.parse(body) as { input: unknown }).input)
  return Array.from({ length: INPUTS }, (_, at) => inputs[at % inputs.length])
}

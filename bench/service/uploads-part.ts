import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { secondsSince } from '../harness/statistics.ts'
import { delayMs, type Served, withNewService } from '../load/served.ts'
import { type HostileUpload, hostileUploads } from './hostile-uploads.ts'

const LOOK_MS = 100
/**
 * Matches a line of V8's log, `[71:0x5f2c] 812 ms: Scavenge 20.1 (31.2) -> 18.0 (32.0) MB, ...`. Captures the thread,
 * and its heap before the collection.
 */
const COLLECTION = /\[\d+:(0x[0-9a-f]+)\] +\d+ ms: [^(]*? (\d+\.\d) \(/g
const TRACE = fileURLToPath(new URL('./trace-collections.mjs', import.meta.url))
/** These settings turn off the threads for reads and batches, so that only uploads have threads. */
const SETTINGS = { UTPID_READ_WORKERS: '0', UTPID_BATCH_WORKERS: '0', NODE_OPTIONS: `--import ${TRACE}` }

/** Sends hostile bodies of 100 MB. Measures the heap of the reading thread, and how long other requests wait. */
export const uploadsPart = part('uploads', (context) =>
  withNewService(async (served, folder) => {
    const rows: Figure[] = []
    const found: Uploaded[] = []
    for (const [at, upload] of hostileUploads().entries()) {
      context.say(`service: ${upload.what}`)
      const uploaded = await sent(served, upload, join(folder, 'serve.log'))
      found.push(uploaded)
      rows.push(
        [`${at + 1}.heap`, `${upload.what} (${uploaded.status}): heap of the thread`, uploaded.heap, 'MB'],
        [`${at + 1}.held`, '... event loop held, the longest', uploaded.heldMs, 'ms'],
        [`${at + 1}.seconds`, '... answered after', uploaded.seconds, 's'],
      )
    }
    const most = (figure: 'heap' | 'heldMs' | 'memory'): number => Math.max(...found.map((each) => each[figure]))
    const failed = found.filter(({ status }) => status >= 500).length
    const all: Figure[] = [
      ['heap', 'hostile uploads of 100 MB: heap of the thread, the most', most('heap'), 'MB', '<= 256'],
      ['held', '... event loop held, the longest', most('heldMs'), 'ms', '<= 250'],
      ['failed', '... answered 5xx', failed, 'count', '= 0'],
      ['memory', '... memory of the process, the most', most('memory'), 'MB'],
    ]
    return { n: found.length, rows: below('uploads', [...all, ...rows]) }
  }, SETTINGS),
)

interface Uploaded {
  readonly status: number
  readonly seconds: number
  /** Megabytes of the largest heap of a thread before a collection; 0 if there was no collection. */
  readonly heap: number
  readonly heldMs: number
  /** Private megabytes of the process. */
  readonly memory: number
}

async function sent(served: Served, upload: HostileUpload, log: string): Promise<Uploaded> {
  const watched = { heldMs: 0, memory: 0 }
  const look = async (): Promise<void> => {
    const metric = await served.metrics()
    // The metric is the maximum since the previous read.
    watched.heldMs = Math.max(watched.heldMs, delayMs(metric, 1))
    watched.memory = Math.max(watched.memory, served.memoryOf(metric).own)
  }
  await look()
  Object.assign(watched, { heldMs: 0, memory: 0 })
  const before = readFileSync(log).length
  const begun = performance.now()
  let isOver = false
  const answering = post(served, upload).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await look()
    await Promise.race([answering.catch(() => undefined), pause(LOOK_MS)])
  }
  const { status, body } = await answering
  const seconds = secondsSince(begun)
  await look()
  await cancelled(served, upload, body)
  return { status, seconds, heap: largestHeap(readFileSync(log, 'latin1'), before), ...watched }
}

/** Sends the body until the service responds. The service may respond before it has received the whole body. */
async function post(
  { address, key }: Served,
  { path, type, pieces }: HostileUpload,
): Promise<{ status: number; body: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  const asked = request(`${address}${path}`, { method: 'POST', headers })
  let isAnswered = false
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', (response) => {
      isAnswered = true
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
  })
  for (const piece of pieces()) {
    if (isAnswered || asked.destroyed) break
    if (!asked.write(piece)) await Promise.race([once(asked, 'drain'), answer])
  }
  if (!isAnswered) asked.end()
  const answered = await answer
  asked.destroy()
  return answered
}

/** Cancels the job that the upload started: the benchmark measures only the upload. */
async function cancelled(served: Served, { path }: HostileUpload, body: string): Promise<void> {
  const { id } = JSON.parse(body) as { readonly id?: string | null }
  if (typeof id !== 'string') return
  await served.fetch(`${path}/${id}/cancel`, { body: {} })
  for (;;) {
    const { status } = (await (await served.fetch(`${path}/${id}`)).json()) as { readonly status: string }
    if (['completed', 'failed', 'cancelled'].includes(status)) return
    await pause(LOOK_MS)
  }
}

/** Returns the largest heap of all threads, except the first thread in the log: that thread serves requests. */
function largestHeap(log: string, from: number): number {
  const serving = log.matchAll(COLLECTION).next().value?.[1]
  const heaps = [...log.slice(from).matchAll(COLLECTION)].flatMap(([, thread, megabytes]) =>
    thread === serving ? [] : [Number(megabytes)],
  )
  return Math.max(0, ...heaps)
}

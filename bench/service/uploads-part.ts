import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { Served } from '../http/served/served.ts'
import { type HostileUpload, hostileUploads } from './hostile-uploads.ts'

const HEAP_MB = 256
const HELD_MS = 250
const MS = 1_000
const LOOK_MS = 100
/**
 * Matches a line of V8's log, `[71:0x5f2c] 812 ms: Scavenge 20.1 (31.2) -> 18.0 (32.0) MB, ...`. Captures the thread,
 * and its heap before the collection.
 */
const COLLECTION = /\[\d+:(0x[0-9a-f]+)\] +\d+ ms: [^(]*? (\d+\.\d) \(/g
const TRACE = fileURLToPath(new URL('./trace-collections.mjs', import.meta.url))
/** Turn off read and batch threads, so that only uploads have threads. */
const SETTINGS = { UTPID_READ_WORKERS: '0', UTPID_BATCH_WORKERS: '0', NODE_OPTIONS: `--import ${TRACE}` }

/** Sends hostile bodies of 100 MB. Measures the heap of the reading thread, and how long other requests wait. */
export const uploadsPart: Part = {
  name: 'uploads',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const logs = mkdtempSync(join(tmpdir(), 'utpid-uploads-'))
    const served = await Served.start({ place: join(logs, 'registry'), asksFile: '', logs }, SETTINGS)
    try {
      const rows: Row[] = []
      const found: Uploaded[] = []
      const uploads = hostileUploads()
      for (const [at, upload] of uploads.entries()) {
        context.say(`service: ${upload.what}`)
        const uploaded = await sent(served, upload, join(logs, 'serve.log'))
        found.push(uploaded)
        const id = `uploads.${at + 1}`
        rows.push(
          plainRow(`${id}.heap`, `${upload.what} (${uploaded.status}): heap of the thread`, uploaded.heap, 'MB'),
          plainRow(`${id}.held`, '... event loop held, the longest', uploaded.heldMs, 'ms'),
          plainRow(`${id}.seconds`, '... answered after', uploaded.seconds, 's'),
        )
      }
      const most = (of: (each: Uploaded) => number): number => Math.max(...found.map(of))
      const failed = found.filter(({ status }) => status >= 500).length
      return {
        n: uploads.length,
        rows: [
          barRow(
            'uploads.heap',
            'hostile uploads of 100 MB: heap of the thread, the most',
            most(({ heap }) => heap),
            'MB',
            ['<=', HEAP_MB],
          ),
          barRow(
            'uploads.held',
            '... event loop held, the longest',
            most(({ heldMs }) => heldMs),
            'ms',
            ['<=', HELD_MS],
          ),
          barRow('uploads.failed', '... answered 5xx', failed, 'count', ['=', 0]),
          plainRow(
            'uploads.memory',
            '... memory of the process, the most',
            most(({ memory }) => memory),
            'MB',
          ),
          ...rows,
        ],
      }
    } finally {
      await served.terminate()
      rmSync(logs, { recursive: true, force: true })
    }
  },
}

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
    watched.heldMs = Math.max(watched.heldMs, metric('utpid_event_loop_delay_seconds{quantile="1"}') * MS)
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
  const seconds = (performance.now() - begun) / MS
  await look()
  await cancelled(served, upload, body)
  return { status, seconds, heap: largestHeap(readFileSync(log, 'latin1'), before), ...watched }
}

/** Sends until there is a response, even if the service rejects the body midway. */
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
      let body = ''
      response.on('data', (text) => {
        body += String(text)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', reject)
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

/** Cancel the job, which is not measured. */
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

/** Returns the largest heap of all threads except the first one in the log, which serves requests. */
function largestHeap(log: string, from: number): number {
  const serving = log.matchAll(COLLECTION).next().value?.[1]
  const heaps = [...log.slice(from).matchAll(COLLECTION)].flatMap(([, thread, megabytes]) =>
    thread === serving ? [] : [Number(megabytes)],
  )
  return Math.max(0, ...heaps)
}

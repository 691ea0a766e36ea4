import type { Answers, Bodies, Operations } from '../generated/operations.ts'
import type { CallOptions } from '../transport/call-options.ts'
import { type FeedSource, feedBody } from '../transport/feed-body.ts'
import type { Sender } from '../transport/sender.ts'
import { UtpidError } from '../transport/utpid-error.ts'
import { queryText } from './operation-methods.ts'

/** One that was made has an id; what is answered at once has none. */
export type Job = Omit<Answers['batchJob'], 'id'> & { readonly id: string }
/** What a job does. */
export type JobKind = 'batch' | 'import'
/** How an input is matched, as the service takes it. */
export type MatchOptions = NonNullable<Bodies['match']['options']>

/** The answer to one input of a batch. */
export type MappedInput = Omit<Answers['match'], 'decision'> & {
  /** Its place in the batch, 0 first. */
  readonly index: number
  readonly decision: 'match' | 'review' | 'none' | 'invalid'
  /** Why it is invalid. */
  readonly error?: { readonly code: string; readonly message: string }
}

/**
 * One result of an import: what became of a line, and behind the lines what is known at the end only. That is what was
 * parted (`outcome` is `parted`), and of a full feed what ended of each supplier (`full`).
 */
export type ImportResult = Answers['importResults']['results'][number]
/** What became of one line of an import. */
export type ImportedLine = Extract<ImportResult, { readonly index: number }>

/** How a job is waited for. */
export interface WaitOptions extends Pick<CallOptions, 'signal'> {
  /** Told of the job whenever it was asked for. */
  readonly onProgress?: ((job: Job) => void) | undefined
  /** Between two looks, in milliseconds; 200 at first and up to 5,000 unless given. */
  readonly everyMs?: number | undefined
}

/** What a feed is, and whose. */
export interface FeedOptions {
  /** `ndjson` unless given. */
  readonly format?: 'ndjson' | 'csv' | 'json' | undefined
  /** The supplier of records that name none. */
  readonly supplier?: string | undefined
  /** Where fields come from: `name=nom_usuel,code=id`. */
  readonly mapping?: string | undefined
  /** The feed is all that its suppliers have: what it lacks ends. */
  readonly full?: boolean | undefined
  /** Of a full feed: share of the known records that may be missing. */
  readonly allowLoss?: number | undefined
}

/** Batches and imports, which are done by jobs. */
export interface Jobs {
  /** Sends a batch as a job, which {@link waitForJob} waits for. */
  startBatch(inputs: FeedSource, query?: MatchOptions, options?: CallOptions): Promise<Job>
  /** Sends a batch, waits for it, and gives its answers in the order of the inputs as they come from the service. */
  runBatch(
    inputs: FeedSource,
    query?: MatchOptions,
    options?: CallOptions & WaitOptions,
  ): Promise<{ readonly job: Job; results(): AsyncGenerator<MappedInput, void> }>
  /** Sends a feed, however long, as a job. Streams of browsers need HTTP/2; a `Blob` does not. */
  startImport(feed: FeedSource, query?: FeedOptions, options?: CallOptions): Promise<Job>
  /** Sends a feed and waits until it is imported. */
  runImport(feed: FeedSource, query?: FeedOptions, options?: CallOptions & WaitOptions): Promise<Job>
  /** Waits until a job is over, however it ended. */
  waitForJob(kind: JobKind, id: string, options?: WaitOptions): Promise<Job>
  /** Answers of a batch, also of one that runs: then as they come, until it is over. */
  streamBatchResults(id: string, options?: CallOptions): AsyncGenerator<MappedInput, void>
  /** What became of each line of an import, likewise, and at the end what was parted or ended. */
  streamImportResults(id: string, options?: CallOptions): AsyncGenerator<ImportResult, void>
}

const PATHS = { batch: '/registry/batch-map', import: '/registry/import' } as const
const MEDIA_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv', json: 'application/json' } as const
const FIRST_LOOK_MS = 200
const LOOK_MOST_MS = 5_000
const PAGE_ROWS = 1_000

export function jobsOf(sender: Sender, operations: Operations): Jobs {
  const start = (path: string, feed: FeedSource, contentType: string, options: CallOptions | undefined): Promise<Job> =>
    sender.send(
      { method: 'POST', path, contentType, ...feedBody(feed) },
      async (response) => (await response.json()) as Job,
      // A long feed takes as long as it takes.
      { timeoutMs: 0, ...options },
    )
  const jobs: Jobs = {
    startBatch: (inputs, query, options) =>
      start(PATHS.batch + queryText({ mode: 'async', ...query }), inputs, MEDIA_TYPES.ndjson, options),
    startImport: (feed, { format = 'ndjson', ...query } = {}, options) =>
      start(PATHS.import + queryText(query), feed, MEDIA_TYPES[format], options),
    async runBatch(inputs, query, options) {
      const { id } = await jobs.startBatch(inputs, query, options)
      const job = completed(await jobs.waitForJob('batch', id, options))
      return { job, results: () => jobs.streamBatchResults(id, callOf(options)) }
    },
    async runImport(feed, query, options) {
      const { id } = await jobs.startImport(feed, query, options)
      return completed(await jobs.waitForJob('import', id, options))
    },
    async waitForJob(kind, id, { onProgress, everyMs, signal } = {}) {
      const ask = kind === 'batch' ? operations.batchJob : operations.importJob
      for (let pause = FIRST_LOOK_MS; ; pause = Math.min(LOOK_MOST_MS, pause * 1.5)) {
        const job = (await ask(id, { signal })) as Job
        onProgress?.(job)
        if (['completed', 'failed', 'cancelled'].includes(job.status)) return job
        await sender.pause(everyMs ?? pause, signal)
      }
    },
    streamBatchResults: (id, options) => jobResults<MappedInput>(sender, operations.batchResults, id, options),
    streamImportResults: (id, options) => jobResults<ImportResult>(sender, operations.importResults, id, options),
  }
  return jobs
}

/** @throws {UtpidError} of a job that ended otherwise. */
function completed(job: Job): Job {
  const { id, status, error } = job
  if (status === 'completed') return job
  throw new UtpidError(error?.code ?? `job_${status}`, 0, error?.message ?? `The job ${id} was ${status}.`)
}

/** Page by page, each from behind the one before: what breaks off is asked for again, and nothing before it. */
async function* jobResults<Row>(
  sender: Sender,
  page: Operations['batchResults'],
  id: string,
  options: CallOptions | undefined,
): AsyncGenerator<Row, void> {
  let cursor: string | undefined
  let pause = FIRST_LOOK_MS
  for (;;) {
    const { results, next } = await page(id, { cursor, limit: PAGE_ROWS }, options)
    yield* results as Row[]
    if (next === null) return
    cursor = next
    if (results.length === PAGE_ROWS) continue
    // These are all there are yet.
    pause = results.length > 0 ? FIRST_LOOK_MS : Math.min(LOOK_MOST_MS, pause * 1.5)
    await sender.pause(pause, options?.signal)
  }
}

function callOf(options: (CallOptions & WaitOptions) | undefined): CallOptions | undefined {
  return options === undefined ? undefined : { ...options, idempotencyKey: undefined }
}

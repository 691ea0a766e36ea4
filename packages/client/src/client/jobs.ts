import type { Answers, Bodies, Operations } from '../generated/operations.ts'
import type { CallOptions } from '../transport/call-options.ts'
import { type FeedSource, feedBody } from '../transport/feed-body.ts'
import { streamOf } from '../transport/read-lines.ts'
import type { Sender } from '../transport/sender.ts'
import { UtpidError } from '../transport/utpid-error.ts'
import { queryText } from './operation-methods.ts'

/** A job, which always has an id. A batch with a direct response has no id. */
export type Job = Omit<Answers['batchJob'], 'id'> & { readonly id: string }
/** Kind of a job. */
export type JobKind = 'batch' | 'import' | 'concordance'
/** Options of a match. */
export type MatchOptions = NonNullable<Bodies['match']['options']>

/** The result of one input of a batch. */
export type MappedInput = Omit<Answers['match'], 'decision'> & {
  /** Position in the batch, from 0. */
  readonly index: number
  readonly decision: 'match' | 'review' | 'none' | 'invalid'
  /** The reason why the input is invalid; absent for a valid input. */
  readonly error?: { readonly code: string; readonly message: string }
}

/**
 * One result of an import: the outcome of one line, or a final result after all lines. `separated` lists records that the
 * import separated from other records of their product. `full` counts the deactivated records of each supplier of a
 * full feed. `dry_run` has the examples of a dry run. If the import failed with `excessive_loss`, `loss` says how many
 * records would end, and `ending` which.
 */
export type ImportResult = Answers['importResults']['results'][number]
/** The outcome of one line of an import. */
export type ImportedLine = Extract<ImportResult, { readonly index: number }>

/**
 * One result of an import of a concordance: an unusable line, a contradiction, and at the end `stored` with the numbers.
 * If the import failed with `excessive_loss`, `loss` says how many stored codes the file lacks, and `ending` which.
 */
export type ConcordanceResult = Answers['concordanceResults']['results'][number]

/** Options of waiting for a job. */
export interface WaitOptions extends Pick<CallOptions, 'signal'> {
  /** Called with the job after each poll. */
  readonly onProgress?: ((job: Job) => void) | undefined
  /** Milliseconds between polls. Default: increasing from 200 to 5,000. */
  readonly everyMs?: number | undefined
}

/** Options of an import. */
export interface FeedOptions {
  /** Default: `ndjson`. */
  readonly format?: keyof typeof MEDIA_TYPES | undefined
  /** Whether the service keeps the feed for some days, for {@link Jobs.downloadFile}. Default: true. */
  readonly keep?: boolean | undefined
  /** Name of the file, for downloads. */
  readonly fileName?: string | undefined
  /** Supplier of records that name no supplier. */
  readonly supplier?: string | undefined
  /** Columns that contain the fields: `name=nom_usuel,code=id`. */
  readonly mapping?: string | undefined
  /** Recipe of the format of the feed, such as `hotelbeds-content`, in place of the names of its columns. */
  readonly recipe?: string | undefined
  /** Whether the feed is complete. Records missing from a complete feed are deactivated. */
  readonly full?: boolean | undefined
  /** Rows that remove the record of their code: `status=deleted`, `action=D,DEL`, or the name of a yes-no column. */
  readonly removedWhen?: string | undefined
  /** Whether every row removes the record of its code. */
  readonly removedOnly?: boolean | undefined
  /** For a full feed or removals: maximum share of a supplier's existing records that may end, 0 to 1. Default: 0.1. */
  readonly allowLoss?: number | undefined
  /** Whether the job only reports what the import would do, and writes nothing. The last result has examples. */
  readonly dryRun?: boolean | undefined
}

/** Options of an import of a concordance. */
export interface ConcordanceFileOptions extends Pick<FeedOptions, 'format'> {
  /** Supplier of rows that name none. Then only its codes are replaced. */
  readonly supplier?: string | undefined
  /** Recipe of a file with a concordance, such as `giata-multicodes`. */
  readonly recipe?: string | undefined
  /** Whether stored codes that the file lacks are kept. */
  readonly add?: boolean | undefined
  /** Maximum share of the stored codes that the file may lack, 0 to 1. Default: 0.1. */
  readonly allowLoss?: number | undefined
  /** Note about the origin, such as the name of the file. */
  readonly source?: string | undefined
}

/** Options of a batch. */
export type BatchOptions = MatchOptions & Pick<FeedOptions, 'keep' | 'fileName'>

/** Methods for batches and imports, which run as jobs. */
export interface Jobs {
  /** Starts a batch as a job. Use {@link waitForJob} to wait for the job. */
  startBatch(inputs: FeedSource, query?: BatchOptions, options?: CallOptions): Promise<Job>
  /** Runs a batch and returns the results in input order. */
  runBatch(
    inputs: FeedSource,
    query?: BatchOptions,
    options?: CallOptions & WaitOptions,
  ): Promise<{ readonly job: Job; results(): AsyncGenerator<MappedInput, void> }>
  /**
   * Starts an import of any size as a job. In browsers, uploading a stream needs HTTP/2; uploading a `Blob` does not.
   */
  startImport(feed: FeedSource, query?: FeedOptions, options?: CallOptions): Promise<Job>
  /** Imports a feed and waits until the job ends. */
  runImport(feed: FeedSource, query?: FeedOptions, options?: CallOptions & WaitOptions): Promise<Job>
  /**
   * Starts an import of a concordance of any size as a job. The file has a code in each row, in the columns `id`,
   * `provider` and `code`.
   */
  startConcordanceImport(
    name: string,
    file: FeedSource,
    query?: ConcordanceFileOptions,
    options?: CallOptions,
  ): Promise<Job>
  /** Imports a concordance and waits until the job ends. */
  runConcordanceImport(
    name: string,
    file: FeedSource,
    query?: ConcordanceFileOptions,
    options?: CallOptions & WaitOptions,
  ): Promise<Job>
  /** Waits until a job is completed, failed or cancelled. */
  waitForJob(kind: JobKind, id: string, options?: WaitOptions): Promise<Job>
  /**
   * Returns the file of a finished job as it was sent, with `utpid`, `confidence`, `status` and `reason` appended to each
   * row. `file` of the job says whether and until when the file is kept.
   */
  downloadFile(
    kind: Exclude<JobKind, 'concordance'>,
    id: string,
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>
  /** Streams the results of a batch. If the batch is still running, waits for more results until the batch ends. */
  streamBatchResults(id: string, options?: CallOptions): AsyncGenerator<MappedInput, void>
  /** Streams the outcomes of an import as `streamBatchResults` does, then its final results. */
  streamImportResults(id: string, options?: CallOptions): AsyncGenerator<ImportResult, void>
  /** Streams the results of an import of a concordance, which has them at its end. */
  streamConcordanceResults(id: string, options?: CallOptions): AsyncGenerator<ConcordanceResult, void>
}

const PATHS = {
  batch: '/registry/batch-map',
  import: '/registry/import',
  concordance: '/registry/concordance-import',
} as const
/** Media types by format. The service detects the format of `other`: XML, XLSX, Parquet and packed files. */
const MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  json: 'application/json',
  other: 'application/octet-stream',
} as const
const FIRST_POLL_MS = 200
const MAX_POLL_MS = 5_000
const PAGE_ROWS = 1_000

export function jobsOf(sender: Sender, operations: Operations): Jobs {
  const start = (path: string, feed: FeedSource, contentType: string, options: CallOptions | undefined): Promise<Job> =>
    sender.send(
      { method: 'POST', path, contentType, ...feedBody(feed) },
      async (response) => (await response.json()) as Job,
      // A long feed takes longer than any default timeout.
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
    startConcordanceImport: (name, file, { format = 'ndjson', ...query } = {}, options) =>
      start(PATHS.concordance + queryText({ name, ...query }), file, MEDIA_TYPES[format], options),
    async runConcordanceImport(name, file, query, options) {
      const { id } = await jobs.startConcordanceImport(name, file, query, options)
      return completed(await jobs.waitForJob('concordance', id, options))
    },
    async waitForJob(kind, id, { onProgress, everyMs, signal } = {}) {
      const { batchJob, importJob, concordanceJob } = operations
      const ask = { batch: batchJob, import: importJob, concordance: concordanceJob }[kind]
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(MAX_POLL_MS, pause * 1.5)) {
        const job = (await ask(id, { signal })) as Job
        onProgress?.(job)
        if (['completed', 'failed', 'cancelled'].includes(job.status)) return job
        await sender.pause(everyMs ?? pause, signal)
      }
    },
    downloadFile: (kind, id, options) =>
      sender.send(
        { method: 'GET', path: `${PATHS[kind]}/${encodeURIComponent(id)}/file`, accept: '*/*' },
        async (response) => streamOf(response),
        { timeoutMs: 0, ...options },
      ),
    streamBatchResults: (id, options) => jobResults<MappedInput>(sender, operations.batchResults, id, options),
    streamImportResults: (id, options) => jobResults<ImportResult>(sender, operations.importResults, id, options),
    streamConcordanceResults: (id, options) =>
      jobResults<ConcordanceResult>(sender, operations.concordanceResults, id, options),
  }
  return jobs
}

/** Returns a completed job. @throws {UtpidError} if the job failed or was cancelled. */
function completed(job: Job): Job {
  const { id, status, error } = job
  if (status === 'completed') return job
  throw new UtpidError(error?.code ?? `job_${status}`, 0, error?.message ?? `The job ${id} was ${status}.`)
}

/** Reads results page by page. After an error, only the current page is requested again. */
async function* jobResults<Row>(
  sender: Sender,
  page: Operations['batchResults'],
  id: string,
  options: CallOptions | undefined,
): AsyncGenerator<Row, void> {
  let cursor: string | undefined
  let pause = FIRST_POLL_MS
  for (;;) {
    const { results, next } = await page(id, { cursor, limit: PAGE_ROWS }, options)
    yield* results as Row[]
    if (next === null) return
    cursor = next
    if (results.length === PAGE_ROWS) continue
    // The job has no further results yet.
    pause = results.length > 0 ? FIRST_POLL_MS : Math.min(MAX_POLL_MS, pause * 1.5)
    await sender.pause(pause, options?.signal)
  }
}

function callOf(options: (CallOptions & WaitOptions) | undefined): CallOptions | undefined {
  return options === undefined ? undefined : { ...options, idempotencyKey: undefined }
}

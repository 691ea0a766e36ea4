import type { Client, ImportedLine, ImportResult } from '@utpid/client'
import type { ImportOptions, ImportReport } from '@utpid/core'
import {
  type EndingRecord,
  type FeedLoss,
  type ImportCounts,
  type ImportOutcome,
  neededShare,
  type RecordSource,
  wasRepaired,
} from '@utpid/core/operations'
import { usageError } from '../../errors/cli-error.ts'
import { remoteError } from './remote-error.ts'
import { SentRecords } from './sent-records.ts'

type Records = Iterable<unknown> | AsyncIterable<unknown>
type FullReport = NonNullable<ImportReport['full']>[number]

/** Outcomes between two progress reports: the batch size of a local import. */
const OUTCOMES_PER_REPORT = 500

/**
 * Imports through a job of the service, and reports progress and results like a local registry. If too many records would
 * end, `onLoss` is asked after the records were sent; they are sent again if it accepts.
 */
export async function importRemotely(
  client: Client,
  source: RecordSource,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return (await runRemotely(client, source, options, {})).report
}

/** Runs an import, or a dry run of an import, and asks about a loss. */
export async function runRemotely(
  client: Client,
  source: RecordSource,
  options: ImportOptions,
  mode: { readonly dryRun?: boolean },
): Promise<RemoteReport> {
  if (typeof source === 'function') {
    // The reader of the records may find that they must not be sent.
    for await (const _ of source('check')) (options.signal as AbortSignal | undefined)?.throwIfAborted()
  }
  const records = (): Records => (typeof source === 'function' ? source('write') : source)
  const refused: { loss?: FeedLoss } = {}
  try {
    return await runImport(client, records(), options, mode, refused)
  } catch (error) {
    if (refused.loss === undefined || (await options.onLoss?.(refused.loss)) !== true) throw error
    const accepted = { ...options, allowLoss: neededShare(refused.loss.suppliers) }
    return await runImport(client, records(), accepted, mode, {})
  }
}

/** The last result of a dry run. */
export type DryRunResult = Extract<ImportResult, { readonly outcome: 'dry_run' }>

interface RemoteReport {
  readonly report: ImportReport
  /** Present for a dry run with records. */
  readonly dryRun?: DryRunResult
}

/** Runs an import, or a dry run of an import, as a job of the service. */
async function runImport(
  client: Client,
  records: Records,
  options: ImportOptions,
  mode: { readonly dryRun?: boolean },
  refused: { loss?: FeedLoss },
): Promise<RemoteReport> {
  const { supplier, full, removals, allowLoss, batchSize } = options
  if (batchSize !== undefined) {
    throw usageError('--batch cannot be used with --remote: the service sets the size of transactions.')
  }
  const signal = options.signal as AbortSignal | undefined
  const source = new SentRecords(records, signal)
  // The service rejects a body without records, but a local import accepts one.
  if (full !== true && !(await source.hasAny())) {
    options.onProgress?.({ ...NOTHING })
    const { change } = await client.stats({}, { signal })
    const unknown = { skippedKeys: 0, oversizedComponents: 0, separated: NONE_SEPARATED, advice: [] }
    return { report: { ...NOTHING, ...unknown, change } }
  }
  const job = await client
    .startImport(
      source.records() as AsyncIterable<object>,
      // These are records and not the user's file: `--annotate` writes the file here.
      {
        supplier,
        full,
        allowLoss,
        removedWhen: removals === true ? 'removed=true' : undefined,
        keep: false,
        fileName: fileOf(options.source),
        ...mode,
      },
      { signal: delayedAbort(signal) },
    )
    .catch((error: unknown) => {
      // An error of the source says more than the broken connection that it caused.
      throw source.failure === undefined ? error : source.failure.error
    })
  try {
    signal?.throwIfAborted()
    return await followed(client, job.id, options, refused)
  } catch (error) {
    // After an interruption, cancel the import, which would otherwise continue on the service.
    if (signal?.aborted === true) await client.cancelImport(job.id).catch(() => undefined)
    throw error
  }
}

/** Returns the name of the feed, which is known before it is read. */
function fileOf(source: ImportOptions['source']): string | undefined {
  return (typeof source === 'function' ? source() : source)?.file
}

/** After an interruption of a completely sent feed: milliseconds to wait for the job id. */
const JOB_ID_TIMEOUT_MS = 5_000

/** Returns a signal that aborts with a delay, since a job cannot be cancelled before its id is known. */
function delayedAbort(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined) return undefined
  const late = new AbortController()
  const abort = (): void => void setTimeout(() => late.abort(signal.reason), JOB_ID_TIMEOUT_MS).unref()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return late.signal
}

async function followed(
  client: Client,
  id: string,
  options: ImportOptions,
  refused: { loss?: FeedLoss },
): Promise<RemoteReport> {
  const { full, onOutcome, onProgress } = options
  const signal = options.signal as AbortSignal | undefined
  const counts = { ...NOTHING }
  const fullReports: FullReport[] = []
  let separated = NONE_SEPARATED
  const ending: EndingRecord[] = []
  let dryRun: DryRunResult | undefined
  for await (const line of client.streamImportResults(id, { signal })) {
    if (line.outcome === 'full') {
      const { outcome: _, ...report } = line
      fullReports.push(report)
      continue
    }
    if (line.outcome === 'separated') {
      const { outcome: _, ...report } = line
      separated = report
      continue
    }
    if (line.outcome === 'loss') {
      const { outcome: _, ...numbers } = line
      refused.loss = {
        ...numbers,
        async *records() {
          yield* ending
        },
      }
      continue
    }
    if (line.outcome === 'ending') {
      const { outcome: _, ...record } = line
      ending.push(record as EndingRecord)
      continue
    }
    if (line.outcome === 'dry_run') {
      dryRun = line
      continue
    }
    const outcome = outcomeOf(line)
    counts.read++
    counts[outcome.outcome]++
    if (wasRepaired(outcome.repairs)) counts.repaired++
    onOutcome?.(outcome)
    if (counts.read % OUTCOMES_PER_REPORT === 0) onProgress?.({ ...counts })
  }
  onProgress?.({ ...counts })
  const { status, error, counts: atEnd, advice = [] } = await client.waitForJob('import', id, { signal })
  if (status !== 'completed') {
    throw remoteError(error?.code ?? 'unavailable', error?.message ?? `The import ${id} was ${status}.`)
  }
  // The outcome of a line describes the record when its part was written. A later part may have linked or separated the
  // record.
  for (const name of ['created', 'alerted', 'linked'] as const) counts[name] = Number(atEnd[name] ?? 0)
  const { change } = await client.stats({}, { signal })
  const report: ImportReport = {
    ...counts,
    // The service does not report skipped keys.
    skippedKeys: 0,
    oversizedComponents: 0,
    separated,
    advice,
    change,
    ...(full === true ? { full: fullReports } : {}),
  }
  return dryRun === undefined ? { report } : { report, dryRun }
}

const NONE_SEPARATED: ImportReport['separated'] = { total: 0, byReason: {}, links: [] }

const NOTHING: { [Name in keyof ImportCounts]: number } = {
  read: 0,
  linked: 0,
  created: 0,
  alerted: 0,
  updated: 0,
  unchanged: 0,
  suppressed: 0,
  rejected: 0,
  superseded: 0,
  removed: 0,
  absent: 0,
  kept: 0,
  repaired: 0,
}

function outcomeOf(imported: ImportedLine): ImportOutcome {
  if (imported.outcome !== 'unreadable') {
    const { line: _, ...row } = imported
    return row as unknown as ImportOutcome
  }
  // The record is too large or too deeply nested to be sent as a line.
  const { index, error } = imported
  return { index, outcome: 'rejected', rejection: { code: 'not_an_object', message: error.message }, repairs: [] }
}

import type { Client, Job } from '@utpid/client'
import type { CallOptions } from '@utpid/core'
import {
  type ConcordanceContradiction,
  type ConcordanceEntry,
  type ConcordanceLoss,
  type ConcordanceReport,
  type ConcordanceSource,
  type EndingCode,
  neededShare,
  type RejectedEntry,
  type StoreConcordanceOptions,
} from '@utpid/core/operations'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { localError, remoteError } from './remote-error.ts'
import { callOf } from './remote-reads.ts'
import { SentRecords } from './sent-records.ts'

/** Maximum rejected entries in a report. */
const MAX_REJECTIONS = 20
const MAX_CONTRADICTIONS = 1_000

/**
 * Stores a concordance through a job of a service. If it lacks too many stored codes, `onLoss` is asked after the entries
 * were sent; they are sent again if it accepts.
 */
export async function storeConcordanceRemotely(
  client: Client,
  name: string,
  source: ConcordanceSource,
  options: StoreConcordanceOptions = {},
): Promise<ConcordanceReport> {
  const entries = () => (typeof source === 'function' ? source('write') : source)
  const refused: { loss?: ConcordanceLoss } = {}
  try {
    return await runJob(client, name, entries(), options, refused)
  } catch (error) {
    if (refused.loss === undefined || (await options.onLoss?.(refused.loss)) !== true) throw error
    return await runJob(client, name, entries(), { ...options, allowLoss: neededShare([refused.loss]) }, {})
  }
}

async function runJob(
  client: Client,
  name: string,
  entries: Iterable<ConcordanceEntry> | AsyncIterable<ConcordanceEntry>,
  options: StoreConcordanceOptions,
  refused: { loss?: ConcordanceLoss },
): Promise<ConcordanceReport> {
  const { add, supplier, source, allowLoss, onProgress } = options
  const call = callOf(options)
  const sent = new SentRecords(entries, options.signal as AbortSignal | undefined)
  if (!(await sent.hasAny())) throw usageError(`The concordance ${name} has no entries.`)
  const { id } = await client
    .startConcordanceImport(name, rowsOf(sent.records()), { add, supplier, source, allowLoss }, call)
    .catch((error: unknown) => {
      // An error of the source says more than the broken connection that it caused.
      throw sent.failure === undefined ? error : sent.failure.error
    })
  try {
    const job = await client.waitForJob('concordance', id, {
      ...call,
      onProgress: ({ counts }) => onProgress?.({ phase: 'store', done: Number(counts.processed ?? 0) }),
    })
    return await reportOf(client, job, options, refused)
  } catch (error) {
    // After an interruption, cancel the import, which would otherwise continue on the service.
    if (call.signal?.aborted === true) await client.cancelConcordance(id).catch(() => undefined)
    throw error
  }
}

/** Yields entries as rows of a file. */
async function* rowsOf(entries: AsyncIterable<unknown>): AsyncGenerator<object> {
  for await (const { set, supplier, code } of entries as AsyncIterable<ConcordanceEntry>) {
    yield { id: set, ...(supplier === undefined ? {} : { provider: supplier }), code }
  }
}

async function reportOf(
  client: Client,
  { id, status, error }: Job,
  options: StoreConcordanceOptions,
  refused: { loss?: ConcordanceLoss },
): Promise<ConcordanceReport> {
  const rejections: RejectedEntry[] = []
  const ending: EndingCode[] = []
  let report: ConcordanceReport | undefined
  for await (const row of client.streamConcordanceResults(id, callOf(options))) {
    switch (row.outcome) {
      case 'stored': {
        const { outcome: _, rows: _rows, unreadable, listed: _listed, more: _more, rejected, change, ...numbers } = row
        report = { ...numbers, rejected: rejected + unreadable, rejections, change }
        break
      }
      case 'unreadable':
        rejections.push({ index: (row.line ?? 1) - 1, message: row.error.message })
        break
      case 'rejected':
        rejections.push({ index: (row.line ?? 1) - 1, message: row.message })
        break
      case 'loss': {
        const { outcome: _, ...numbers } = row
        refused.loss = {
          ...numbers,
          async *codes() {
            yield* ending
          },
        }
        break
      }
      case 'ending': {
        const { outcome: _, ...code } = row
        ending.push(code)
        break
      }
    }
  }
  if (status === 'completed' && report !== undefined) {
    rejections.length = Math.min(rejections.length, MAX_REJECTIONS)
    return report
  }
  throw remoteError(error?.code ?? 'unavailable', error?.message ?? `The import ${id} was ${status}.`)
}

/** Lists the contradictions that a service shows. */
export async function* contradictionsRemotely(
  client: Client,
  address: string,
  options: CallOptions,
): AsyncGenerator<ConcordanceContradiction, void> {
  const asked = client.concordanceContradictions({ limit: MAX_CONTRADICTIONS }, callOf(options))
  const { results, more } = await asked.catch((error: unknown) => {
    throw localError(error, address)
  })
  yield* results as unknown as readonly ConcordanceContradiction[]
  if (!more) return
  throw new CliError(
    EXIT.refused,
    `There are more than ${MAX_CONTRADICTIONS.toLocaleString('en')} contradictions. List them in the folder of the service.`,
  )
}

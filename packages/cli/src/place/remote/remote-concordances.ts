import type { Client } from '@utpid/client'
import type { CallOptions } from '@utpid/core'
import type {
  ConcordanceContradiction,
  ConcordanceEntry,
  ConcordanceReport,
  StoreConcordanceOptions,
} from '@utpid/core/operations'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { localError } from './remote-error.ts'
import { callOf } from './remote-reads.ts'

/** Maximum entries of one request. */
const ENTRIES_PER_REQUEST = 10_000
const MAX_CONTRADICTIONS = 1_000

/**
 * Stores a concordance through a service. One request may replace the stored entries; more entries only fit into
 * several requests that add.
 */
export async function storeConcordanceRemotely(
  client: Client,
  name: string,
  entries: Iterable<ConcordanceEntry> | AsyncIterable<ConcordanceEntry>,
  options: StoreConcordanceOptions = {},
): Promise<ConcordanceReport> {
  const { add, supplier, source, onProgress } = options
  let total: ConcordanceReport | undefined
  let batch: ConcordanceEntry[] = []
  let isInParts = add === true
  const send = async (): Promise<void> => {
    const body = { entries: batch, add: isInParts, supplier, source }
    const report = await client.storeConcordance(name, body, callOf(options))
    total = total === undefined ? report : sumOf(total, report)
    batch = []
    onProgress?.({ phase: 'store', done: total.entries })
  }
  for await (const entry of entries) {
    if (batch.length === ENTRIES_PER_REQUEST) {
      if (!isInParts) await checkNew(client, name, options)
      isInParts = true
      await send()
    }
    batch.push(entry)
  }
  if (batch.length > 0) await send()
  if (total === undefined) throw usageError(`The concordance ${name} has no entries.`)
  return total
}

/** Entries in several requests cannot replace stored ones, since each request knows only its own entries. */
async function checkNew(client: Client, name: string, options: CallOptions): Promise<void> {
  const { results } = await client.concordances(callOf(options))
  if (!results.some((each) => each.name === name)) return
  throw usageError(
    `A service replaces at most ${ENTRIES_PER_REQUEST.toLocaleString('en')} entries of a stored concordance in one call. Add these with --add, or import them under a new name and remove ${name} afterwards.`,
  )
}

function sumOf(total: ConcordanceReport, report: ConcordanceReport): ConcordanceReport {
  const { entries, added, changed, removed, records, rejected, rejections } = total
  return {
    ...report,
    entries: entries + report.entries,
    added: added + report.added,
    changed: changed + report.changed,
    removed: removed + report.removed,
    records: records + report.records,
    rejected: rejected + report.rejected,
    rejections: [...rejections, ...report.rejections.map((each) => ({ ...each, index: entries + each.index }))],
    change: Math.max(total.change, report.change),
  }
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

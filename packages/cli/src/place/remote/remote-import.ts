import type { Client, ImportedLine } from '@utpid/client'
import {
  type ImportCounts,
  type ImportOptions,
  type ImportOutcome,
  type ImportReport,
  RegistryError,
  wasRepaired,
} from '@utpid/core'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'

type Records = Iterable<unknown> | AsyncIterable<unknown>
type FullReport = NonNullable<ImportReport['full']>[number]

/** Outcomes after which the progress is told: as many as a local import writes at once. */
const TOLD_EVERY = 500

/** Imports through a job of the service, and tells of it as a registry here does. */
export async function importRemotely(client: Client, records: Records, options: ImportOptions): Promise<ImportReport> {
  const { supplier, full, allowLoss, batchSize } = options
  if (batchSize !== undefined) {
    throw new CliError(EXIT.usage, '--batch is not given with --remote: the service says how many records are a step.')
  }
  const signal = options.signal as AbortSignal | undefined
  const source = new Source(records, signal)
  // The service refuses a body without records, which an import here takes.
  if (full !== true && !(await source.hasAny())) {
    options.onProgress?.({ ...NOTHING })
    const { change } = await client.stats({}, { signal })
    return { ...NOTHING, skippedKeys: 0, oversizedComponents: 0, parted: NOTHING_PARTED, change }
  }
  const job = await client
    .startImport(
      source.records() as AsyncIterable<object>,
      { supplier, full, allowLoss },
      { signal: soonAfter(signal) },
    )
    .catch((error: unknown) => {
      // What broke here says more than the connection that it broke.
      throw source.failure === undefined ? error : source.failure.error
    })
  try {
    signal?.throwIfAborted()
    return await followed(client, job.id, options)
  } catch (error) {
    // Who interrupts an import does not want it to go on elsewhere.
    if (signal?.aborted === true) await client.cancelImport(job.id).catch(() => undefined)
    throw error
  }
}

/** How long the service may take to name the job of a feed that it has whole, when the import was interrupted meanwhile. */
const NAMED_MS = 5_000

/** Aborts later: of a job whose name is not heard nobody could say that it shall not go on. */
function soonAfter(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined) return undefined
  const late = new AbortController()
  const abort = (): void => void setTimeout(() => late.abort(signal.reason), NAMED_MS).unref()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return late.signal
}

async function followed(client: Client, id: string, options: ImportOptions): Promise<ImportReport> {
  const { full, onOutcome, onProgress } = options
  const signal = options.signal as AbortSignal | undefined
  const counts = { ...NOTHING }
  const fullReports: FullReport[] = []
  let parted = NOTHING_PARTED
  for await (const line of client.streamImportResults(id, { signal })) {
    if (line.outcome === 'full') {
      const { outcome: _, ...report } = line
      fullReports.push(report)
      continue
    }
    if (line.outcome === 'parted') {
      const { outcome: _, ...report } = line
      parted = report
      continue
    }
    const outcome = outcomeOf(line)
    counts.read++
    counts[outcome.outcome]++
    if (wasRepaired(outcome.repairs)) counts.repaired++
    onOutcome?.(outcome)
    if (counts.read % TOLD_EVERY === 0) onProgress?.({ ...counts })
  }
  onProgress?.({ ...counts })
  const { status, error, counts: atEnd } = await client.waitForJob('import', id, { signal })
  if (status !== 'completed') {
    throw new RegistryError(
      (error?.code ?? 'unavailable') as RegistryError['code'],
      error?.message ?? `The import ${id} was ${status}.`,
    )
  }
  // Lines tell of a record when its part was written; a later part may have linked or parted it.
  for (const name of ['created', 'alerted', 'linked'] as const) counts[name] = Number(atEnd[name] ?? 0)
  const { change } = await client.stats({}, { signal })
  return {
    ...counts,
    // What the registry met on its way is not told over HTTP.
    skippedKeys: 0,
    oversizedComponents: 0,
    parted,
    change,
    ...(full === true ? { full: fullReports } : {}),
  }
}

const NOTHING_PARTED: ImportReport['parted'] = { total: 0, byReason: {}, links: [] }

const NOTHING: { [Name in keyof ImportCounts]: number } = {
  read: 0,
  linked: 0,
  created: 0,
  alerted: 0,
  updated: 0,
  unchanged: 0,
  withheld: 0,
  rejected: 0,
  superseded: 0,
  repaired: 0,
}

function outcomeOf(imported: ImportedLine): ImportOutcome {
  if (imported.outcome !== 'unreadable') {
    const { line: _, ...row } = imported
    return row as unknown as ImportOutcome
  }
  // Too large or too deep to be sent as a line.
  const { index, error } = imported
  return { index, outcome: 'rejected', rejection: { code: 'not_an_object', message: error.message }, repairs: [] }
}

/** Records on their way out, which may break. */
class Source {
  failure: { readonly error: unknown } | undefined
  readonly #records: AsyncIterator<unknown> | Iterator<unknown>
  readonly #signal: AbortSignal | undefined
  #first: IteratorResult<unknown> | undefined

  /** @param signal - Breaks them off. */
  constructor(records: Records, signal: AbortSignal | undefined) {
    this.#records = Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]()
    this.#signal = signal
  }

  /** Whether there is a record. It is read, and is the first of {@link records}. */
  async hasAny(): Promise<boolean> {
    this.#first ??= await this.#records.next()
    return this.#first.done !== true
  }

  async *records(): AsyncGenerator<unknown, void> {
    try {
      let next = this.#first ?? (await this.#records.next())
      for (; next.done !== true; next = await this.#records.next()) {
        this.#signal?.throwIfAborted()
        yield next.value
      }
    } catch (error) {
      this.failure = { error }
      throw error
    } finally {
      await this.#records.return?.()
    }
  }
}

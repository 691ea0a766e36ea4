import { type MatchOptions, type Registry, RegistryError } from '@utpid/core'
import type { Yield } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import type { InputItem, Job } from '../model/job.ts'
import type { BatchEnvelope } from '../reading/read-json-batch.ts'
import type { Jobs, NewJob } from './jobs.ts'
import { countDecisions, type MappedInput, mapInputs } from './map-inputs.ts'

/** `sync` responds with results, `async` with a job. `auto` responds with results for few inputs, else with a job. */
export type BatchMode = 'auto' | 'sync' | 'async'

/** A batch as received. */
export interface BatchRequest {
  /** The id of the job, if one is created: the idempotency key of the request. */
  readonly id?: string
  readonly accountId: string
  /** The account's plan. */
  readonly plan: { readonly jobs?: number }
  /** The output of `readBatch`, from this thread or another thread. */
  readonly inputs: AsyncGenerator<InputItem>
  /** The other fields of the body; complete once the inputs have ended. */
  readonly envelope: BatchEnvelope
  /** Validates the options of a body. @throws `validation_failed` */
  readonly checkOptions: (options: unknown) => MatchOptions
  /** See {@link NewJob.file}. */
  readonly file?: NewJob['file']
}

/** The response to a batch: results, or a job. */
export type BatchResponse =
  | { readonly results: readonly MappedInput[]; readonly counts: Readonly<Record<string, number>> }
  | { readonly job: Job }

/** Maximum inputs that `auto` processes without a job. */
export const MAX_AUTO_INPUTS = 100
/**
 * Inputs of one part. One turn of the event loop serializes the results of a part: 100 results are about 200 KB of
 * JSON.
 */
const INPUTS_PER_PART = 100
/** Maximum inputs of `sync`. */
export const MAX_SYNC_INPUTS = 1_000
/** Maximum UTF-16 units of the inputs of `sync`, which stay in memory until the response. */
const MAX_SYNC_CHARACTERS = 10_000_000

/** The parts that process batches. */
interface BatchParts {
  readonly registry: Registry
  readonly jobs: Jobs
  readonly yieldNow: Yield
}

/**
 * Processes a batch synchronously or creates a job for the batch.
 *
 * @throws `batch_too_large`, `duplicate_ref`, `too_many_jobs`, and errors of reading the body. After an error nothing
 * has changed.
 */
export async function processBatch(parts: BatchParts, request: BatchRequest): Promise<BatchResponse> {
  try {
    return await processRequest(parts, request)
  } finally {
    // Close the inputs even before their end: a thread may still be reading them.
    await request.inputs.return(undefined)
  }
}

async function processRequest({ registry, jobs, yieldNow }: BatchParts, request: BatchRequest): Promise<BatchResponse> {
  const { envelope, inputs } = request
  const { first, isComplete } = await readFirst(inputs)
  if (isComplete) {
    const mode = modeOf(envelope)
    const options = request.checkOptions(envelope.options)
    if (mode === 'sync' || (mode === 'auto' && first.length <= MAX_AUTO_INPUTS)) {
      const results = await mapInputs(registry, first, { ...options, yieldNow })
      return { results, counts: countDecisions(results) }
    }
  }
  async function* all(): AsyncGenerator<InputItem> {
    yield* first
    yield* inputs
  }
  const job = await jobs.create({
    ...defined({ id: request.id, file: request.file }),
    accountId: request.accountId,
    kind: 'batch-map',
    inputs: all(),
    itemsPerPart: INPUTS_PER_PART,
    ...defined({ limit: request.plan.jobs }),
    options: () => {
      if (modeOf(envelope) === 'sync') throw tooLargeForSync()
      return { ...request.checkOptions(envelope.options) }
    },
  })
  return { job }
}

/** Returns whether a batch becomes a job. @param inputs - The number of its inputs. */
export function isJob(envelope: BatchEnvelope, inputs: number): boolean {
  const mode = modeOf(envelope)
  return mode === 'async' || (mode === 'auto' && inputs > MAX_AUTO_INPUTS)
}

/** Reads inputs up to the limits of a synchronous response. */
async function readFirst(inputs: AsyncGenerator<InputItem>): Promise<{ first: InputItem[]; isComplete: boolean }> {
  const first: InputItem[] = []
  let characters = 0
  while (first.length <= MAX_SYNC_INPUTS && characters <= MAX_SYNC_CHARACTERS) {
    const next = await inputs.next()
    if (next.done === true) return { first, isComplete: true }
    first.push(next.value)
    characters += 'text' in next.value ? next.value.text.length : 0
  }
  return { first, isComplete: false }
}

function modeOf({ mode = 'auto' }: BatchEnvelope): BatchMode {
  if (mode === 'auto' || mode === 'sync' || mode === 'async') return mode
  throw new RegistryError('validation_failed', 'mode must be "auto", "sync" or "async".')
}

function tooLargeForSync(): RegistryError {
  return new RegistryError(
    'batch_too_large',
    `At most ${MAX_SYNC_INPUTS} inputs of ${MAX_SYNC_CHARACTERS.toLocaleString('en')} characters in total are mapped directly; omit mode, or use "async".`,
    { details: { limit: MAX_SYNC_INPUTS } },
  )
}

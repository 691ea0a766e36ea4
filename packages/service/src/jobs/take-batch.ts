import { type MatchOptions, type Registry, RegistryError, type Yield } from '@utpid/core'
import type { InputItem, Job, JobError } from '../model/job.ts'
import type { Jobs } from './jobs.ts'
import { countDecisions, type MappedInput, mapInputs, readItem } from './map-inputs.ts'
import { type Body, type FeedReader, readFeedItems } from './read-items.ts'
import { type BatchEnvelope, readJsonBatch } from './read-json-batch.ts'
import { readNdjson } from './read-ndjson.ts'
import { Turns } from './turns.ts'

/** `sync` answers at once, `async` by a job, `auto` at once when there are few inputs. */
export type BatchMode = 'auto' | 'sync' | 'async'

/** A batch as it came. */
export interface BatchRequest {
  /** Of the job, if one is made: the token of an idempotent request. */
  readonly id?: string
  readonly accountId: string
  /** Of the account's plan. */
  readonly plan: { readonly batchSize: number; readonly jobs?: number }
  readonly body: Body
  /** `json` has options and mode in its body; with the others they come beside it. A reader is for CSV. */
  readonly format: 'json' | 'ndjson' | FeedReader
  readonly mode?: BatchMode
  readonly options?: MatchOptions
  /** What the options of a body have to be. @throws `validation_failed` */
  readonly checkOptions: (options: unknown) => MatchOptions
}

/** What a batch is answered with: results at once, or a job. */
export type BatchAnswer =
  | { readonly results: readonly MappedInput[]; readonly counts: Readonly<Record<string, number>> }
  | { readonly job: Job }

/** Inputs that `auto` answers at once. */
export const AUTO_INPUTS_MOST = 100
/** The answers to a part are written down in one turn of the event loop: 100 are about 200 KB of JSON. */
const INPUTS_PER_PART = 100
/** Inputs that `sync` takes. */
export const SYNC_INPUTS_MOST = 1_000

/**
 * Answers a batch, or makes a job of it.
 *
 * @throws `batch_too_large`, `duplicate_ref`, `too_many_jobs`, and what reading the body throws. Nothing was done then.
 */
export async function takeBatch(
  { registry, jobs, giveWay }: { readonly registry: Registry; readonly jobs: Jobs; readonly giveWay: Yield },
  request: BatchRequest,
): Promise<BatchAnswer> {
  const turns = new Turns(giveWay)
  const envelope: BatchEnvelope = { mode: request.mode, options: request.options }
  const items = checkedItems(itemsOf(request, envelope, turns), request.plan.batchSize, turns)
  const first: InputItem[] = []
  let isAll = true
  for (;;) {
    const next = await items.next()
    if (next.done === true) break
    first.push(next.value)
    if (first.length <= SYNC_INPUTS_MOST) continue
    isAll = false
    break
  }
  if (isAll) {
    const mode = modeOf(envelope)
    const options = request.checkOptions(envelope.options)
    if (mode === 'sync' || (mode === 'auto' && first.length <= AUTO_INPUTS_MOST)) {
      const results = await mapInputs(registry, first, { ...options, giveWay })
      return { results, counts: countDecisions(results) }
    }
  }
  async function* all(): AsyncGenerator<InputItem> {
    yield* first
    yield* items
  }
  const job = await jobs.create({
    ...(request.id === undefined ? {} : { id: request.id }),
    accountId: request.accountId,
    kind: 'batch-map',
    inputs: all(),
    itemsPerPart: INPUTS_PER_PART,
    ...(request.plan.jobs === undefined ? {} : { limit: request.plan.jobs }),
    options: () => {
      if (modeOf(envelope) === 'sync') throw tooManyForSync()
      return { ...request.checkOptions(envelope.options) }
    },
  })
  return { job }
}

function itemsOf({ body, format }: BatchRequest, envelope: BatchEnvelope, turns: Turns): AsyncGenerator<InputItem> {
  if (format === 'json') return readJsonBatch(body, envelope, turns)
  return format === 'ndjson' ? readNdjson(body, turns) : readFeedItems(body, format, turns)
}

/** The items, as long as there are not too many and no two have the same `ref`. */
async function* checkedItems(items: AsyncIterable<InputItem>, most: number, turns: Turns): AsyncGenerator<InputItem> {
  const refs = new Map<string, number>()
  let index = 0
  for await (const item of items) {
    if (index >= most) {
      const message = `The batch has more than the ${most} inputs that the plan allows; send it in parts.`
      throw new RegistryError('batch_too_large', message, { details: { limit: most } })
    }
    const ref = refOf(readItem(item))
    const before = ref === undefined ? undefined : refs.get(ref)
    if (before !== undefined) {
      const message = `inputs ${before} and ${index} both have the ref ${JSON.stringify(ref)}; give each its own.`
      throw new RegistryError('duplicate_ref', message, { details: { indices: [before, index] } })
    }
    if (ref !== undefined) refs.set(ref, index)
    index++
    yield item
    await turns.pass()
  }
}

/** As the answer gives it. */
function refOf(read: { readonly value: unknown } | { readonly error: JobError }): string | undefined {
  if (!('value' in read) || typeof read.value !== 'object' || read.value === null) return undefined
  const { ref } = read.value as { readonly ref?: unknown }
  const text = typeof ref === 'string' || typeof ref === 'number' ? String(ref).trim() : ''
  return text === '' ? undefined : text
}

function modeOf({ mode = 'auto' }: BatchEnvelope): BatchMode {
  if (mode === 'auto' || mode === 'sync' || mode === 'async') return mode
  throw new RegistryError('validation_failed', 'mode must be "auto", "sync" or "async".')
}

function tooManyForSync(): RegistryError {
  return new RegistryError(
    'batch_too_large',
    `At most ${SYNC_INPUTS_MOST} inputs are answered at once; leave out mode, or ask for "async".`,
    { details: { limit: SYNC_INPUTS_MOST } },
  )
}

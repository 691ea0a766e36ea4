import { type Client, type MappedInput, UtpidError } from '@utpid/client'
import type { CallOptions, MatchOptions, MatchResult } from '@utpid/core'
import type { MapBatchOptions } from '@utpid/core/operations'

/** Maximum inputs of one request. */
const MAX_INPUTS = 1_000
/** In milliseconds. Matching many inputs takes long on a busy machine. */
const TIMEOUT_MS = 300_000

/** Does the same as `Registry.match`: an invalid input is an answer, not an error. */
export async function matchRemotely(
  client: Client,
  input: unknown,
  { signal, limit, minConfidence, explain }: MatchOptions & CallOptions = {},
): Promise<MatchResult> {
  const options = { limit, minConfidence, explain }
  try {
    const call = { signal: signal as AbortSignal | undefined }
    return (await client.match({ input: input as object, options }, call)) as unknown as MatchResult
  } catch (error) {
    const [fault] = error instanceof UtpidError && error.code === 'validation_failed' ? error.errors : []
    if (fault === undefined || !/^input(\.|$)/.test(fault.path)) throw error
    return { ...NO_ANSWER, error: { code: fault.code, message: fault.message } as NonNullable<MatchResult['error']> }
  }
}

/** Does the same as `Registry.mapBatch`. Sends several smaller requests if the plan of the key limits batches. */
export async function mapBatchRemotely(
  client: Client,
  inputs: readonly unknown[],
  { signal, limit, minConfidence, explain, onProgress }: MapBatchOptions = {},
): Promise<MatchResult[]> {
  const options = { limit, minConfidence, explain }
  const call = { signal: signal as AbortSignal | undefined, timeoutMs: TIMEOUT_MS }
  const results: MatchResult[] = []
  for (let batchSize = MAX_INPUTS; results.length < inputs.length; ) {
    const part = inputs.slice(results.length, results.length + batchSize)
    try {
      const body = { inputs: part.map(withoutRef), options, mode: 'sync' } as const
      const { results: answers = [] } = (await client.batchMap(body, {}, call)) as { results?: unknown }
      results.push(...(answers as MappedInput[]).map((answer, at) => resultOf(answer, part[at])))
      onProgress?.(results.length)
    } catch (error) {
      const allowed = smallerPart(error, part.length)
      if (allowed === undefined) throw error
      batchSize = allowed
    }
  }
  return results
}

/** Returns the maximum batch size if a plan allows only smaller batches. */
function smallerPart(error: unknown, sent: number): number | undefined {
  if (!(error instanceof UtpidError) || error.code !== 'batch_too_large') return undefined
  const { limit } = error.problem
  return typeof limit === 'number' && limit >= 1 && limit < sent ? limit : undefined
}

/** Removes `ref`, since lines of a file may repeat a `ref`, but inputs of one batch must not. */
function withoutRef(input: unknown): object {
  const { ref: _, ...rest } = input as { readonly ref?: unknown }
  return rest
}

function resultOf({ index: _, decision, ...answer }: MappedInput, input: unknown): MatchResult {
  const { ref } = input as { readonly ref?: unknown }
  const text = typeof ref === 'string' || typeof ref === 'number' ? String(ref).trim() : ''
  const result = { ...answer, ref: text === '' ? null : text, decision: decision === 'invalid' ? null : decision }
  return result as unknown as MatchResult
}

const NO_ANSWER: Omit<MatchResult, 'error'> = {
  ref: null,
  decision: null,
  method: null,
  utpid: null,
  confidence: 0,
  thresholds: { match: 0, review: 0 },
  matches: [],
  reason: null,
  skippedKeys: 0,
  missingEvidence: [],
  repairs: [],
  model: '',
}

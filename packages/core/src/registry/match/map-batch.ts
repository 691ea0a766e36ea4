import { LIMITS } from '../../model/limits.ts'
import type { MatchResult } from '../../model/match.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type MatchOptions, matchInputs } from './match-inputs.ts'

/** The options of `mapBatch`. */
export interface MapBatchOptions extends MatchOptions {
  readonly signal?: AbortSignalLike
  /** A callback with the number of inputs that have a result so far. */
  readonly onProgress?: (answered: number) => void
}

/**
 * The number of inputs in one slice. The number is small, so that a server can respond to other requests between
 * slices.
 */
const INPUTS_PER_SLICE = 50
/**
 * The maximum number of concurrent slices. While a remote storage looks up candidates of one slice, this process
 * compares candidates of other slices.
 */
const MAX_CONCURRENT_SLICES = 4

/** Matches up to `LIMITS.inputsPerBatch` inputs independently. Between slices, other tasks can run. */
export async function mapBatch(
  context: RegistryContext,
  inputs: readonly unknown[],
  { signal, onProgress, ...options }: MapBatchOptions = {},
): Promise<MatchResult[]> {
  if (!Array.isArray(inputs)) throw validationError('mapBatch takes an array of inputs.')
  if (inputs.length > LIMITS.inputsPerBatch) {
    throw new RegistryError(
      'batch_too_large',
      `The batch has ${inputs.length} inputs; the maximum is ${LIMITS.inputsPerBatch}. Send it in parts.`,
    )
  }
  const results: MatchResult[] = []
  const pending: Promise<MatchResult[]>[] = []
  const awaitFirst = async (): Promise<void> => {
    results.push(...((await pending[0]) as MatchResult[]))
    pending.shift()
    onProgress?.(results.length)
  }
  try {
    for (let from = 0; from < inputs.length; from += INPUTS_PER_SLICE) {
      checkSignal(signal)
      const matching = matchInputs(context, inputs.slice(from, from + INPUTS_PER_SLICE), options)
      // `takeFirst` reports the error later. Until then, this handler prevents an unhandled rejection, which would end
      // the process.
      matching.catch(() => undefined)
      pending.push(matching)
      // With a local storage, the slice is complete when this call returns.
      await context.yield()
      if (pending.length === MAX_CONCURRENT_SLICES) await awaitFirst()
    }
    while (pending.length > 0) {
      checkSignal(signal)
      await awaitFirst()
    }
  } finally {
    // This code waits for running slices, so that no slice continues after the call has returned or failed.
    await Promise.allSettled(pending)
  }
  return results
}

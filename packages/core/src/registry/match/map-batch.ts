import { LIMITS } from '../../model/limits.ts'
import type { MatchResult } from '../../model/match.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type MatchOptions, matchInputs } from './match-inputs.ts'

/** Options of `mapBatch`. */
export interface MapBatchOptions extends MatchOptions {
  readonly signal?: AbortSignalLike
  /** Called with the number of answered inputs so far. */
  readonly onProgress?: (answered: number) => void
}

/** Small enough that a server can answer other requests in between. */
const INPUTS_PER_SLICE = 50
/** While a remote storage looks up candidates of one slice, earlier slices are compared. */
const MAX_CONCURRENT_SLICES = 4

/** Matches up to `LIMITS.inputsPerBatch` inputs independently and yields to other work in between. */
export async function mapBatch(
  context: RegistryContext,
  inputs: readonly unknown[],
  { signal, onProgress, ...options }: MapBatchOptions = {},
): Promise<MatchResult[]> {
  if (!Array.isArray(inputs)) throw new RegistryError('validation_failed', 'mapBatch takes an array of inputs.')
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
      // `takeFirst` reports the error. Until then this prevents an unhandled rejection, which would end the process.
      matching.catch(() => undefined)
      pending.push(matching)
      // With a local storage the slice is done after this.
      await context.yield()
      if (pending.length === MAX_CONCURRENT_SLICES) await awaitFirst()
    }
    while (pending.length > 0) {
      checkSignal(signal)
      await awaitFirst()
    }
  } finally {
    // No work continues after the result or an error.
    await Promise.allSettled(pending)
  }
  return results
}

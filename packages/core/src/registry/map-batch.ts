import type { AbortSignalLike } from '../environment.ts'
import { LIMITS } from '../model/limits.ts'
import type { MatchResult } from '../model/match.ts'
import { RegistryError } from '../model/registry-error.ts'
import { checkSignal } from './check-signal.ts'
import { type MatchOptions, matchInputs } from './match-inputs.ts'
import type { RegistryContext } from './registry-context.ts'

export interface MapBatchOptions extends MatchOptions {
  readonly signal?: AbortSignalLike
  /** Called with the number of inputs answered so far. */
  readonly onProgress?: (answered: number) => void
}

/** Small enough that a server answers others in between. */
const SLICE = 50

/** Matches up to `LIMITS.inputsPerBatch` inputs, each on its own, and gives way to other work in between. */
export async function mapBatch(
  context: RegistryContext,
  inputs: readonly unknown[],
  { signal, onProgress, ...options }: MapBatchOptions = {},
): Promise<MatchResult[]> {
  if (!Array.isArray(inputs)) throw new RegistryError('validation_failed', 'mapBatch takes an array of inputs.')
  if (inputs.length > LIMITS.inputsPerBatch) {
    throw new RegistryError(
      'batch_too_large',
      `The batch has ${inputs.length} inputs; at most ${LIMITS.inputsPerBatch} are taken. Send it in parts.`,
    )
  }
  const results: MatchResult[] = []
  for (let from = 0; from < inputs.length; from += SLICE) {
    checkSignal(signal)
    results.push(...(await matchInputs(context, inputs.slice(from, from + SLICE), options)))
    onProgress?.(results.length)
    await context.yield()
  }
  return results
}

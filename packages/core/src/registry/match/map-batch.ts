import { LIMITS } from '../../model/limits.ts'
import type { MatchResult } from '../../model/match.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type MatchOptions, matchInputs } from './match-inputs.ts'

/** How a batch of inputs is matched. */
export interface MapBatchOptions extends MatchOptions {
  readonly signal?: AbortSignalLike
  /** Called with the number of inputs answered so far. */
  readonly onProgress?: (answered: number) => void
}

/** Small enough that a server answers others in between. */
const SLICE = 50
/** While a storage behind a network looks for the candidates of one slice, the ones before are compared. */
const SLICES_AT_ONCE = 4

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
  const begun: Promise<MatchResult[]>[] = []
  const takeFirst = async (): Promise<void> => {
    results.push(...((await begun[0]) as MatchResult[]))
    begun.shift()
    onProgress?.(results.length)
  }
  try {
    for (let from = 0; from < inputs.length; from += SLICE) {
      checkSignal(signal)
      const matching = matchInputs(context, inputs.slice(from, from + SLICE), options)
      // Heard when its turn comes; until then nobody waits for it, and that would end the process.
      matching.catch(() => undefined)
      begun.push(matching)
      // What needs no network is over before this is.
      await context.yield()
      if (begun.length === SLICES_AT_ONCE) await takeFirst()
    }
    while (begun.length > 0) {
      checkSignal(signal)
      await takeFirst()
    }
  } finally {
    // Nothing goes on after an answer or an error.
    await Promise.allSettled(begun)
  }
  return results
}

import { type DuplicateAlert, type MatchExplanation, RegistryError } from '@utpid/core'
import type { NonMatchReason, PairRef } from '@utpid/core/operations'
import type { Call } from '../../route/route.ts'
import { redactDecisions } from './actor-name.ts'

/** Explanation of a pair: the comparison of its two records or products, and the reasons that join or separate them. */
interface Explained extends MatchExplanation {
  /** The reasons for a non-match. Empty if the pair is one product. */
  readonly reasons: readonly NonMatchReason[]
}

type Explaining = Pick<Call, 'registry' | 'caller' | 'signal'>

/**
 * Explains why two records or products are or are not one product, without data that the caller may not see.
 *
 * @throws errors of `Registry.why`.
 */
export async function explained({ registry, caller, signal }: Explaining, a: PairRef, b: PairRef): Promise<Explained> {
  const { reasons, ...nonMatch } = await registry.explainNonMatch(a, b, { signal })
  const why = nonMatch.together
    ? await registry.explainMatch(a, b, { signal })
    : { ...nonMatch, path: [], weakest: null, curatedBy: [] }
  return redactDecisions({ ...why, reasons: why.together ? [] : reasons }, { caller })
}

/** Explains the match of an alert's two records. Returns null if the registry no longer contains the records. */
export async function explainedAlert(
  explaining: Explaining,
  { records: [a, b] }: DuplicateAlert,
): Promise<Explained | null> {
  try {
    return await explained(explaining, a, b)
  } catch (error) {
    if (error instanceof RegistryError && ABSENT.has(error.code)) return null
    throw error
  }
}

/** Error codes for a missing record or an unknown code. */
const ABSENT: ReadonlySet<string> = new Set(['product_not_found', 'validation_failed'])

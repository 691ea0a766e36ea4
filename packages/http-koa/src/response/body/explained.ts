import { type DuplicateAlert, RegistryError, type Why } from '@utpid/core'
import type { Asked, WhyNotReason } from '@utpid/core/operations'
import type { Call } from '../../route/route.ts'
import { shownDecisions } from './decided-by.ts'

/** Explanation of a pair: how it compares, and what joins it or keeps it apart. */
interface Explained extends Why {
  /** Empty if the pair is one product. */
  readonly reasons: readonly WhyNotReason[]
}

type Explaining = Pick<Call, 'registry' | 'caller' | 'signal'>

/** Explains why two are one product or not, as the caller may see it. @throws errors of `Registry.why`. */
export async function explained({ registry, caller, signal }: Explaining, a: Asked, b: Asked): Promise<Explained> {
  const { reasons, ...told } = await registry.whyNot(a, b, { signal })
  const why = told.together ? await registry.why(a, b, { signal }) : { ...told, path: [], weakest: null, keptBy: [] }
  return shownDecisions({ ...why, reasons: why.together ? [] : reasons }, { caller })
}

/** Explains the two records of an alert. Returns null if the registry no longer has them. */
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

/** Error codes of a missing record or an unknown code. */
const ABSENT: ReadonlySet<string> = new Set(['product_not_found', 'validation_failed'])

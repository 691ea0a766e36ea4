import { type Asked, type DuplicateAlert, RegistryError, type Why, type WhyNotReason } from '@utpid/core'
import type { Call } from '../../route/route.ts'
import { shownDecisions } from './decided-by.ts'

/** Two that were asked about: how they compare, by what they are joined, or what keeps them apart. */
interface Explained extends Why {
  /** Empty when they are together. */
  readonly reasons: readonly WhyNotReason[]
}

type Explaining = Pick<Call, 'registry' | 'caller' | 'signal'>

/** Why two are one product or not, as the caller may see it. @throws as `Registry.why` does. */
export async function explained({ registry, caller, signal }: Explaining, a: Asked, b: Asked): Promise<Explained> {
  const { reasons, ...told } = await registry.whyNot(a, b, { signal })
  const why = told.together ? await registry.why(a, b, { signal }) : { ...told, path: [], weakest: null, keptBy: [] }
  return shownDecisions({ ...why, reasons: why.together ? [] : reasons }, { caller })
}

/** Of the two records that an alert rests on; null when the registry has them no more. */
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

/** Of a record that is not there, and of one whose code is not known any more. */
const ABSENT: ReadonlySet<string> = new Set(['product_not_found', 'validation_failed'])

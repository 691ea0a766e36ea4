import { CleanProducts } from '../../golden-record/clean-products.ts'
import { PairScorer } from '../../scoring/score-pair.ts'
import { storedTermFrequency } from '../../scoring/term-frequency-table.ts'
import { isSameModelVersion } from '../../storage/model-version.ts'
import type { RegistryContext } from './registry-context.ts'

/**
 * Follows another process that has moved the storage to another term-frequency version. Model and index rules are the
 * same, so this process needs only the new bits of words.
 *
 * @returns Whether the registry now uses another version. False if the storage has another model or index version.
 */
export async function followTermFrequency(context: RegistryContext): Promise<boolean> {
  const { active, scorer } = context
  const { indexVersion, modelVersion } = await context.ledger.head()
  const isOpenedAsStored = isSameModelVersion(context.modelVersion, active.modelVersion)
  if (!isOpenedAsStored || modelVersion === undefined || indexVersion !== active.indexVersion) return false
  const { tfVersion, ...model } = modelVersion
  if (tfVersion === active.modelVersion.tfVersion) return false
  if (!isSameModelVersion({ ...active.modelVersion, ...model }, active.modelVersion)) return false
  const terms = storedTermFrequency(tfVersion, await context.ledger.modelVersions())
  // A call of this process may have followed meanwhile, or have swapped the generation itself.
  if (context.active !== active) return true
  Object.assign(context, {
    scorer: new PairScorer(scorer.model, terms, scorer.schema),
    modelVersion,
    active: { ...active, cleanProducts: new CleanProducts(), modelVersion },
  })
  return true
}

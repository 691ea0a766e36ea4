import type { ComparisonVersions } from '../../schema/custom-comparison.ts'
import { defaultSchema } from '../../schema/default-schema.ts'
import type { RegistrySchema } from '../../schema/registry-schema.ts'
import { completeModel } from '../../scoring/complete-model.ts'
import { DEFAULT_MODEL } from '../../scoring/default-model.ts'
import {
  modelHash,
  modelRow,
  modelVersionOf,
  storedComparisonVersions,
  storedModel,
} from '../../scoring/model-version.ts'
import { PairScorer } from '../../scoring/score-pair.ts'
import type { ScoringModel } from '../../scoring/scoring-model.ts'
import { shippedTermFrequency } from '../../scoring/term-frequency.ts'
import { storedTermFrequency } from '../../scoring/term-frequency-table.ts'
import type { ModelVersion } from '../../storage/model-version.ts'
import type { Storage } from '../../storage/storage.ts'

export interface OpenedModelVersion {
  /** The scorer of the pairs of this registry. */
  readonly scorer: PairScorer
  /**
   * The model version of the storage. If the caller passes another model, this version differs from the scorer's
   * version until `rescore` is done.
   */
  readonly stored: ModelVersion
  /** The versions of the custom comparisons of the storage's model. */
  readonly comparisons: ComparisonVersions
}

/**
 * Reads the model version of a storage. If the storage has no model version, the function writes one. For an empty
 * storage, that is the model of this registry. For other storages, it is the shipped model with term-frequency version
 * 0, which earlier versions of utpid used.
 *
 * @param given - The model with which the caller opens the registry. Default: the model of the storage.
 * @param schema - The schema of the registry. The model of the registry is completed for this schema.
 * @throws {@link RegistryError} `storage_corrupt` if the storage lacks its model.
 */
export async function openModelVersion(
  storage: Storage,
  given: ScoringModel | undefined,
  schema: RegistrySchema = defaultSchema,
): Promise<OpenedModelVersion> {
  const { change, modelVersion } = await storage.ledger.head()
  const rows = modelVersion === undefined ? [] : await storage.ledger.modelVersions()
  const hash = modelVersion?.modelHash ?? ''
  const model = completeModel(given ?? storedModel(rows, hash, schema) ?? DEFAULT_MODEL, schema)
  if (modelVersion !== undefined && (change > 0 || hash === modelHash(model))) {
    return {
      scorer: new PairScorer(model, storedTermFrequency(modelVersion.tfVersion, rows), schema),
      stored: modelVersion,
      comparisons: storedComparisonVersions(rows, hash),
    }
  }
  const terms = shippedTermFrequency()
  const initial = change === 0 ? model : DEFAULT_MODEL
  const stored = modelVersionOf(new PairScorer(initial, terms, initial === model ? schema : defaultSchema))
  await storage.setModelVersion(stored, [modelRow(initial)])
  return { scorer: new PairScorer(model, terms, schema), stored, comparisons: initial.comparisons ?? {} }
}

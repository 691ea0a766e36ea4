import { DEFAULT_MODEL } from '../../scoring/default-model.ts'
import { modelHash, modelRow, modelVersionOf, storedModel } from '../../scoring/model-version.ts'
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
}

/**
 * Reads the model version of a storage. If the storage has no model version, the function writes one. For an empty
 * storage, that is the passed model. For other storages, it is the shipped model with term-frequency version 0, which
 * earlier versions of utpid used.
 *
 * @param given - The model with which the caller opens the registry. Default: the model of the storage.
 * @throws {@link RegistryError} `storage_corrupt` if the storage lacks its model.
 */
export async function openModelVersion(storage: Storage, given: ScoringModel | undefined): Promise<OpenedModelVersion> {
  const { change, modelVersion } = await storage.ledger.head()
  const takesGiven = change === 0 && given !== undefined && modelVersion?.modelHash !== modelHash(given)
  if (modelVersion === undefined || takesGiven) {
    const model = (change === 0 ? given : undefined) ?? DEFAULT_MODEL
    const scorer = new PairScorer(model, shippedTermFrequency())
    const stored = modelVersionOf(scorer)
    await storage.setModelVersion(stored, [modelRow(model)])
    return given === undefined || given === model ? { scorer, stored } : { scorer: withModel(scorer, given), stored }
  }
  const rows = await storage.ledger.modelVersions()
  const model = given ?? storedModel(rows, modelVersion.modelHash) ?? DEFAULT_MODEL
  return { scorer: new PairScorer(model, storedTermFrequency(modelVersion.tfVersion, rows)), stored: modelVersion }
}

function withModel({ terms }: PairScorer, model: ScoringModel): PairScorer {
  return new PairScorer(model, terms)
}

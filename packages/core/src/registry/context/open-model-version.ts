import { DEFAULT_MODEL } from '../../scoring/default-model.ts'
import { modelHash, modelRow, modelVersionOf, storedModel } from '../../scoring/model-version.ts'
import { PairScorer } from '../../scoring/score-pair.ts'
import type { ScoringModel } from '../../scoring/scoring-model.ts'
import { shippedTermFrequency } from '../../scoring/term-frequency.ts'
import { storedTermFrequency } from '../../scoring/term-frequency-table.ts'
import type { ModelVersion } from '../../storage/model-version.ts'
import type { Storage } from '../../storage/storage.ts'

export interface OpenedModelVersion {
  /** Scores pairs in this registry. */
  readonly scorer: PairScorer
  /** Model version of the storage. It differs from the scorer's until `rescore` is done, if another model was given. */
  readonly stored: ModelVersion
}

/**
 * Reads the model version of a storage, and writes it if it is missing. An empty storage takes the given model. A
 * storage of an earlier version of utpid was scored with the shipped model and term-frequency version 0.
 *
 * @param given - The model the registry is opened with. Default: the model of the storage.
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
  return { scorer: new PairScorer(model, storedTermFrequency(modelVersion.epoch, rows)), stored: modelVersion }
}

function withModel({ terms }: PairScorer, model: ScoringModel): PairScorer {
  return new PairScorer(model, terms)
}

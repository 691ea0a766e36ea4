import { DEFAULT_MODEL } from '../../scoring/default-model.ts'
import { termFrequencyOf } from '../../scoring/epoch-table.ts'
import { modelHash, modelRow, nameOfScorer, storedModel } from '../../scoring/name-scoring.ts'
import { PairScorer } from '../../scoring/score-pair.ts'
import type { ScoringModel } from '../../scoring/scoring-model.ts'
import { shippedTermFrequency } from '../../scoring/term-frequency.ts'
import type { ScoringName } from '../../storage/scoring-name.ts'
import type { Storage } from '../../storage/storage.ts'

export interface OpenedScoring {
  /** Scores pairs in this registry. */
  readonly scorer: PairScorer
  /** Model version of the storage. It differs from the scorer's until `rescore` is done, if another model was given. */
  readonly stored: ScoringName
}

/**
 * Reads the model version of a storage, and writes it if it is missing. An empty storage takes the given model. A
 * storage of an earlier version of utpid was scored with the shipped model and term-frequency version 0.
 *
 * @param given - The model the registry is opened with. Default: the model of the storage.
 * @throws {@link RegistryError} `storage_corrupt` if the storage lacks its model.
 */
export async function openScoring(storage: Storage, given: ScoringModel | undefined): Promise<OpenedScoring> {
  const { change, scoring } = await storage.ledger.head()
  const takesGiven = change === 0 && given !== undefined && scoring?.modelHash !== modelHash(given)
  if (scoring === undefined || takesGiven) {
    const model = (change === 0 ? given : undefined) ?? DEFAULT_MODEL
    const scorer = new PairScorer(model, shippedTermFrequency())
    const stored = nameOfScorer(scorer)
    await storage.setScoring(stored, [modelRow(model)])
    return given === undefined || given === model ? { scorer, stored } : { scorer: withModel(scorer, given), stored }
  }
  const rows = await storage.ledger.scorings()
  const model = given ?? storedModel(rows, scoring.modelHash) ?? DEFAULT_MODEL
  return { scorer: new PairScorer(model, termFrequencyOf(scoring.epoch, rows)), stored: scoring }
}

function withModel({ terms }: PairScorer, model: ScoringModel): PairScorer {
  return new PairScorer(model, terms)
}

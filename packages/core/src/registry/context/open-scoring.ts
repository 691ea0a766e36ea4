import { DEFAULT_MODEL } from '../../scoring/default-model.ts'
import { termFrequencyOf } from '../../scoring/epoch-table.ts'
import { modelHash, modelRow, nameOfScorer, storedModel } from '../../scoring/name-scoring.ts'
import { PairScorer } from '../../scoring/score-pair.ts'
import type { ScoringModel } from '../../scoring/scoring-model.ts'
import { shippedTermFrequency } from '../../scoring/term-frequency.ts'
import type { ScoringName } from '../../storage/scoring-name.ts'
import type { Storage } from '../../storage/storage.ts'

export interface OpenedScoring {
  /** By which this registry scores. */
  readonly scorer: PairScorer
  /** By what the storage was scored: another one until `rescore` is done, when a model was given that is not its own. */
  readonly stored: ScoringName
}

/**
 * Finds by what a storage is scored, and puts it down where it does not say: an empty storage takes the model that is
 * given, one of an earlier version of utpid was scored by the shipped model at epoch 0.
 *
 * @param given - The model that the registry is opened with; the storage's own unless given.
 * @throws {@link RegistryError} `storage_corrupt` when the storage lacks what it is scored by.
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

import { parseScoringModel, type ScoringModel } from './scoring-model.ts'
import shipped from './shipped-model.json' with { type: 'json' }

/**
 * The model shipped with core, trained by `scripts/train-shipped-model.ts`. `provenance` lists its training sets with
 * their numbers of pairs.
 */
export const DEFAULT_MODEL: ScoringModel = parseScoringModel(shipped)

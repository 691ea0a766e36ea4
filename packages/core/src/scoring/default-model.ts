import scorecard from './scorecard.json' with { type: 'json' }
import { parseScoringModel, type ScoringModel } from './scoring-model.ts'

/**
 * The model shipped with core: a scorecard set by hand. `provenance` says where its numbers
 * come from and what they are not.
 */
export const DEFAULT_MODEL: ScoringModel = parseScoringModel(scorecard)

import scorecard from '../../../../scripts/model/scorecard.json' with { type: 'json' }
import { parseScoringModel, type ScoringModel } from '../../src/scoring/scoring-model.ts'

/** The scorecard that the shipped model is trained from: for tests whose pairs must score the same after a training. */
export const PLAIN_MODEL: ScoringModel = parseScoringModel(scorecard)

import scorecard from '../../../../scripts/model/scorecard.json' with { type: 'json' }
import { parseScoringModel, type ScoringModel } from '../../src/scoring/scoring-model.ts'

/** The hand-set model, where training starts. It is for tests whose scores must stay the same after a training. */
export const PLAIN_MODEL: ScoringModel = parseScoringModel(scorecard)

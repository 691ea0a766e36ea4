import { parseScoringModel, type ScoringModel } from './scoring-model.ts'
import shipped from './shipped-model.json' with { type: 'json' }

/**
 * The model shipped with core, trained by `scripts/train-shipped-model.ts`. `provenance` names the sets it learned from
 * and how many pairs each has.
 */
export const DEFAULT_MODEL: ScoringModel = parseScoringModel(shipped)

import { canonicalJson } from '../encoding/canonical-json.ts'
import { hashTextHex } from '../encoding/hash.ts'
import type { ModelVersion } from '../storage/model-version.ts'
import type { ModelVersionRow } from '../storage/rows.ts'
import type { PairScorer } from './score-pair.ts'
import { parseScoringModel, type ScoringModel } from './scoring-model.ts'

/** Returns the model version of a scorer. */
export function modelVersionOf({ model, terms }: PairScorer): ModelVersion {
  return { model: model.version, modelHash: modelHash(model), tfVersion: terms.tfVersion }
}

/**
 * Returns the hash of a model as 16 hex digits. The hash covers version, thresholds and bits, but not `provenance`,
 * which is for people.
 */
export function modelHash({ version, thresholds, profiles }: ScoringModel): string {
  return hashTextHex(canonicalJson({ version, thresholds, profiles }))
}

/** Returns a model as a stored row. */
export function modelRow(model: ScoringModel): ModelVersionRow {
  return { name: modelRowName(modelHash(model)), content: model }
}

/**
 * Returns the stored model with a hash. Returns undefined if the model is missing or uses comparisons that this version
 * of utpid lacks.
 */
export function storedModel(rows: readonly ModelVersionRow[], hash: string): ScoringModel | undefined {
  const row = rows.find(({ name }) => name === modelRowName(hash))
  if (row === undefined) return undefined
  try {
    return parseScoringModel(row.content)
  } catch {
    return undefined
  }
}

function modelRowName(hash: string): string {
  return `model:${hash}`
}

import { canonicalJson } from '../encoding/canonical-json.ts'
import { hashTextHex } from '../encoding/hash.ts'
import { defined } from '../model/defined.ts'
import type { ComparisonVersions } from '../schema/custom-comparison.ts'
import type { RegistrySchema } from '../schema/registry-schema.ts'
import type { ModelVersion } from '../storage/model-version.ts'
import type { ModelVersionRow } from '../storage/rows.ts'
import { completeModel } from './complete-model.ts'
import type { PairScorer } from './score-pair.ts'
import { checkWeights, comparisonVersionsIn, parseModelShape, type ScoringModel } from './scoring-model.ts'

/** Returns the model version of a scorer. */
export function modelVersionOf({ model, terms }: PairScorer): ModelVersion {
  return { model: model.version, modelHash: modelHash(model), tfVersion: terms.tfVersion }
}

/**
 * Returns the hash of a model as 16 hex digits. The hash covers version, thresholds, bits and the versions of custom
 * comparisons, but not `provenance`, which is for people.
 */
export function modelHash({ version, thresholds, profiles, comparisons }: ScoringModel): string {
  return hashTextHex(canonicalJson({ version, thresholds, profiles, ...defined({ comparisons }) }))
}

/** Returns a model as a stored row. */
export function modelRow(model: ScoringModel): ModelVersionRow {
  return { name: modelRowName(modelHash(model)), content: model }
}

/**
 * Returns the stored model with a hash, completed for a schema. Returns undefined if the model is missing or uses
 * comparisons that this version of utpid lacks.
 */
export function storedModel(
  rows: readonly ModelVersionRow[],
  hash: string,
  schema: RegistrySchema,
): ScoringModel | undefined {
  const row = rows.find(({ name }) => name === modelRowName(hash))
  if (row === undefined) return undefined
  try {
    const model = completeModel(parseModelShape(row.content), schema)
    checkWeights(model, schema)
    return model
  } catch {
    return undefined
  }
}

/** Returns the versions of the custom comparisons of the stored model with a hash; none if the model is missing. */
export function storedComparisonVersions(rows: readonly ModelVersionRow[], hash: string): ComparisonVersions {
  const content = rows.find(({ name }) => name === modelRowName(hash))?.content
  return comparisonVersionsIn(content)
}

function modelRowName(hash: string): string {
  return `model:${hash}`
}

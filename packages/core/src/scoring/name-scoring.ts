import { canonicalJson } from '../encoding/canonical-json.ts'
import { hashTextHex } from '../encoding/hash.ts'
import type { ScoringRow } from '../storage/rows.ts'
import type { ScoringName } from '../storage/scoring-name.ts'
import type { PairScorer } from './score-pair.ts'
import { parseScoringModel, type ScoringModel } from './scoring-model.ts'

/** What a scorer scores by. */
export function nameOfScorer({ model, terms }: PairScorer): ScoringName {
  return { model: model.version, modelHash: modelHash(model), epoch: terms.epoch }
}

/** 16 hex digits of all that a model decides by, and of its version; where its numbers come from is for people. */
export function modelHash({ version, thresholds, profiles }: ScoringModel): string {
  return hashTextHex(canonicalJson({ version, thresholds, profiles }))
}

/** A model as the storage keeps it. */
export function modelRow(model: ScoringModel): ScoringRow {
  return { name: modelRowName(modelHash(model)), content: model }
}

/**
 * The model of a hash among the stored ones; undefined when it is not there, or names what this version of utpid does
 * not compare.
 */
export function storedModel(rows: readonly ScoringRow[], hash: string): ScoringModel | undefined {
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

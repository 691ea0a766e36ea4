import { z } from 'zod'
import { COMPARISONS } from '../comparison/aspects/comparisons.ts'
import type { Profile } from '../model/category.ts'
import { RegistryError } from '../model/registry-error.ts'

/**
 * A model: bits by profile, comparison and level, and thresholds that turn a confidence into a match decision. It is
 * plain JSON with a version. Every stored match decision names this version.
 */
export interface ScoringModel {
  /** Name of the model, for example `2026-11-1`. */
  readonly version: string
  /** Origin of its numbers, for people. */
  readonly provenance: string
  readonly thresholds: Thresholds
  readonly profiles: Readonly<Record<Profile, ProfileWeights>>
}

/** Confidences of 0 to 1, and bits. */
export interface Thresholds {
  /** Minimum confidence of automatic links. */
  readonly match: number
  /** Minimum confidence for a review by a person. */
  readonly review: number
  /** Threshold with the best F1 on labelled pairs. Their share of matches differs from that of candidates. */
  readonly pair: number
  /** Minimum lead in bits of the best product over the next for an automatic link. */
  readonly marginBits: number
  /** Minimum match weight at which two codes of one supplier are one product. */
  readonly sameSupplierBits: number
}

/** Prior, bits and vetoes of one profile. */
export interface ProfileWeights {
  /** Bits of a candidate pair before any comparison; negative, since most pairs are different. */
  readonly prior: number
  /** Bits by comparison and level. Unlisted levels and `unknown` have 0 bits. */
  readonly bits: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Levels that no other evidence outweighs: they cap the confidence at `VETO_CONFIDENCE`. */
  readonly vetoes: Readonly<Record<string, readonly string[]>>
}

/** Maximum confidence of a vetoed pair. */
export const VETO_CONFIDENCE = 0.01

const confidence = z.number().gt(0).lt(1)
const profileSchema = z.strictObject({
  prior: z.number().min(-40).max(40),
  bits: z.record(z.string(), z.record(z.string(), z.number().min(-40).max(40))),
  vetoes: z.record(z.string(), z.array(z.string())),
})
const modelSchema = z.strictObject({
  version: z.string().min(1).max(64),
  provenance: z.string(),
  thresholds: z.strictObject({
    match: confidence,
    review: confidence,
    pair: confidence,
    marginBits: z.number().min(0).max(40),
    sameSupplierBits: z.number().min(0).max(60),
  }),
  profiles: z.strictObject({
    lodging: profileSchema,
    activity: profileSchema,
    transfer: profileSchema,
    point: profileSchema,
    generic: profileSchema,
  }),
})

/**
 * Parses a model from JSON data.
 *
 * @throws {@link RegistryError} `validation_failed` with the first wrong field. Also for an unknown comparison or
 *   level, bits for `unknown`, or `match` below `review`.
 */
export function parseScoringModel(json: unknown): ScoringModel {
  const parsed = modelSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
    throw new RegistryError('validation_failed', `The model is not valid: ${where}${issue?.message}`)
  }
  const model = parsed.data
  if (model.thresholds.review <= VETO_CONFIDENCE) {
    throw new RegistryError(
      'validation_failed',
      `The model is not valid: thresholds.review must be above ${VETO_CONFIDENCE}, the maximum confidence of a vetoed pair`,
    )
  }
  if (model.thresholds.match < model.thresholds.review) {
    throw new RegistryError('validation_failed', 'The model is not valid: thresholds.match is below thresholds.review')
  }
  for (const [profile, { bits, vetoes }] of Object.entries(model.profiles)) {
    const comparisons = new Map(COMPARISONS[profile as Profile].map(({ name, levels }) => [name, levels]))
    const named = [
      ...Object.entries(bits).map(([name, levels]) => [name, Object.keys(levels)] as const),
      ...Object.entries(vetoes),
    ]
    for (const [name, levels] of named) {
      const known = comparisons.get(name)
      const wrong =
        known === undefined ? undefined : levels.find((level) => !known.includes(level) || level === 'unknown')
      if (known !== undefined && wrong === undefined) continue
      const what = known === undefined ? `comparison "${name}"` : `level "${wrong}" of "${name}"`
      throw new RegistryError('validation_failed', `The model is not valid: profile ${profile} has no ${what} to weigh`)
    }
  }
  return model
}

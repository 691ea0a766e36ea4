import { z } from 'zod'
import { COMPARISONS } from '../comparison/aspects/comparisons.ts'
import type { Profile } from '../model/category.ts'
import { validationError } from '../model/validation-error.ts'

/**
 * A model: bits by profile, comparison and level, and thresholds that turn a confidence into a match decision. A model
 * is plain JSON with a version. Every stored match decision names this version.
 */
export interface ScoringModel {
  /** The name of the model, for example `2026-11-1`. */
  readonly version: string
  /** The origin of the model's numbers, for people. */
  readonly provenance: string
  readonly thresholds: Thresholds
  readonly profiles: Readonly<Record<Profile, ProfileWeights>>
}

/** The thresholds of a model: confidences of 0 to 1, and bits. */
export interface Thresholds {
  /** The minimum confidence of automatic links. */
  readonly match: number
  /** The minimum confidence for a review by a person. */
  readonly review: number
  /**
   * The threshold with the best F1 on labelled pairs. The share of matches among labelled pairs differs from the share
   * among candidates.
   */
  readonly pair: number
  /** The minimum lead in bits of the best product over the next product for an automatic link. */
  readonly marginBits: number
  /** The minimum match weight at which two codes of one supplier count as one product. */
  readonly sameSupplierBits: number
}

/** The prior, the bits and the vetoes of one profile. */
export interface ProfileWeights {
  /** The bits of a candidate pair before any comparison. The prior is negative, since most pairs are different. */
  readonly prior: number
  /** The bits by comparison and level. Unlisted levels and `unknown` have 0 bits. */
  readonly bits: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** The levels that no other evidence outweighs. These levels cap the confidence at `VETO_CONFIDENCE`. */
  readonly vetoes: Readonly<Record<string, readonly string[]>>
}

/** The maximum confidence of a vetoed pair. */
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
 * @throws {@link RegistryError} `validation_failed` with the first wrong field. Wrong fields include an unknown
 *   comparison or level, bits for `unknown`, and `match` below `review`.
 */
export function parseScoringModel(json: unknown): ScoringModel {
  const parsed = modelSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
    throw validationError(`The model is not valid: ${where}${issue?.message}`)
  }
  const model = parsed.data
  if (model.thresholds.review <= VETO_CONFIDENCE) {
    throw validationError(
      `The model is not valid: thresholds.review must be above ${VETO_CONFIDENCE}, the maximum confidence of a vetoed pair`,
    )
  }
  if (model.thresholds.match < model.thresholds.review) {
    throw validationError('The model is not valid: thresholds.match is below thresholds.review')
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
      throw validationError(`The model is not valid: profile ${profile} has no ${what} to weigh`)
    }
  }
  return model
}

import { z } from 'zod'
import { COMPARISONS } from '../comparison/aspects/comparisons.ts'
import type { Profile } from '../model/category.ts'
import { RegistryError } from '../model/registry-error.ts'

/**
 * What levels are worth: bits by profile, comparison and level, and the thresholds that turn a
 * confidence into a decision. Plain JSON, versioned; every stored decision names its version.
 */
export interface ScoringModel {
  /** Names the model, for example `2026-11-1`. */
  readonly version: string
  /** Where its numbers come from, for people. */
  readonly provenance: string
  readonly thresholds: Thresholds
  readonly profiles: Readonly<Record<Profile, ProfileWeights>>
}

/** Confidences of 0 to 1, and bits. */
export interface Thresholds {
  /** Automatic links: what most people would sign unseen. */
  readonly match: number
  /** From here on a person should look. */
  readonly review: number
  /** Best F1 on labelled pairs, whose share of true ones is not that of candidates. */
  readonly pair: number
  /** How far the best product must be ahead of the next to be linked without a look. */
  readonly marginBits: number
  /** Match weight from which two codes of one supplier are one product. */
  readonly sameSupplierBits: number
}

/** What one profile counts: where it begins, what levels are worth, which of them forbid. */
export interface ProfileWeights {
  /** Bits of a candidate pair before anything is compared; negative, since most are different. */
  readonly prior: number
  /** Bits by comparison and level. A level that is not listed is worth 0; `unknown` always is. */
  readonly bits: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Levels that no other evidence outweighs: they cap the confidence at `VETO_CONFIDENCE`. */
  readonly vetoes: Readonly<Record<string, readonly string[]>>
}

/** The most a vetoed pair can reach. */
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
 * Reads a model from parsed JSON.
 *
 * @throws {@link RegistryError} `validation_failed`, naming the first field that is wrong: also
 *   an unknown comparison or level, bits for `unknown`, or `match` below `review`.
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
      `The model is not valid: thresholds.review must be above ${VETO_CONFIDENCE}, the most that a vetoed pair can reach`,
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

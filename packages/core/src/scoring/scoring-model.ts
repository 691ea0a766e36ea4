import { z } from 'zod'
import type { Profile } from '../model/category.ts'
import { defined } from '../model/defined.ts'
import { validationError } from '../model/validation-error.ts'
import { type ComparisonVersions, comparisonVersions } from '../schema/custom-comparison.ts'
import { defaultSchema } from '../schema/default-schema.ts'
import type { RegistrySchema } from '../schema/registry-schema.ts'
import { COMPETITION_LEVELS, type CompetitionBits } from './competition.ts'

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
  /** The versions of the custom comparisons for which the model has weights, by name. */
  readonly comparisons?: ComparisonVersions
  /** The bits for the standing of a pair among its competing candidates. Without them, candidates do not compete. */
  readonly competition?: CompetitionBits
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
  /** The minimum match weight at which two codes of one supplier count as one product. */
  readonly sameSupplierBits: number
}

/** The prior, the bits and the vetoes of one profile. */
export interface ProfileWeights {
  /** The bits of a candidate pair before any comparison. The prior is negative, since most pairs are different. */
  readonly prior: number
  /** The calibration of pairs of which a record lacks coordinates; absent if it is the same. */
  readonly unplaced?: UnplacedCalibration | undefined
  /** The bits by comparison and level. Unlisted levels and `unknown` have 0 bits. */
  readonly bits: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** The levels that no other evidence outweighs. These levels cap the confidence at `VETO_CONFIDENCE`. */
  readonly vetoes: Readonly<Record<string, readonly string[]>>
}

/**
 * The calibration of pairs of which a record lacks coordinates: their prior, and the factor of all bits except those of
 * custom comparisons. Such pairs share
 * other keys, so another share of them matches. The rest of their evidence overlaps more, so it counts less.
 */
export interface UnplacedCalibration {
  readonly prior: number
  /** Above 0. */
  readonly slope: number
}

/** The maximum confidence of a vetoed pair. */
export const VETO_CONFIDENCE = 0.01

const confidence = z.number().gt(0).lt(1)
const bits = z.number().min(-40).max(40)
const profileSchema = z.strictObject({
  prior: bits,
  unplaced: z.strictObject({ prior: bits, slope: z.number().gt(0).max(4) }).optional(),
  bits: z.record(z.string(), z.record(z.string(), bits)),
  vetoes: z.record(z.string(), z.array(z.string())),
})
const modelSchema = z.strictObject({
  version: z.string().min(1).max(64),
  provenance: z.string(),
  thresholds: z.strictObject({
    match: confidence,
    review: confidence,
    pair: confidence,
    sameSupplierBits: z.number().min(0).max(60),
  }),
  comparisons: z.record(z.string(), z.int().min(1)).optional(),
  competition: z.strictObject({ alone: bits, far_ahead: bits, ahead: bits, behind: bits, far_behind: bits }).optional(),
  profiles: z.strictObject(
    Object.fromEntries(Object.keys(defaultSchema.profiles).map((profile) => [profile, profileSchema])) as Record<
      Profile,
      typeof profileSchema
    >,
  ),
})

/**
 * Parses a model from JSON data.
 *
 * @param schema - The schema with the comparisons of the model.
 * @throws {@link RegistryError} `validation_failed` with the first wrong field. Wrong fields include an unknown
 *   comparison or level, another version of a custom comparison, bits for `unknown`, and `match` below `review`.
 */
export function parseScoringModel(json: unknown, schema: RegistrySchema = defaultSchema): ScoringModel {
  const model = parseModelShape(json)
  checkVersions(model, schema)
  checkWeights(model, schema)
  return model
}

/** Returns the versions of custom comparisons in the JSON of a model; none if the JSON has no valid versions. */
export function comparisonVersionsIn(json: unknown): ComparisonVersions {
  const parsed = z.object({ comparisons: modelSchema.shape.comparisons }).safeParse(json)
  return parsed.data?.comparisons ?? {}
}

/**
 * Parses a model from JSON data without regard to a schema.
 *
 * @throws {@link RegistryError} `validation_failed` with the first wrong field.
 */
export function parseModelShape(json: unknown): ScoringModel {
  const parsed = modelSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
    throw invalid(`${where}${issue?.message}`)
  }
  const { comparisons, competition, ...rest } = parsed.data
  const model: ScoringModel = { ...rest, ...defined({ comparisons, competition }) }
  if (model.thresholds.review <= VETO_CONFIDENCE) {
    throw invalid(`thresholds.review must be above ${VETO_CONFIDENCE}, the maximum confidence of a vetoed pair`)
  }
  if (model.thresholds.match < model.thresholds.review) throw invalid('thresholds.match is below thresholds.review')
  if (competition !== undefined) checkCompetition(competition)
  return model
}

function checkCompetition(competition: CompetitionBits): void {
  for (const [at, level] of COMPETITION_LEVELS.entries()) {
    const next = COMPETITION_LEVELS[at + 1]
    if (next !== undefined && competition[next] > competition[level]) {
      throw invalid(`competition.${next} has more bits than competition.${level}, the better level`)
    }
  }
}

function checkVersions({ comparisons = {} }: ScoringModel, schema: RegistrySchema): void {
  const versions = comparisonVersions(schema)
  for (const [name, version] of Object.entries(comparisons)) {
    const known = versions[name]
    if (known === version) continue
    const what = known === undefined ? 'does not use it' : `has version ${known}`
    throw invalid(
      `it has weights for version ${version} of the comparison "${name}", but the schema "${schema.name}" ${what}. Train a model with the schema`,
    )
  }
}

/**
 * Checks that a schema has all comparisons and levels that a model weighs.
 *
 * @throws {@link RegistryError} `validation_failed` with the first unknown comparison or level.
 */
export function checkWeights(model: ScoringModel, schema: RegistrySchema): void {
  for (const [profile, { bits, vetoes }] of Object.entries(model.profiles)) {
    const { comparisons, removed = [] } = schema.profiles[profile as Profile]
    const levelsOf = new Map([...removed, ...comparisons].map(({ name, levels }) => [name, levels]))
    const named = [
      ...Object.entries(bits).map(([name, levels]) => [name, Object.keys(levels)] as const),
      ...Object.entries(vetoes),
    ]
    for (const [name, levels] of named) {
      const known = levelsOf.get(name)
      const wrong =
        known === undefined ? undefined : levels.find((level) => !known.includes(level) || level === 'unknown')
      if (known !== undefined && wrong === undefined) continue
      const what = known === undefined ? `comparison "${name}"` : `level "${wrong}" of "${name}"`
      throw invalid(`profile ${profile} has no ${what} to weigh`)
    }
  }
}

function invalid(problem: string): Error {
  return validationError(`The model is not valid: ${problem}`)
}

import type { Profile } from '../model/category.ts'
import { type ComparisonVersions, comparisonVersions, isCustom } from '../schema/custom-comparison.ts'
import type { ProfileDefinition, RegistrySchema } from '../schema/registry-schema.ts'
import type { ProfileWeights, ScoringModel } from './scoring-model.ts'

/**
 * Returns a model that fits a schema:
 *
 * - Each profile with a custom comparison has weights for it: the weights of the model, or the default bits and vetoes of
 *   the comparison. The weights of another version of the comparison do not count.
 * - Weights for comparisons that the schema removed, and for custom comparisons that it lacks, are left out.
 * - `comparisons` has the versions of the custom comparisons of the schema.
 *
 * Completing a complete model changes nothing. Models without custom comparisons stay as they are with the default
 * schema.
 */
export function completeModel(model: ScoringModel, schema: RegistrySchema): ScoringModel {
  const versions = comparisonVersions(schema)
  const outdated = Object.keys(model.comparisons ?? {}).filter((name) => model.comparisons?.[name] !== versions[name])
  const profiles = Object.fromEntries(
    Object.entries(schema.profiles).map(([profile, definition]) => [
      profile,
      completeWeights(model.profiles[profile as Profile], definition, outdated),
    ]),
  ) as Record<Profile, ProfileWeights>
  const isComplete =
    isSameVersions(model.comparisons ?? {}, versions) &&
    Object.entries(profiles).every(([profile, weights]) => weights === model.profiles[profile as Profile])
  if (isComplete) return model
  const { comparisons: _, ...rest } = model
  return Object.keys(versions).length === 0 ? { ...rest, profiles } : { ...rest, comparisons: versions, profiles }
}

/**
 * Returns the weights of a profile; the same object if they are complete.
 *
 * @param outdated - The custom comparisons of which the model has another version.
 */
function completeWeights(
  weights: ProfileWeights,
  { comparisons, removed = [] }: ProfileDefinition,
  outdated: readonly string[],
): ProfileWeights {
  const dropped = new Set([...outdated, ...removed.map(({ name }) => name)])
  const has = (of: object, name: string): boolean => Object.hasOwn(of, name) && !dropped.has(name)
  const missing = comparisons.filter(isCustom).filter(({ name }) => !has(weights.bits, name))
  const isDropped = [...dropped].some(
    (name) => Object.hasOwn(weights.bits, name) || Object.hasOwn(weights.vetoes, name),
  )
  if (missing.length === 0 && !isDropped) return weights
  const kept = <Value>(of: Readonly<Record<string, Value>>): [string, Value][] =>
    Object.entries(of).filter(([name]) => !dropped.has(name))
  const defaultVetoes = missing.flatMap(({ name, vetoes }): [string, readonly string[]][] =>
    vetoes === undefined || has(weights.vetoes, name) ? [] : [[name, vetoes]],
  )
  return {
    ...weights,
    bits: Object.fromEntries([...kept(weights.bits), ...missing.map(({ name, bits = {} }) => [name, bits] as const)]),
    vetoes: Object.fromEntries([...kept(weights.vetoes), ...defaultVetoes]),
  }
}

function isSameVersions(one: ComparisonVersions, other: ComparisonVersions): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

import type { Profile, ScoringModel } from '@utpid/core/scoring'

/**
 * Returns a model without weights, with the vetoes and thresholds of another model. Use it as the base of a training that
 * must not profit from the labels of the other model.
 */
export function neutralModel(model: ScoringModel): ScoringModel {
  const { comparisons: _, ...rest } = model
  const profiles = Object.fromEntries(
    Object.entries(model.profiles).map(([profile, { vetoes }]) => [profile, { prior: 0, bits: {}, vetoes }]),
  ) as unknown as Record<Profile, ScoringModel['profiles'][Profile]>
  return { ...rest, version: 'neutral', provenance: 'No weights.', profiles }
}

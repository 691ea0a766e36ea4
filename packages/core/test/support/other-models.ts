import type { ScoringModel } from '@utpid/core/scoring'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'

/** A model that matches more pairs than the shipped model. */
export const LOOSE_MODEL: ScoringModel = shifted('test-loose', 4)
/** A model that matches fewer pairs than the shipped model. */
export const STRICT_MODEL: ScoringModel = shifted('test-strict', -4)
/** A model that differs so little that few clusters change. */
export const MILD_MODEL: ScoringModel = shifted('test-mild', -0.3)

function shifted(version: string, bits: number): ScoringModel {
  const { lodging, activity, transfer, point, generic } = DEFAULT_MODEL.profiles
  const shift = (profile: typeof lodging): typeof lodging => ({ ...profile, prior: profile.prior + bits })
  return {
    ...DEFAULT_MODEL,
    version,
    profiles: {
      lodging: shift(lodging),
      activity: shift(activity),
      transfer: shift(transfer),
      point: shift(point),
      generic: shift(generic),
    },
  }
}

import type { CategoryGroup, Profile } from '../model/category.ts'
import type { RecordFeatures } from './record-features.ts'

/** Features that are still being filled in. */
export type FeatureDraft = { -readonly [Part in keyof RecordFeatures]-?: RecordFeatures[Part] | undefined }

/**
 * Features that say nothing but their category. Every part is there from the start, in one order: comparisons read
 * millions of features, and an engine reads objects of one shape several times faster than those of hundreds.
 */
export function draftFeatures(profile: Profile, group: CategoryGroup, category: number): FeatureDraft {
  return {
    profile,
    group,
    category,
    coordinates: undefined,
    precisionMeters: 1,
    phone: undefined,
    web: undefined,
    address: undefined,
    postcode: undefined,
    supplier: undefined,
    stars: undefined,
    rooms: undefined,
    brand: undefined,
    names: [],
    identifiers: [],
    licence: undefined,
    country: undefined,
    city: undefined,
    towns: undefined,
    operator: undefined,
    activity: undefined,
    transfer: undefined,
  }
}

/** What a draft has become. */
export function finishFeatures(draft: FeatureDraft): RecordFeatures {
  return draft as RecordFeatures
}

import type { CategoryGroup, Profile } from '../model/category.ts'
import { CacheHolder } from './cached-value.ts'
import type { IdentifierFeatures, NameFeatures, NameWord, RecordFeatures } from './record-features.ts'

/** Features under construction. */
export type FeatureDraft = { -readonly [Part in keyof RecordFeatures]-?: RecordFeatures[Part] | undefined }

/**
 * Features whose fields all exist from the start, in one order. Comparisons read millions of features, and JavaScript
 * engines read objects of one shape several times faster than objects of hundreds of shapes.
 */
class DraftedFeatures extends CacheHolder implements FeatureDraft {
  profile: Profile
  group: CategoryGroup
  category: number
  coordinates: FeatureDraft['coordinates'] = undefined
  precisionMeters: number | undefined = 1
  phone: FeatureDraft['phone'] = undefined
  web: FeatureDraft['web'] = undefined
  address: FeatureDraft['address'] = undefined
  postcode: FeatureDraft['postcode'] = undefined
  supplier: FeatureDraft['supplier'] = undefined
  stars: FeatureDraft['stars'] = undefined
  rooms: FeatureDraft['rooms'] = undefined
  brand: FeatureDraft['brand'] = undefined
  names: FeatureDraft['names'] = NO_NAMES
  identifiers: FeatureDraft['identifiers'] = NO_IDENTIFIERS
  licence: FeatureDraft['licence'] = undefined
  country: FeatureDraft['country'] = undefined
  city: FeatureDraft['city'] = undefined
  towns: FeatureDraft['towns'] = undefined
  operator: FeatureDraft['operator'] = undefined
  activity: FeatureDraft['activity'] = undefined
  transfer: FeatureDraft['transfer'] = undefined
  added: FeatureDraft['added'] = undefined

  constructor(profile: Profile, group: CategoryGroup, category: number) {
    super()
    this.profile = profile
    this.group = group
    this.category = category
  }
}

const NO_NAMES: readonly NameFeatures[] = []
const NO_IDENTIFIERS: readonly IdentifierFeatures[] = []

/** A name with its words, created with all fields in one order. */
export class DraftedName extends CacheHolder implements NameFeatures {
  readonly whole: number
  readonly words: readonly NameWord[]

  constructor(whole: number, words: readonly NameWord[]) {
    super()
    this.whole = whole
    this.words = words
  }
}

/** Returns features that contain only a category. */
export function draftFeatures(profile: Profile, group: CategoryGroup, category: number): FeatureDraft {
  return new DraftedFeatures(profile, group, category)
}

/**
 * Returns a copy of features with other values. The copy is not a plain object, because cached values of plain objects
 * live until the next full garbage collection.
 */
export function copyFeatures(features: RecordFeatures, values: Partial<FeatureDraft>): RecordFeatures {
  const { profile, group, category } = features
  return finishFeatures(Object.assign(new DraftedFeatures(profile, group, category), features, values))
}

/** Returns a finished draft as features that callers cannot change. */
export function finishFeatures(draft: FeatureDraft): RecordFeatures {
  return draft as RecordFeatures
}

import { hashTextHex } from '../../encoding/hash.ts'
import { type FeatureDraft, finishFeatures } from '../feature-draft.ts'
import { type AddedField, addedFeatures } from './added-features.ts'
import type { CustomBlockingRule } from './blocking-rule.ts'
import type { IndexRules } from './index-rules.ts'
import { CURRENT_RULES, INDEX_VERSION } from './index-version.ts'

/** The additions of a schema to the index rules. The order of fields and of rules has no effect. */
export interface RuleAdditions {
  /** Fields whose values are features, with unique names. */
  readonly fields: readonly AddedField[]
  /** Blocking rules with unique names. */
  readonly blockingRules: readonly CustomBlockingRule[]
}

/**
 * Returns the index rules of this version of utpid with additions; without additions, the rules themselves. Keys keep
 * their salt. The checksum of the version also covers the additions, so that a storage with other additions is outdated.
 */
export function extendRules(additions: RuleAdditions): IndexRules {
  const fields = additions.fields.toSorted(byName)
  const blockingRules = additions.blockingRules.toSorted(byName)
  if (fields.length + blockingRules.length === 0) return CURRENT_RULES
  return {
    ...CURRENT_RULES,
    version: `${INDEX_VERSION}-${checksumOf(fields, blockingRules)}`,
    blockingRules,
    extract: (content, own, gazetteer) => {
      const features = CURRENT_RULES.extract(content, own, gazetteer) as FeatureDraft
      features.added = addedFeatures(content, fields)
      return finishFeatures(features)
    },
  }
}

function checksumOf(fields: readonly AddedField[], blockingRules: readonly CustomBlockingRule[]): string {
  const content = [
    CURRENT_RULES.version,
    fields.map(({ name, version, feature }) => [name, version, feature.codec]),
    blockingRules.map(({ name, version, strength, wide = false }) => [name, version, strength, wide]),
  ]
  return hashTextHex(JSON.stringify(content)).slice(0, 8)
}

function byName({ name: a }: { readonly name: string }, { name: b }: { readonly name: string }): number {
  return a < b ? -1 : 1
}

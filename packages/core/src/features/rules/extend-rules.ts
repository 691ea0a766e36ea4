import { type FeatureDraft, finishFeatures } from '../feature-draft.ts'
import { type AddedField, addedFeatures } from './added-features.ts'
import type { CustomBlockingRule } from './blocking-rule.ts'
import type { IndexRules } from './index-rules.ts'
import { CURRENT_RULES } from './index-version.ts'
import { type VersionedAddition, versionWithAdditions } from './index-version-difference.ts'

/** The additions of a schema to the index rules. The order of fields and of rules has no effect. */
export interface RuleAdditions {
  /** Fields whose values are features, with unique names. */
  readonly fields: readonly AddedField[]
  /** Blocking rules with unique names. */
  readonly blockingRules: readonly CustomBlockingRule[]
}

/**
 * Returns the index rules of this version of utpid with additions; without additions, the rules themselves. Keys keep
 * their salt. The version also names the additions, so that a storage with other additions is outdated.
 */
export function extendRules(additions: RuleAdditions): IndexRules {
  const fields = additions.fields.toSorted(byName)
  const blockingRules = additions.blockingRules.toSorted(byName)
  if (fields.length + blockingRules.length === 0) return CURRENT_RULES
  return {
    ...CURRENT_RULES,
    version: versionWithAdditions(CURRENT_RULES.version, additionsOf({ fields, blockingRules })),
    blockingRules,
    extract: (content, own, gazetteer) => {
      const features = CURRENT_RULES.extract(content, own, gazetteer) as FeatureDraft
      features.added = addedFeatures(content, fields)
      return finishFeatures(features)
    },
  }
}

function additionsOf({ fields, blockingRules }: RuleAdditions): VersionedAddition[] {
  return [
    ...fields.map(({ name, version, feature }) => ({ kind: 'field' as const, name, version, form: feature.codec })),
    ...blockingRules.map(({ name, version, strength, wide = false }) => ({
      kind: 'rule' as const,
      name,
      version,
      form: wide ? `${strength}-wide` : strength,
    })),
  ]
}

function byName({ name: a }: { readonly name: string }, { name: b }: { readonly name: string }): number {
  return a < b ? -1 : 1
}

import type { Comparison } from '../comparison/comparison.ts'
import type { AddedField } from '../features/rules/added-features.ts'
import type { CustomBlockingRule } from '../features/rules/blocking-rule.ts'
import type { FieldTable } from '../fields/record-fields.ts'
import type { Profile } from '../model/category.ts'

/**
 * The fields, the comparisons of each profile and the added blocking rules of a registry. A schema is a value: the default
 * schema, or an extension of another schema (`extendSchema`).
 */
export interface RegistrySchema {
  /** The name, `default` for the default schema. */
  readonly name: string
  /**
   * The URL of the module that exports this schema as `schema` or as its default export. Worker threads import the
   * schema from this module, because functions cannot be sent to a thread.
   */
  readonly module?: string
  /** All comparisons, including comparisons that no profile uses. Names are unique. */
  readonly comparisons: readonly Comparison[]
  readonly profiles: Readonly<Record<Profile, ProfileDefinition>>
  /** The fields of a record, including the fields that extensions add. */
  readonly fields: FieldTable
  /** The fields of extensions whose values are features. Names are unique. */
  readonly addedFields: readonly AddedField[]
  /** The blocking rules of extensions, besides the rules of utpid. Names are unique. */
  readonly blockingRules: readonly CustomBlockingRule[]
}

/** The comparisons of one profile. */
export interface ProfileDefinition {
  /** The comparisons in the order of explanations, at most `LIMITS.comparisonsPerProfile`. */
  readonly comparisons: readonly Comparison[]
  /** The comparisons that an extension removed. The weights of a model for these comparisons have no effect. */
  readonly removed?: readonly Comparison[]
}

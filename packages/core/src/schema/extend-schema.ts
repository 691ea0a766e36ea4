import type { Comparison } from '../comparison/comparison.ts'
import type { CustomBlockingRule } from '../features/rules/blocking-rule.ts'
import type { FieldDefinition, FieldType } from '../fields/field-type.ts'
import type { Profile } from '../model/category.ts'
import { LIMITS } from '../model/limits.ts'
import { validationError } from '../model/validation-error.ts'
import { checkComparison } from './check-comparison.ts'
import { checkField } from './check-field.ts'
import { checkBlockingRule, guardBlockingRule } from './custom-blocking-rule.ts'
import type { CustomComparison } from './custom-comparison.ts'
import { addedFieldOf, type CustomField } from './custom-field.ts'
import { guardComparison } from './guard-comparison.ts'
import type { ProfileDefinition, RegistrySchema } from './registry-schema.ts'

/** The additions and changes of an extension. */
export interface SchemaExtension {
  /** The name of the new schema: lower-case letters, digits, `_` and `-`; at most 64 characters, and not `default`. */
  readonly name: string
  /** The URL of the module that exports the new schema, usually `import.meta.url`. Only worker threads need it. */
  readonly module?: string
  /** New comparisons. In explanations they follow the comparisons of the base, in this order. */
  readonly comparisons?: readonly CustomComparison[]
  /** New fields of records, by name. In records they follow the fields of the base, in this order. */
  readonly fields?: Readonly<Record<string, CustomField>>
  /** New blocking rules, by which records find each other besides the rules of utpid. */
  readonly blockingRules?: readonly CustomBlockingRule[]
  /** Changes of profiles. */
  readonly profiles?: Readonly<Partial<Record<Profile, ProfileChange>>>
}

/** The comparisons that an extension adds to a profile or removes from it, by name. */
export interface ProfileChange {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
}

const SCHEMA_NAME = /^[a-z][a-z0-9_-]{0,63}$/

/**
 * Returns a schema with further comparisons, fields and blocking rules, or with other comparisons in profiles. The base
 * stays as it is.
 *
 * @throws RegistryError `validation_failed` with the name of the comparison, field, rule or profile and the problem.
 */
export function extendSchema(base: RegistrySchema, extension: SchemaExtension): RegistrySchema {
  const { name, module, comparisons = [], profiles = {} } = extension
  if (typeof name !== 'string' || !SCHEMA_NAME.test(name) || name === 'default') {
    throw validationError(
      `The name of a schema is ${JSON.stringify(name)}; give lower-case letters, digits, "_" and "-", and not "default".`,
    )
  }
  if (module !== undefined && (typeof module !== 'string' || module === '')) {
    throw validationError(`The module of the schema "${name}" must be a URL, for example import.meta.url.`)
  }
  if (!Array.isArray(comparisons)) throw validationError(`The comparisons of the schema "${name}" must be a list.`)
  const names = Object.keys(base.profiles)
  const unknown = Object.keys(profiles).find((profile) => !names.includes(profile))
  if (unknown !== undefined) {
    throw validationError(`There is no profile "${unknown}" to change; there are ${names.join(', ')}.`)
  }
  const added = addedComparisons(base, comparisons)
  const all = [...base.comparisons, ...added]
  const definitions = names.map((profile): [string, ProfileDefinition] => {
    const own = added.filter((each) => each.profiles.includes(profile as Profile))
    return [profile, changedProfile(profile as Profile, base, own, profiles[profile as Profile] ?? {}, all)]
  })
  // The module of the base exports the base, not its extension.
  const { module: _, ...rest } = base
  return {
    ...rest,
    name,
    ...(module === undefined ? {} : { module }),
    comparisons: all,
    profiles: Object.fromEntries(definitions) as Record<Profile, ProfileDefinition>,
    ...extendedFields(base, extension),
    blockingRules: [...base.blockingRules, ...addedRules(base, extension)],
  }
}

function extendedFields(
  base: RegistrySchema,
  { name: schema, fields = {} }: SchemaExtension,
): Pick<RegistrySchema, 'fields' | 'addedFields'> {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw validationError(`The fields of the schema "${schema}" must be an object of fields by name.`)
  }
  const added = [...base.addedFields]
  const definitions = Object.entries(fields).map(([name, field]): [string, FieldDefinition] => {
    checkField(name, field, base.fields)
    const { version: _, feature: __, ...definition } = field
    const withFeature = addedFieldOf(name, field)
    if (withFeature !== undefined) added.push(withFeature)
    return [name, { ...definition, type: structureOf(definition.type) }]
  })
  const beyond = added[LIMITS.addedFeatures]
  if (beyond !== undefined) {
    throw validationError(
      `The field "${beyond.name}" is not valid: a schema has at most ${LIMITS.addedFeatures} fields with a feature, and it is one too many.`,
    )
  }
  // The table of the base is kept if nothing changes, since caches know it.
  return {
    fields: definitions.length === 0 ? base.fields : { ...base.fields, ...Object.fromEntries(definitions) },
    addedFields: added,
  }
}

/** Returns a deep copy of a type, which is plain data. */
function structureOf(type: FieldType): FieldType {
  return JSON.parse(JSON.stringify(type)) as FieldType
}

function addedRules(base: RegistrySchema, { name, blockingRules = [] }: SchemaExtension): CustomBlockingRule[] {
  if (!Array.isArray(blockingRules)) {
    throw validationError(`The blocking rules of the schema "${name}" must be a list.`)
  }
  const taken = new Set(base.blockingRules.map((rule) => rule.name))
  return blockingRules.map((rule: CustomBlockingRule) => {
    checkBlockingRule(rule, taken)
    taken.add(rule.name)
    if (taken.size <= LIMITS.addedBlockingRules) return guardBlockingRule(rule)
    throw validationError(
      `The blocking rule "${rule.name}" is not valid: a schema has at most ${LIMITS.addedBlockingRules} custom blocking rules, and it is one too many.`,
    )
  })
}

function addedComparisons(base: RegistrySchema, given: readonly CustomComparison[]): CustomComparison[] {
  const taken = new Set(base.comparisons.map(({ name }) => name))
  return given.map((comparison) => {
    checkComparison(comparison, taken, Object.keys(base.profiles))
    taken.add(comparison.name)
    return guardComparison(comparison)
  })
}

/**
 * Returns the changed definition of a profile; the same object if nothing changes.
 *
 * @param own - The new comparisons of the profile.
 * @param all - All comparisons, from which the change may add some.
 */
function changedProfile(
  profile: Profile,
  base: RegistrySchema,
  own: readonly Comparison[],
  { add = [], remove = [] }: ProfileChange,
  all: readonly Comparison[],
): ProfileDefinition {
  const definition = base.profiles[profile]
  if (!Array.isArray(add) || !Array.isArray(remove)) {
    throw validationError(`The change of the profile ${profile} must have lists of names in add and remove.`)
  }
  if (own.length + add.length + remove.length === 0) return definition
  const comparisons = [...definition.comparisons, ...own]
  const removed = [...(definition.removed ?? [])]
  for (const name of remove) {
    const at = comparisons.findIndex((each) => each.name === name)
    if (at < 0) throw validationError(`The profile ${profile} has no comparison "${name}" to remove.`)
    removed.push(...comparisons.splice(at, 1))
  }
  for (const name of add) {
    const comparison = all.find((each) => each.name === name)
    if (comparison === undefined) throw validationError(`There is no comparison "${name}" to add to ${profile}.`)
    if (comparisons.includes(comparison)) {
      throw validationError(`The profile ${profile} already has the comparison "${name}", which an extension adds.`)
    }
    comparisons.push(comparison)
  }
  if (comparisons.length > LIMITS.comparisonsPerProfile) {
    const [beyond] = comparisons.slice(LIMITS.comparisonsPerProfile)
    throw validationError(
      `The profile ${profile} has ${comparisons.length} comparisons, but at most ${LIMITS.comparisonsPerProfile} are allowed; "${beyond?.name}" is one too many.`,
    )
  }
  const absent = removed.filter((each) => !comparisons.includes(each))
  return { comparisons, ...(absent.length === 0 ? {} : { removed: absent }) }
}

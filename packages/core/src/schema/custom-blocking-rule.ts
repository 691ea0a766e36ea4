import { BLOCKING_RULES, PLACED_RULES } from '../blocking/rules.ts'
import type { CustomBlockingRule } from '../features/rules/blocking-rule.ts'
import type { RegistryError } from '../model/registry-error.ts'
import { validationError } from '../model/validation-error.ts'
import { isName, isVersion } from './is-name.ts'

const OWN_NAMES: ReadonlySet<string> = new Set([...BLOCKING_RULES, ...PLACED_RULES].map(({ name }) => name))

/**
 * Checks a custom blocking rule. Its type may be wrong, since programs without types call this function.
 *
 * @param taken - The names of the other custom rules.
 * @throws {@link RegistryError} `validation_failed` with the name of the rule and the problem.
 */
export function checkBlockingRule(rule: CustomBlockingRule, taken: ReadonlySet<string>): void {
  if (typeof rule !== 'object' || rule === null) throw validationError('A custom blocking rule must be an object.')
  const problem = problemOf(rule, taken)
  if (problem !== undefined) throw validationError(`The blocking rule "${rule.name}" is not valid: ${problem}.`)
}

function problemOf(rule: CustomBlockingRule, taken: ReadonlySet<string>): string | undefined {
  const { name, version, description, wide, strength, contents } = rule
  if (!isName(name)) return 'its name must be snake case, with at most 64 characters'
  if (taken.has(name) || OWN_NAMES.has(name)) return 'another blocking rule has this name'
  if (typeof description !== 'string' || description === '') return 'it needs a description'
  if (!isVersion(version)) return 'its version must be an integer of 1 or more'
  if (strength !== 'firm' && strength !== 'loose') return 'its strength must be "firm" or "loose"'
  if (wide !== undefined && typeof wide !== 'boolean') return 'wide must be true or false'
  return typeof contents === 'function' ? undefined : 'contents must be a function'
}

/**
 * Returns a rule that fails with `validation_failed` and its name, instead of giving wrong keys: if `contents` throws, or
 * if it returns no list of texts.
 */
export function guardBlockingRule(given: CustomBlockingRule): CustomBlockingRule {
  const { name, version, description, wide, strength } = given
  return {
    name,
    version,
    description,
    strength,
    ...(wide === true ? { wide } : {}),
    contents: (features) => {
      let contents: unknown
      try {
        contents = given.contents(features)
      } catch (error) {
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
        throw failure(given, `contents threw ${reason}`, error)
      }
      if (Array.isArray(contents) && contents.every((content) => typeof content === 'string')) return contents
      throw failure(given, 'contents returned no list of texts')
    },
  }
}

function failure({ name, version }: CustomBlockingRule, problem: string, cause?: unknown): RegistryError {
  return validationError(
    `The blocking rule "${name}" (version ${version}) failed: ${problem}. Correct the rule, or open the registry with a schema without it.`,
    { cause, details: { blockingRule: name, version } },
  )
}

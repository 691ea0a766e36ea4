import type { PossibleLevels } from '../comparison/comparison.ts'
import type { RegistryError } from '../model/registry-error.ts'
import { validationError } from '../model/validation-error.ts'
import type { CustomComparison } from './custom-comparison.ts'

/** The maximum number of list objects that one comparison returns for views. Scoring caches the bits of each object. */
const MAX_LISTS = 256

/**
 * Returns a comparison that fails with the name of the comparison instead of giving a wrong level: if a function of the
 * comparison throws, or if it returns a level that it does not declare. The level is `unknown` if `isPresent` denies a
 * value, so that every way of scoring gives the same result.
 */
export function guardComparison(given: CustomComparison): CustomComparison {
  const { name, description, levels, version, profiles } = given
  return {
    name,
    description,
    levels: [...levels],
    version,
    profiles: [...profiles],
    ...optionsOf(given),
    ...guardedPresence(given),
    compare: guardedCompare(given),
    ...guardedView(given),
    ...guardedField(given),
    show: (content) => {
      const shown: unknown = guarded(given, 'show', () => given.show(content))
      return typeof shown === 'string' ? shown : undefined
    },
  }
}

/** Returns the optional members that are no functions. */
function optionsOf({ monotoneLevels, oneSideIsEnough, cost, viewCost, hasKeys, bits, vetoes }: CustomComparison) {
  return {
    ...(monotoneLevels === undefined ? {} : { monotoneLevels: monotoneLevels.map((chain) => [...chain]) }),
    ...(oneSideIsEnough === true ? { oneSideIsEnough } : {}),
    ...(cost === undefined ? {} : { cost }),
    ...(viewCost === undefined ? {} : { viewCost }),
    ...(hasKeys === true ? { hasKeys } : {}),
    ...(bits === undefined ? {} : { bits: { ...bits } }),
    ...(vetoes === undefined ? {} : { vetoes: [...vetoes] }),
  }
}

function guardedPresence(given: CustomComparison): Pick<CustomComparison, 'isPresent'> {
  if (given.isPresent === undefined) return {}
  return {
    isPresent: (features) => {
      try {
        return given.isPresent?.(features) === true
      } catch (error) {
        throw thrown(given, 'isPresent', error)
      }
    },
  }
}

function guardedCompare(given: CustomComparison): CustomComparison['compare'] {
  const { isPresent } = guardedPresence(given)
  const declared = new Set(given.levels)
  const isOneEnough = given.oneSideIsEnough === true
  return (left, right, wordBits) => {
    if (isPresent !== undefined) {
      const present = isOneEnough ? isPresent(left) || isPresent(right) : isPresent(left) && isPresent(right)
      if (!present) return 'unknown'
    }
    let level: string
    try {
      level = given.compare(left, right, wordBits)
    } catch (error) {
      throw thrown(given, 'compare', error)
    }
    if (!declared.has(level)) throw failure(given, `compare returned ${quoted(level)}, which is none of its levels`)
    return level
  }
}

function guardedView(given: CustomComparison): Pick<CustomComparison, 'compareView'> {
  if (given.compareView === undefined) return {}
  const declared = new Set(given.levels)
  const lists = new Set<PossibleLevels>()
  const compareView: CustomComparison['compareView'] = (query, other, wordBits) => {
    const result = guarded(given, 'compareView', () => given.compareView?.(query, other, wordBits))
    if (result === undefined || lists.has(result)) return result
    const levels: readonly unknown[] = Array.isArray(result) ? result : [result]
    const wrong = levels.find((level) => !declared.has(level as string))
    if (levels.length === 0 || wrong !== undefined) {
      throw failure(given, `compareView returned ${quoted(wrong)}, which is none of its levels`)
    }
    if (typeof result === 'string') return result
    if (lists.size >= MAX_LISTS) {
      throw failure(given, 'compareView returns a new list with every call; it must return the same list object again')
    }
    lists.add(result)
    return result
  }
  return { compareView }
}

function guardedField(given: CustomComparison): Pick<CustomComparison, 'fieldOf'> {
  if (given.fieldOf === undefined) return {}
  return { fieldOf: (features) => guarded(given, 'fieldOf', () => given.fieldOf?.(features) ?? {}) }
}

/** Runs a function of a comparison. An error names the comparison and the function. */
function guarded<Result>(given: CustomComparison, what: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw thrown(given, what, error)
  }
}

function thrown(given: CustomComparison, what: string, error: unknown): RegistryError {
  return failure(
    given,
    `${what} threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
    error,
  )
}

function quoted(level: unknown): string {
  return typeof level === 'string' ? `"${level}"` : String(level)
}

function failure({ name, version }: CustomComparison, problem: string, cause?: unknown): RegistryError {
  return validationError(
    `The comparison "${name}" (version ${version}) failed: ${problem}. Nothing was scored with it; correct the comparison, or open the registry with a schema without it.`,
    { cause, details: { comparison: name, version } },
  )
}

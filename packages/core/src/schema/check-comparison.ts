import { LIMITS } from '../model/limits.ts'
import { validationError } from '../model/validation-error.ts'
import type { CustomComparison } from './custom-comparison.ts'
import { isName } from './is-name.ts'

const MAX_BITS = 40
const UNKNOWN = 'unknown'

/**
 * Checks a custom comparison. Its type may be wrong, since programs without types call this function.
 *
 * @param taken - The names of the other comparisons.
 * @param profiles - The names of the profiles.
 * @throws {@link RegistryError} `validation_failed` with the name of the comparison and the problem.
 */
export function checkComparison(
  comparison: CustomComparison,
  taken: ReadonlySet<string>,
  profiles: readonly string[],
): void {
  if (typeof comparison !== 'object' || comparison === null) {
    throw validationError('A custom comparison is no object; use fieldComparison() or measureComparison().')
  }
  const problem =
    nameProblem(comparison, taken) ??
    levelsProblem(comparison.levels) ??
    chainsProblem(comparison) ??
    functionsProblem(comparison) ??
    profilesProblem(comparison.profiles, profiles) ??
    weightsProblem(comparison) ??
    costsProblem(comparison)
  if (problem !== undefined) throw validationError(`The comparison "${comparison.name}" is not valid: ${problem}.`)
}

function nameProblem({ name, description, version }: CustomComparison, taken: ReadonlySet<string>): string | undefined {
  if (!isName(name)) return 'its name must be snake case, with at most 64 characters'
  if (taken.has(name)) return 'another comparison has this name'
  if (typeof description !== 'string' || description === '') return 'it needs a description'
  return Number.isSafeInteger(version) && version >= 1 ? undefined : 'its version must be an integer of 1 or more'
}

function levelsProblem(levels: CustomComparison['levels']): string | undefined {
  if (!Array.isArray(levels)) return 'levels must be a list'
  if (levels.at(-1) !== UNKNOWN) return 'the last level must be "unknown"'
  if (levels.length === 1) return 'levels is empty except for "unknown"'
  if (levels.length > LIMITS.levelsPerComparison) {
    return `it has ${levels.length} levels, but at most ${LIMITS.levelsPerComparison} are allowed`
  }
  const wrong = levels.find((level) => !isName(level))
  if (wrong !== undefined) return `the level "${wrong}" must be snake case, with at most 64 characters`
  const double = doubleOf(levels)
  return double === undefined ? undefined : `levels has "${double}" twice`
}

function chainsProblem({ levels, monotoneLevels = [] }: CustomComparison): string | undefined {
  if (!Array.isArray(monotoneLevels) || !monotoneLevels.every(Array.isArray)) {
    return 'monotoneLevels must be a list of lists of levels'
  }
  for (const chain of monotoneLevels) {
    const wrong = unweighable(levels, chain)
    if (wrong !== undefined) return `monotoneLevels has no place for the level "${wrong}"`
    const double = doubleOf(chain)
    if (double !== undefined) return `a list of monotoneLevels has "${double}" twice`
  }
  return undefined
}

function functionsProblem(comparison: CustomComparison): string | undefined {
  const { compare, show, isPresent, compareView, fieldOf } = comparison
  for (const [name, value] of Object.entries({ compare, show })) {
    if (typeof value !== 'function') return `${name} must be a function`
  }
  for (const [name, value] of Object.entries({ isPresent, compareView, fieldOf })) {
    if (value !== undefined && typeof value !== 'function') return `${name} must be a function`
  }
  return undefined
}

function profilesProblem(given: CustomComparison['profiles'], profiles: readonly string[]): string | undefined {
  if (!Array.isArray(given)) return 'profiles must be a list'
  const wrong = given.find((profile) => !profiles.includes(profile))
  if (wrong !== undefined) return `there is no profile "${wrong}"; there are ${profiles.join(', ')}`
  const double = doubleOf(given)
  return double === undefined ? undefined : `profiles has "${double}" twice`
}

function weightsProblem({ levels, bits = {}, vetoes = [] }: CustomComparison): string | undefined {
  if (typeof bits !== 'object' || bits === null || Array.isArray(bits)) return 'bits must be an object'
  if (!Array.isArray(vetoes)) return 'vetoes must be a list'
  const ofNothing = unweighable(levels, Object.keys(bits))
  if (ofNothing !== undefined) return `bits has "${ofNothing}", which is no level with bits`
  const beyond = Object.entries(bits).find(([, value]) => !(typeof value === 'number' && Math.abs(value) <= MAX_BITS))
  if (beyond !== undefined) return `the bits of "${beyond[0]}" must be a number of -${MAX_BITS} to ${MAX_BITS}`
  const noVeto = unweighable(levels, vetoes)
  return noVeto === undefined ? undefined : `vetoes has "${noVeto}", which is no level with bits`
}

function costsProblem({ cost = 1, viewCost = 1 }: CustomComparison): string | undefined {
  return [cost, viewCost].every((each) => Number.isFinite(each) && each > 0)
    ? undefined
    : 'cost and viewCost must be numbers above 0'
}

/** Returns the first name that is no level, or that is the level `unknown`. */
function unweighable(levels: readonly string[], named: readonly string[]): string | undefined {
  return named.find((level) => level === UNKNOWN || !levels.includes(level))
}

function doubleOf(names: readonly string[]): string | undefined {
  return names.find((name, at) => names.indexOf(name) !== at)
}

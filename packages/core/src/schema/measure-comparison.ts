import type { RecordFeatures } from '../features/record-features.ts'
import { defined } from '../model/defined.ts'
import type { RecordContent } from '../model/supplier-record.ts'
import { validationError } from '../model/validation-error.ts'
import type { CustomComparison } from './custom-comparison.ts'

/** The options of {@link measureComparison}. A measure is a number: how alike two records are, or how far apart. */
export interface MeasureComparisonOptions
  extends Pick<CustomComparison, 'name' | 'version' | 'description' | 'profiles' | 'bits' | 'vetoes' | 'isPresent'>,
    Pick<CustomComparison, 'oneSideIsEnough' | 'cost' | 'fieldOf'> {
  /** The minimum and the maximum of the measure. */
  readonly range: readonly [min: number, max: number]
  /** The direction of agreement: `higher` for a similarity, `lower` for a distance. */
  readonly direction: 'higher' | 'lower'
  /** The limits between the levels, ascending, within the range. */
  readonly cuts: readonly number[]
  /** Returns the measure; undefined if a record lacks a value. The order of the records does not matter. */
  measure(left: RecordFeatures, right: RecordFeatures): number | undefined
  /** Returns the value of one record as text for an explanation. Default: none. */
  show?(content: RecordContent): string | undefined
}

/**
 * Returns a comparison by a measure. The cuts determine the levels. For the cuts 0.5 and 0.9, `higher` gives the levels
 * `from_0_9`, `from_0_5` and `below_0_5`, where a cut belongs to the level above it; `lower` gives `up_to_0_5`,
 * `up_to_0_9` and `over_0_9`, where a cut belongs to the level below it. No level counts less than the next level.
 *
 * A measure outside the range counts as the nearest end of the range. The level is `unknown` for a missing measure or
 * NaN.
 *
 * @throws RegistryError `validation_failed` for a wrong range, direction or cut; `extendSchema` checks the rest.
 */
export function measureComparison(options: MeasureComparisonOptions): CustomComparison {
  const { name, version, description, profiles, bits, vetoes, oneSideIsEnough, cost, range, direction, cuts } = options
  const problem = problemOf(options)
  if (problem !== undefined) throw validationError(`The comparison "${name}" is not valid: ${problem}.`)
  const [min, max] = range
  const isHigher = direction === 'higher'
  const steps = isHigher ? cuts.toReversed() : [...cuts]
  const last = steps.at(-1) as number
  const levels = [
    ...steps.map((cut) => `${isHigher ? 'from' : 'up_to'}_${numberName(cut)}`),
    `${isHigher ? 'below' : 'over'}_${numberName(last)}`,
  ]
  return {
    name,
    version,
    description,
    levels: [...levels, 'unknown'],
    monotoneLevels: [levels],
    profiles,
    ...defined({ bits, vetoes, oneSideIsEnough, cost }),
    ...(options.isPresent === undefined ? {} : { isPresent: (features) => options.isPresent?.(features) === true }),
    ...(options.fieldOf === undefined ? {} : { fieldOf: (features) => options.fieldOf?.(features) ?? {} }),
    compare: (left, right) => {
      const measured = options.measure(left, right)
      if (measured === undefined || Number.isNaN(measured)) return 'unknown'
      if (typeof measured !== 'number') throw new TypeError(`the measure is no number but ${typeof measured}`)
      const value = Math.min(max, Math.max(min, measured))
      const at = steps.findIndex((cut) => (isHigher ? value >= cut : value <= cut))
      return levels[at < 0 ? steps.length : at] as string
    },
    show: (content) => options.show?.(content),
  }
}

function problemOf({ range, direction, cuts, measure }: MeasureComparisonOptions): string | undefined {
  if (typeof measure !== 'function') return 'measure must be a function'
  if (direction !== 'higher' && direction !== 'lower') return 'direction must be "higher" or "lower"'
  const [min, max] = Array.isArray(range) ? range : []
  if (!(Number.isFinite(min) && Number.isFinite(max) && (min as number) < (max as number))) {
    return 'range must be two numbers, the minimum and the maximum'
  }
  if (!Array.isArray(cuts) || cuts.length === 0 || !cuts.every(Number.isFinite)) return 'cuts must be a list of numbers'
  const falling = cuts.find((cut, at) => at > 0 && cut <= (cuts[at - 1] as number))
  if (falling !== undefined) return `cuts must ascend, but ${falling} does not`
  // A cut at one end of the range leaves a level without values.
  const outside = cuts.find((cut) =>
    direction === 'higher'
      ? cut <= (min as number) || cut > (max as number)
      : cut < (min as number) || cut >= (max as number),
  )
  return outside === undefined
    ? undefined
    : `the cut ${outside} leaves a level without values in the range ${min} to ${max}`
}

/** Returns a number as part of a name in snake case: `minus_0_5` for -0.5. */
function numberName(value: number): string {
  const digits = String(Math.abs(value)).replace('e+', 'e').replace('e-', 'e_minus_').replace('.', '_')
  return value < 0 ? `minus_${digits}` : digits
}

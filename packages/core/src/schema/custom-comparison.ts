import type { Comparison } from '../comparison/comparison.ts'
import type { Profile } from '../model/category.ts'
import type { RegistrySchema } from './registry-schema.ts'

/**
 * A comparison that an extension adds to a schema. `levels` ends with `unknown`. The comparison must be symmetric and
 * deterministic: threads and repeated calls must compute the same level.
 *
 * An exception of the comparison, or a level that it does not declare, fails the whole call with `validation_failed`
 * and the name of the comparison. The registry never scores such a pair.
 */
export interface CustomComparison extends Comparison {
  /**
   * The version, an integer of 1 or more. Increase the version with every change of levels, bits or results: the
   * registry then scores its records again.
   */
  readonly version: number
  /** The profiles that use the comparison. */
  readonly profiles: readonly Profile[]
  /**
   * The default bits by level, -40 to 40. Each profile with the comparison uses these bits if the model has none. An
   * unlisted level has 0 bits.
   */
  readonly bits?: Readonly<Record<string, number>>
  /** The default vetoes: levels that no other evidence outweighs. */
  readonly vetoes?: readonly string[]
}

/** Versions by the name of the custom comparison. */
export type ComparisonVersions = Readonly<Record<string, number>>

/** Reports whether an extension added a comparison. */
export function isCustom(comparison: Comparison): comparison is CustomComparison {
  return 'version' in comparison
}

/** Returns the versions of the custom comparisons that at least one profile of a schema uses. */
export function comparisonVersions({ profiles }: RegistrySchema): ComparisonVersions {
  const used = Object.values(profiles).flatMap(({ comparisons }) => comparisons.filter(isCustom))
  return Object.fromEntries(used.map(({ name, version }) => [name, version]))
}

/** A custom comparison whose version differs between two schemas. A missing version means a missing comparison. */
export interface DifferingComparison {
  readonly comparison: string
  readonly stored?: number
  readonly opened?: number
}

/** Returns the custom comparisons whose versions differ, ordered by name. */
export function differingComparisons(stored: ComparisonVersions, opened: ComparisonVersions): DifferingComparison[] {
  const names = [...new Set([...Object.keys(stored), ...Object.keys(opened)])].sort()
  return names.flatMap((comparison): DifferingComparison[] => {
    const [from, to] = [stored[comparison], opened[comparison]]
    if (from === to) return []
    return [
      { comparison, ...(from === undefined ? {} : { stored: from }), ...(to === undefined ? {} : { opened: to }) },
    ]
  })
}

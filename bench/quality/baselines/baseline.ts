import type { Coordinates } from '@utpid/core'
import { fold } from '@utpid/core/scoring'
import type { Side } from '../sets/read-sets.ts'

/** A simple method to compare two records, such as a programmer writes in an afternoon. */
export interface Baseline {
  /** Stable: part of the row ids. */
  readonly id: string
  readonly what: string
  /** Whether its similarity decreases with distance, on a scale fitted for each set. */
  readonly usesDistance: boolean
  /** Similarity of two folded names, 0 to 1; symmetric. */
  similarity(a: string, b: string): number
}

/** The fields of a record that baselines use. */
export interface PlainRecord {
  /** Lower case, without accents and punctuation. */
  readonly name: string
  readonly coordinates?: Coordinates
}

/** A baseline gets repaired records and the folding of core. Its errors therefore come only from its own method. */
export function plainRecord({ record }: Side): PlainRecord {
  const coordinates = record.location?.coordinates
  return { name: fold(record.name ?? ''), ...(coordinates === undefined ? {} : { coordinates }) }
}

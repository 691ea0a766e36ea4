import { type Coordinates, fold } from '@utpid/core'
import type { Side } from '../sets/read-sets.ts'

/** A plain way to compare two records, as people write it in an afternoon. */
export interface Baseline {
  /** Stable: part of the ids of rows. */
  readonly id: string
  readonly what: string
  /** Its similarity is lowered with distance, on a scale chosen for each set. */
  readonly usesDistance: boolean
  /** How alike two folded names are, 0 to 1; symmetric. */
  similarity(a: string, b: string): number
}

/** All that a baseline knows of a record. */
export interface PlainRecord {
  /** Lower case, without accents and punctuation. */
  readonly name: string
  readonly coordinates?: Coordinates
}

/** A baseline gets what the door repaired and the folding of core: its weakness is to be its own. */
export function plainRecord({ record }: Side): PlainRecord {
  const coordinates = record.location?.coordinates
  return { name: fold(record.name ?? ''), ...(coordinates === undefined ? {} : { coordinates }) }
}

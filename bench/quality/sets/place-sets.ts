import { GEO_ER_SETS } from './labelled-sets.ts'
import type { LabelledSet } from './read-sets.ts'

/** Returns the sets of places in two cities, on which no shipped model is trained. */
export function placeSets(sets: readonly LabelledSet[]): LabelledSet[] {
  return sets.filter(({ id }) => GEO_ER_SETS.includes(id))
}

/** Returns the city of a set of places: `edi` or `tor`. */
export function cityOf({ id }: LabelledSet): string {
  return id.split('-')[1] as string
}

/** Returns the sets of the other city. */
export function otherCities(set: LabelledSet, places: readonly LabelledSet[]): LabelledSet[] {
  return places.filter((other) => cityOf(other) !== cityOf(set))
}

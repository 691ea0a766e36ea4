/** No name of a file holds it, so that nothing else is taken for a snapshot with deltas. */
const SEPARATOR = '\0'

/** A registry that was shipped as a file, with what changed since. */
export interface SnapshotPlace {
  readonly file: string
  /** Files, in the order in which they are applied. */
  readonly deltas: readonly string[]
}

/** A snapshot with its deltas as the place of a registry. */
export function placeOfSnapshot({ file, deltas }: SnapshotPlace): string {
  return [file, ...deltas].join(SEPARATOR)
}

/** What a place says of a snapshot, for a place that is one. */
export function snapshotPlace(place: string): SnapshotPlace {
  const [file = '', ...deltas] = place.split(SEPARATOR)
  return { file, deltas }
}

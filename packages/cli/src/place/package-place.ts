/** No file name contains this character. No other location can therefore be read as a package with deltas. */
const SEPARATOR = '\0'

/** A registry package with its deltas. */
export interface PackagePlace {
  readonly file: string
  /** Files, in the order of application. */
  readonly deltas: readonly string[]
}

/** Encodes a registry package with its deltas as the location of a registry. */
export function placeOfPackage({ file, deltas }: PackagePlace): string {
  return [file, ...deltas].join(SEPARATOR)
}

/** Decodes the location of a registry package. */
export function packagePlace(place: string): PackagePlace {
  const [file = '', ...deltas] = place.split(SEPARATOR)
  return { file, deltas }
}

/** The field id of the object that contains all fields without an id. */
const OTHER_FIELDS = '*'

/**
 * An object as a compact row: its field ids (one letter each), followed by its values. One object contains all fields
 * without an id.
 */
export type CompactRow = readonly [letters: string, ...values: unknown[]]

/**
 * The encoding of compact rows: it replaces the names of frequent fields, which JSON repeats in every row, with
 * letters.
 */
export class CompactRows {
  readonly #fieldIds: ReadonlyMap<string, string>
  /** The names of fields, by character code of the letter. */
  readonly #names: readonly (string | undefined)[]

  /**
   * Creates an encoding.
   *
   * @param fields - Letters by name.
   */
  constructor(fields: Readonly<Record<string, string>>) {
    this.#fieldIds = new Map(Object.entries(fields))
    const names: string[] = []
    for (const [name, letter] of Object.entries(fields)) names[letter.charCodeAt(0)] = name
    this.#names = names
  }

  /** Encodes an object. The result omits values that JSON omits. */
  encode(object: object): CompactRow {
    let letters = ''
    const values: unknown[] = ['']
    let others: [string, unknown][] | undefined
    for (const name of Object.keys(object)) {
      const value = (object as Readonly<Record<string, unknown>>)[name]
      if (value === undefined) continue
      const letter = this.#fieldIds.get(name)
      if (letter === undefined) {
        others ??= []
        others.push([name, value])
      } else {
        letters += letter
        values.push(value)
      }
    }
    if (others !== undefined) {
      letters += OTHER_FIELDS
      values.push(Object.fromEntries(others))
    }
    values[0] = letters
    return values as unknown as CompactRow
  }

  decode(lettered: CompactRow): Record<string, unknown> {
    const letters = lettered[0]
    const object: Record<string, unknown> = {}
    for (let at = 0; at < letters.length; at++) {
      const value = lettered[at + 1]
      const name = this.#names[letters.charCodeAt(at)]
      if (name === undefined) return withOthers(object, letters, at, value as object)
      object[name] = value
    }
    return object
  }
}

/** Reports whether an encoded object has only fields with letters. */
export function hasFieldIdsOnly([letters]: CompactRow): boolean {
  return !letters.endsWith(OTHER_FIELDS)
}

/**
 * Adds the fields without a letter to an object. The function uses a spread, so that a name such as `__proto__` is an
 * ordinary field.
 */
function withOthers(object: object, letters: string, at: number, others: object): Record<string, unknown> {
  if (letters[at] === OTHER_FIELDS) return { ...object, ...others }
  throw new TypeError(`A row has the field id ${letters[at]}, which this version of utpid does not know.`)
}

/**
 * The meaning of a published field. `product`: it describes the product. `availability`: it says whether the product can
 * be booked. `policy`: it is a rule of a booking. `technical`: it serves the exchange of data, such as ids of the
 * supplier's own tables, times of changes, links, pages and sorting.
 */
export type FieldKind = 'product' | 'price' | 'availability' | 'policy' | 'technical'

/** A published format of suppliers. */
export interface Format {
  /** A slug, used in the ids of rows. */
  readonly name: string
  readonly title: string
  /** The address of the public document. */
  readonly document: string
  /**
   * All published fields by their meaning, separated by semicolons, in the order of the document. JSON: `rooms[].code`; XML:
   * `Rooms/Room@code`. A name in braces stands for the keys of a map.
   */
  readonly fields: Readonly<Record<FieldKind, string>>
}

/** A field of a format. */
export interface PublishedField {
  readonly path: string
  readonly kind: FieldKind
}

/** Returns the fields of a format, kind by kind. */
export function fieldsOf({ fields }: Pick<Format, 'fields'>): PublishedField[] {
  return (Object.keys(fields) as FieldKind[]).flatMap((kind) =>
    fields[kind]
      .split(';')
      .map((path) => path.trim())
      .filter((path) => path !== '')
      .map((path) => ({ path, kind })),
  )
}

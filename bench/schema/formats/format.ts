/**
 * The meaning of a published field: it describes the product, it is a price, it says whether the product can be booked,
 * it is a rule of a booking, or it serves the exchange of data (rows of the supplier's own tables, times of changes,
 * links, pages, sorting).
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
   * All published fields by their meaning, separated by commas, in the order of the document. JSON: `rooms[].code`; XML:
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
      .split(',')
      .map((path) => path.trim())
      .filter((path) => path !== '')
      .map((path) => ({ path, kind })),
  )
}

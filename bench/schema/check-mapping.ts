import { type FieldTable, IDENTIFYING_FIELDS, type MemberDefinition, RECORD_FIELDS } from '@utpid/core/fields'
import { type Format, fieldsOf } from './formats/format.ts'

/**
 * The places of a format's fields in a record: for each place the published fields that it takes, separated by
 * semicolons. A place is a path such as `location.city`, or `images[].url` for a member of a list's entries. A field may
 * have several places.
 */
export type Places = Readonly<Record<string, string>>

/** The result of a check. Each list is empty if the mapping is complete and correct. */
export interface MappingCheck {
  /** The number of published fields. */
  readonly fields: number
  /** The number of fields that describe the product. */
  readonly product: number
  /** Fields that describe the product and have no place. */
  readonly without: readonly string[]
  /** Places that a record does not have. */
  readonly unknownPlaces: readonly string[]
  /** Mapped fields that the format does not have, or that do not describe the product. */
  readonly unknownFields: readonly string[]
  /** Fields that the format lists twice. */
  readonly repeated: readonly string[]
}

/** Checks whether each field of a format that describes the product has a place in a record. */
export function checkMapping(format: Pick<Format, 'fields'>, mapping: Places): MappingCheck {
  const fields = fieldsOf(format)
  const paths = fields.map(({ path }) => path)
  const product = fields.filter(({ kind }) => kind === 'product').map(({ path }) => path)
  const mapped = Object.values(mapping).flatMap((list) => list.split(';').map((path) => path.trim()))
  const known = new Set(product)
  const placed = new Set(mapped)
  return {
    fields: fields.length,
    product: product.length,
    without: product.filter((path) => !placed.has(path)),
    unknownPlaces: Object.keys(mapping).filter((place) => !PLACES.has(place)),
    unknownFields: mapped.filter((path) => !known.has(path)),
    repeated: paths.filter((path, at) => paths.indexOf(path) !== at),
  }
}

/** The places of a record, and the set of a concordance, which has the codes of other suppliers. */
const PLACES: ReadonlySet<string> = new Set([
  ...placesOf({ ...IDENTIFYING_FIELDS, ...RECORD_FIELDS }),
  'concordance',
  'concordance[].supplier',
  'concordance[].code',
])

/** Returns the paths of all fields and of their members. */
function placesOf(table: FieldTable, within = ''): string[] {
  return Object.entries(table).flatMap(([name, { type }]) => placesAt(type, `${within}${name}`))
}

function placesAt(type: MemberDefinition['type'], path: string): string[] {
  if (type.kind === 'object') return [path, ...placesOf(type.fields, `${path}.`)]
  if (type.kind === 'list') return [path, ...placesAt(type.items, `${path}[]`)]
  return [path]
}

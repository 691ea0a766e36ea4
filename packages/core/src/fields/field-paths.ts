import type { FieldType, MemberDefinition } from './field-type.ts'
import { type FieldTable, RECORD_FIELDS } from './record-fields.ts'

/** A field with its place in the record. */
export interface FieldPath {
  /** The names of the field and its parents, outermost first: `['location', 'city']`. */
  readonly path: readonly string[]
  readonly definition: MemberDefinition
}

/** Returns all fields of a table and of its objects, in order. The fields of an object follow the object. */
export function fieldPaths(table: FieldTable, within: readonly string[] = []): FieldPath[] {
  return Object.entries(table).flatMap(([name, definition]) => {
    const path = [...within, name]
    return [{ path, definition }, ...fieldPaths(membersOf(definition.type), path)]
  })
}

/** Returns the fields of an object, or no fields for another type. */
export function membersOf(type: FieldType): FieldTable {
  return type.kind === 'object' ? type.fields : {}
}

/** Returns the value at a path of an object; undefined if it is absent. */
export function valueAt(content: unknown, path: readonly string[]): unknown {
  let value = content
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

/** A field of the golden record. */
export interface GoldenField extends FieldPath {
  /** The name of the field in the golden record, which has no objects: `city`. */
  readonly name: string
}

/** The fields of the golden record, in order. */
export const GOLDEN_FIELDS: readonly GoldenField[] = fieldPaths(RECORD_FIELDS).flatMap(({ path, definition }) =>
  definition.golden === true ? [{ name: path.at(-1) as string, path, definition }] : [],
)

/** Returns the letters of a table's fields in stored rows, by name. */
export function lettersOf(
  fields: readonly (readonly [name: string, definition: MemberDefinition])[],
): Record<string, string> {
  return Object.fromEntries(fields.flatMap(([name, { letter }]) => (letter === undefined ? [] : [[name, letter]])))
}

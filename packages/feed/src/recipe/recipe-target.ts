import { type FieldTable, type FieldType, IDENTIFYING_FIELDS, RECORD_FIELDS } from '@utpid/core/fields'
import { nearestNames } from '../mapping/nearest-names.ts'

/** A member of a record or of an object in a record. */
export interface RecipeTarget {
  /** The names from the record or object to the member: `['location', 'city']`. */
  readonly path: readonly string[]
  /** Undefined for a value that is stored as it is, in `extra`. */
  readonly type: FieldType | undefined
  /** The scheme of an identifier or the language of a name, for the targets `identifiers.SCHEME` and `altNames.LANGUAGE`. */
  readonly entry?: { readonly member: 'scheme' | 'language'; readonly of: 'value' | 'name'; readonly text: string }
}

/** The fields that a recipe can fill. */
export const RECIPE_FIELDS: FieldTable = { ...IDENTIFYING_FIELDS, ...RECORD_FIELDS }

/**
 * Finds a target of a table of fields: `name`, `location.city`, `roomTypes`, `identifiers.giata`, `extra.segment`.
 *
 * @param fail - Creates the error for an unknown target.
 */
export function recipeTarget(text: string, fields: FieldTable, fail: (why: string) => Error): RecipeTarget {
  const path = text.split('.')
  if (fields === RECIPE_FIELDS && path.length > 1) {
    const rest = path.slice(1).join('.')
    if (path[0] === 'extra') return { path: ['extra', rest], type: undefined }
    if (path[0] === 'identifiers') return entryTarget('identifiers', { member: 'scheme', of: 'value', text: rest })
    if (path[0] === 'altNames') return entryTarget('altNames', { member: 'language', of: 'name', text: rest })
  }
  const found = typeAt(fields, path)
  if (found !== undefined) return { path, type: found }
  const [nearest] = nearestNames(text, pathsOf(fields))
  throw fail(`is not a field of a record${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`)
}

function entryTarget(field: 'identifiers' | 'altNames', entry: NonNullable<RecipeTarget['entry']>): RecipeTarget {
  return { path: [field], type: RECORD_FIELDS[field].type, entry }
}

function typeAt(fields: FieldTable, [name = '', ...rest]: readonly string[]): FieldType | undefined {
  const type = Object.hasOwn(fields, name) ? fields[name]?.type : undefined
  if (type === undefined || rest.length === 0) return type
  return type.kind === 'object' ? typeAt(type.fields, rest) : undefined
}

function pathsOf(fields: FieldTable): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => [
    name,
    ...(type.kind === 'object' ? pathsOf(type.fields).map((path) => `${name}.${path}`) : []),
  ])
}

/** Sets a member of an object, or a member of a member. Objects between them are created. */
export function setAt(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = object
  for (let depth = 0; depth < path.length - 1; depth++) {
    const name = path[depth] as string
    at[name] ??= {}
    at = at[name] as Record<string, unknown>
  }
  at[path[path.length - 1] as string] = value
}

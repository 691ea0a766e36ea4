import { type FieldTable, RECORD_FIELDS } from './record-fields.ts'

type PlainObject = Readonly<Record<string, unknown>>

/** Names of custom fields by their folded form, by table. */
const cache = new WeakMap<FieldTable, ReadonlyMap<string, string>>()

/**
 * Returns an input whose custom fields are fields of the record. Readers of feeds and records of a registry without the
 * schema have such values in `extra`, under the name of the field or one of its aliases. Case and punctuation of the
 * name do not matter. A value of the record itself has precedence.
 */
export function adoptExtra(input: PlainObject, fields: FieldTable): PlainObject {
  const { extra } = input
  if (fields === RECORD_FIELDS || typeof extra !== 'object' || extra === null || Array.isArray(extra)) return input
  const names = customNames(fields)
  const adopted: Record<string, unknown> = {}
  const others: [string, unknown][] = []
  for (const [key, value] of Object.entries(extra)) {
    const field = names.get(foldName(key))
    const isFree = field !== undefined && input[field] === undefined && !Object.hasOwn(adopted, field)
    if (field !== undefined && isFree && value !== null && value !== undefined) adopted[field] = value
    else others.push([key, value])
  }
  return Object.keys(adopted).length === 0 ? input : { ...input, ...adopted, extra: Object.fromEntries(others) }
}

function customNames(fields: FieldTable): ReadonlyMap<string, string> {
  const known = cache.get(fields)
  if (known !== undefined) return known
  const names = new Map<string, string>()
  for (const [field, { aliases = {} }] of Object.entries(fields)) {
    if (Object.hasOwn(RECORD_FIELDS, field)) continue
    for (const name of [field, ...Object.values(aliases).flatMap((list) => list.split(','))]) {
      const folded = foldName(name)
      if (folded !== '' && !names.has(folded)) names.set(folded, field)
    }
  }
  cache.set(fields, names)
  return names
}

function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

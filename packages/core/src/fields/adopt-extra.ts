import { type FieldTable, RECORD_FIELDS } from './record-fields.ts'

type PlainObject = Readonly<Record<string, unknown>>

/** Names of custom fields by their folded form, by table. */
const cache = new WeakMap<FieldTable, ReadonlyMap<string, string>>()

/** The names of a record or query that are no fields of its content. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['supplier', 'code', 'ref', 'extra'])

/**
 * Returns an input whose custom fields are fields of the record. An input may have such a value under one of the aliases
 * of the field. Readers of feeds and records of a registry without the schema have it in `extra`, under the name of the
 * field or an alias. Case and punctuation of the name do not matter. A value under the name of the field itself has
 * precedence, then a value of the record under another name.
 */
export function adoptExtra(input: PlainObject, fields: FieldTable): PlainObject {
  if (fields === RECORD_FIELDS) return input
  const { extra } = input
  const names = customNames(fields)
  const adopted: Record<string, unknown> = {}
  const adopt = (key: string, value: unknown): boolean => {
    const field = names.get(foldName(key))
    const isFree = field !== undefined && input[field] === undefined && !Object.hasOwn(adopted, field)
    if (!isFree || value === null || value === undefined) return false
    adopted[field] = value
    return true
  }
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(fields, key) && !OTHER_NAMES.has(key))
  const moved = unknown.filter((key) => adopt(key, input[key]))
  const hasExtra = typeof extra === 'object' && extra !== null && !Array.isArray(extra)
  const others = hasExtra ? Object.entries(extra).filter(([key, value]) => !adopt(key, value)) : []
  if (Object.keys(adopted).length === 0) return input
  const rest =
    moved.length === 0 ? input : Object.fromEntries(Object.entries(input).filter(([key]) => !moved.includes(key)))
  return { ...rest, ...adopted, ...(hasExtra ? { extra: Object.fromEntries(others) } : {}) }
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

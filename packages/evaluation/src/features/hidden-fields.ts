import { type FieldTable, RECORD_FIELDS } from '@utpid/core/fields'
import { FIELD_ALIASES } from '@utpid/feed'
import { EvaluationError } from './evaluation-error.ts'

/** The paths that are removed from a record before it is read. */
export type HiddenFields = readonly (readonly string[])[]

/** Parts that a row has separately and a record has combined. If one part is hidden, the combined field is hidden. */
const WHOLE_OF_PART: Readonly<Record<string, string>> = {
  latitude: 'coordinates',
  longitude: 'coordinates',
  address2: 'address',
  address3: 'address',
  street: 'address',
  houseNumber: 'address',
  durationHours: 'durationMinutes',
}
/** Columns of feeds that are not fields of a record. `ref` stands for all identifiers. */
const OTHER_COLUMNS: Readonly<Record<string, string>> = {
  ref: 'identifiers',
  wikidata: 'identifiers.wikidata',
  brandWikidata: 'extra.brandWikidata',
  subtypes: 'extra.subtypes',
}
/** Paths whose last part the supplier chooses: a scheme of identifiers, or an unknown column. */
const OPEN_PATH = /^(identifiers|extra)\.(.+)$/
/** The fields that distinguish records and cannot be hidden. */
const NEVER_HIDDEN = ['supplier', 'code', 'name']

const PATHS: ReadonlyMap<string, string> = buildPaths()

/**
 * Parses a list of fields such as `phone,website,ref` or `lat,lon,location.postalCode`. A field may be a path of the
 * record, the last part of a path, or a column name of feeds.
 *
 * `ref` and `identifiers` hide every identifier, `identifiers.SCHEME` hides the identifiers of one scheme. A part of
 * the coordinates or of the address hides the whole field.
 *
 * @param fields - The fields of a record, with the custom fields of a schema. Default: the fields of the default schema.
 * @throws EvaluationError with the unknown field and all existing fields.
 */
export function parseHiddenFields(text: string, fields: FieldTable = RECORD_FIELDS): HiddenFields {
  const custom = Object.keys(fields).filter((name) => !Object.hasOwn(RECORD_FIELDS, name))
  const names = text.split(',').map((name) => name.trim())
  return names
    .filter((name) => name !== '')
    .map((name) => {
      const open = OPEN_PATH.exec(name)
      if (open !== null) return open.slice(1)
      const path = PATHS.get(fold(name)) ?? custom.find((each) => fold(each) === fold(name))
      if (path === undefined) throw unknownField(name, custom)
      if (NEVER_HIDDEN.includes(path)) {
        throw new EvaluationError(`"${name}" cannot be hidden: every record needs its ${path}.`)
      }
      return path.split('.')
    })
}

/**
 * Returns the record without some fields. Copies of hidden values in `extra` remain, because no comparison reads them.
 */
export function hideFields(record: Readonly<Record<string, unknown>>, fields: HiddenFields): Record<string, unknown> {
  return fields.reduce<Record<string, unknown>>((rest, path) => removePath(rest, path), { ...record })
}

function removePath(record: Record<string, unknown>, [key = '', ...rest]: readonly string[]): Record<string, unknown> {
  const { [key]: value, ...others } = record
  if (value === undefined || rest.length === 0) return others
  // Identifiers are a list of `{ scheme, value }`.
  if (Array.isArray(value)) return { ...others, [key]: value.filter((each) => each?.scheme !== rest[0]) }
  return typeof value === 'object' && value !== null ? { ...others, [key]: removePath({ ...value }, rest) } : record
}

function buildPaths(): Map<string, string> {
  const paths = new Map<string, string>()
  const add = (name: string, path: string): void => {
    if (!paths.has(fold(name))) paths.set(fold(name), path)
  }
  for (const [column, path] of Object.entries(OTHER_COLUMNS)) add(column, path)
  const targets = FIELD_ALIASES.map(([target, aliases]) => {
    const parts = target.split('.')
    const last = parts.at(-1) ?? target
    return { target, last, aliases, path: [...parts.slice(0, -1), WHOLE_OF_PART[last] ?? last].join('.') }
  })
  // Full paths take precedence over last parts, and last parts over column names: `coordinates` is the product's
  // location.
  for (const { target, path } of targets) add(target, path)
  for (const { last, path } of targets) add(last, path)
  for (const { aliases, path } of targets) for (const alias of aliases.split(',')) add(alias, path)
  for (const whole of ['location', 'activity', 'transfer', 'extra']) add(whole, whole)
  return paths
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function unknownField(name: string, custom: readonly string[]): EvaluationError {
  const known = [...[...new Set(PATHS.values())].filter((path) => !NEVER_HIDDEN.includes(path)), ...custom]
  return new EvaluationError(
    `There is no field "${name}" to hide; known are ref (all identifiers), ${known.join(', ')}, and what feeds call them, for example lat, postcode.`,
  )
}

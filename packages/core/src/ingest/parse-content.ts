import { adoptExtra } from '../fields/adopt-extra.ts'
import type { FieldDefinition, MemberDefinition } from '../fields/field-type.ts'
import { limitDetails } from '../fields/limit-details.ts'
import { type FieldTable, RECORD_FIELDS } from '../fields/record-fields.ts'
import type { Gazetteer } from '../geo/gazetteer.ts'
import type { RecordContent } from '../model/supplier-record.ts'
import { parseExtra } from './parse-extra.ts'
import { parseAltNames, parseIdentifiers } from './parse-lists.ts'
import { parseLocation } from './parse-location.ts'
import type { ParsedName } from './parse-name.ts'
import { parseValue } from './parse-value.ts'
import { readList } from './read-list.ts'
import type { RepairLog } from './repairs/repair-log.ts'

/** The input of the parser of one field. */
interface FieldInput {
  readonly value: unknown
  readonly name: ParsedName
  readonly gazetteer: Gazetteer | undefined
  readonly missingCategory: MissingCategory | undefined
  readonly log: RepairLog
}

/** Returns the category of a product whose supplier states none, by the name of the product. */
export type MissingCategory = (name: string | undefined) => string | undefined

const CATEGORIES_READ = 20

type OwnParser = (input: FieldInput, definition: MemberDefinition) => unknown

/** The parsers of fields whose values depend on other fields or have more notations than their type. */
const OWN_PARSERS: Readonly<Record<string, OwnParser>> = {
  name: ({ name }) => name.text,
  altNames: ({ value, log }) => parseAltNames(value, log),
  category: (input, { type }) =>
    parseValue(type, categoryText(input.value, input.log), 'category', input.log) ?? inferred(input),
  location: ({ value, gazetteer, log }) => parseLocation(value, gazetteer, log),
  stars: ({ value, name, log }, { type }) => parseValue(type, value, 'stars', log) ?? name.stars,
  identifiers: ({ value, log }) => parseIdentifiers(value, log),
}

/** Options of the parser of a content. */
export interface ContentOptions {
  readonly gazetteer?: Gazetteer
  readonly fields?: FieldTable
  readonly missingCategory?: MissingCategory | undefined
}

/**
 * Parses the content of a record, field by field in the order of the table. Unknown fields go to `extra`. Details beyond
 * `LIMITS.detailCharacters` are removed.
 *
 * @param name - The name of the record, parsed before.
 * @throws {TextTooLong}
 */
export function parseContent(
  given: Record<string, unknown>,
  name: ParsedName,
  { gazetteer, fields = RECORD_FIELDS, missingCategory }: ContentOptions,
  log: RepairLog,
): RecordContent {
  const input = adoptExtra(given, fields)
  const content: Record<string, unknown> = {}
  for (const { field, definition, own } of rowsOf(input, fields)) {
    const value = input[field]
    if (value === undefined && own === undefined) continue
    const parsed =
      own === undefined
        ? parseValue(definition.type, convertedValue(definition, value, field, log), field, log)
        : own({ value, name, gazetteer, missingCategory, log }, definition)
    if (parsed !== undefined) content[field] = parsed
  }
  const extra = parseExtra(input, fields, log)
  if (extra !== undefined) content.extra = extra
  const limited = limitDetails(content, fields)
  for (const { path, value } of limited.dropped) log.add(path.join('.'), 'value_removed', value)
  return limited.content as RecordContent
}

/** A field of a table with its parser. */
interface FieldRow {
  readonly field: string
  readonly definition: FieldDefinition
  readonly own: OwnParser | undefined
}

/** The rows of a table in order, and their positions by field. */
interface FieldRows {
  readonly rows: readonly FieldRow[]
  readonly positions: ReadonlyMap<string, number>
  /** The positions of the rows with a parser of their own, which run without a value too. */
  readonly always: readonly number[]
}

const rowsByTable = new WeakMap<FieldTable, FieldRows>()

/**
 * Returns the rows of the fields that an input may have, in the order of the table. A record has few of the fields, and
 * looking up all of them would take longer than parsing.
 */
function rowsOf(input: Record<string, unknown>, fields: FieldTable): readonly FieldRow[] {
  const { rows, positions, always } = tableRows(fields)
  const prototype: unknown = Object.getPrototypeOf(input)
  // An instance of a class may have its fields in the prototype.
  if (prototype !== Object.prototype && prototype !== null) return rows
  const present = [...always]
  for (const key of Object.keys(input)) {
    const at = positions.get(key)
    if (at !== undefined && rows[at]?.own === undefined) present.push(at)
  }
  return present.sort((a, b) => a - b).map((at) => rows[at] as FieldRow)
}

function tableRows(fields: FieldTable): FieldRows {
  const known = rowsByTable.get(fields)
  if (known !== undefined) return known
  const rows = Object.entries(fields).map(([field, definition]): FieldRow => {
    const own = Object.hasOwn(OWN_PARSERS, field) ? OWN_PARSERS[field] : undefined
    return { field, definition, own }
  })
  const found: FieldRows = {
    rows,
    positions: new Map(rows.map(({ field }, at) => [field, at])),
    always: rows.flatMap(({ own }, at) => (own === undefined ? [] : [at])),
  }
  rowsByTable.set(fields, found)
  return found
}

/** Returns the value as the function of the field converts it. */
export function convertedValue(definition: FieldDefinition, value: unknown, field: string, log: RepairLog): unknown {
  if (definition.parse === undefined || value === null) return value
  try {
    const converted = definition.parse(value)
    if (converted !== undefined) return converted
  } catch {
    // The function cannot convert the value, so the value is removed like any unreadable value.
  }
  log.add(field, 'value_removed', value)
  return undefined
}

function inferred({ name, missingCategory, log }: FieldInput): string | undefined {
  const category = missingCategory?.(name.text)
  if (category !== undefined) log.add('category', 'category_inferred', undefined, category)
  return category
}

/** Returns the value, or the joined texts if the value is a list. */
function categoryText(value: unknown, log: RepairLog): unknown {
  if (!Array.isArray(value)) return value
  const list = readList(value, 'category', CATEGORIES_READ, log)
  const texts = list.filter((each) => typeof each === 'string')
  if (texts.length < list.length) log.add('category', 'value_removed', value)
  return texts.length === 0 ? undefined : texts.join(', ')
}

import { membersOf } from './field-paths.ts'
import type { FieldType, MemberDefinition } from './field-type.ts'
import { type FieldTable, RECORD_FIELDS } from './record-fields.ts'

type PlainObject = Readonly<Record<string, unknown>>

/** The two parts of a content. */
export interface SplitContent<Content> {
  /** The content without its details. It is the given object if the content has no details. */
  readonly content: Content
  /** The details, in the shape of the content; undefined without details. */
  readonly details: PlainObject | undefined
}

/**
 * Separates the fields that no comparison reads from a content, such as images and descriptions. {@link joinDetails}
 * joins the two parts again.
 */
export function splitDetails<Content extends object>(
  content: Content,
  fields: FieldTable = RECORD_FIELDS,
): SplitContent<Content> {
  // Most contents have no details, and these are not copied.
  if (!hasDetails(content as PlainObject, fields)) return { content, details: undefined }
  const { kept, details } = split(content as PlainObject, fields)
  return { content: (kept ?? {}) as Content, details }
}

function hasDetails(content: PlainObject, fields: FieldTable): boolean {
  const detailed = fieldsWithDetails(fields)
  for (const name of Object.keys(content)) {
    const definition = detailed.get(name)
    if (definition === undefined) continue
    if (definition.detail === true) return true
    const value = content[name]
    if (isObject(value) && hasDetails(value, membersOf(definition.type))) return true
  }
  return false
}

const detailedFields = new WeakMap<FieldTable, ReadonlyMap<string, MemberDefinition>>()

/** Returns the fields of a table that are details or objects with details, by name. */
function fieldsWithDetails(fields: FieldTable): ReadonlyMap<string, MemberDefinition> {
  const known = detailedFields.get(fields)
  if (known !== undefined) return known
  const found = new Map(
    Object.entries(fields).filter(([, { detail, type }]) => detail === true || mayHaveDetails(type)),
  )
  detailedFields.set(fields, found)
  return found
}

function split(
  content: PlainObject,
  fields: FieldTable,
): { kept: PlainObject | undefined; details: PlainObject | undefined } {
  const kept: Record<string, unknown> = {}
  const details: Record<string, unknown> = {}
  for (const name of Object.keys(content)) {
    const value = content[name]
    const definition = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (definition?.detail === true) details[name] = value
    else if (definition !== undefined && mayHaveDetails(definition.type) && isObject(value)) {
      const parts = split(value, membersOf(definition.type))
      if (parts.kept !== undefined) kept[name] = parts.kept
      if (parts.details !== undefined) details[name] = parts.details
    } else kept[name] = value
  }
  return { kept: filled(kept), details: filled(details) }
}

/** Joins a content and its details. The result has the fields in the order of the table. */
export function joinDetails<Content extends object>(
  content: Content,
  details: PlainObject | undefined,
  fields: FieldTable = RECORD_FIELDS,
): Content {
  return details === undefined ? content : (join(content as PlainObject, details, fields) as Content)
}

function join(content: PlainObject, details: PlainObject, fields: FieldTable): PlainObject {
  const joined: Record<string, unknown> = {}
  const present = new Set([...Object.keys(content), ...Object.keys(details)])
  const known = Object.keys(fields).filter((name) => present.has(name))
  // Identifying fields come before the fields of the table, and `extra` comes after them.
  const others = [...present].filter((name) => !Object.hasOwn(fields, name) && name !== 'extra')
  for (const name of [...others, ...known, ...(present.has('extra') ? ['extra'] : [])]) {
    const [one, other] = [content[name], details[name]]
    joined[name] = isObject(one) && isObject(other) ? join(one, other, fieldsOf(fields[name])) : (one ?? other)
  }
  return joined
}

function fieldsOf(definition: MemberDefinition | undefined): FieldTable {
  return definition === undefined ? {} : membersOf(definition.type)
}

/** Reports whether an object of this type has fields that are details. */
function mayHaveDetails(type: FieldType): boolean {
  const known = cache.get(type)
  if (known !== undefined) return known
  const has = Object.values(membersOf(type)).some(({ detail, type: each }) => detail === true || mayHaveDetails(each))
  cache.set(type, has)
  return has
}

const cache = new WeakMap<FieldType, boolean>()

function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function filled(object: PlainObject): PlainObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}

/** The part of JSON Schema that the API uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean | null
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  /** An extension of JSON Schema: the allowed words of a comma-separated list. */
  readonly 'x-list-values'?: readonly string[]
}

/**
 * The use of a type: in requests or in responses. Senders may set optional fields to undefined, and send values whose
 * type is an interface.
 */
export type Use = 'sent' | 'answered'

/**
 * Returns the TypeScript type of a schema.
 *
 * @param indent - Indentation of the line where the type starts.
 */
export function typeOf(schema: JsonSchema, indent: number, use: Use): string {
  if (schema.$ref !== undefined) return referenceName(schema.$ref, use)
  const { anyOf, oneOf, allOf, enum: values } = schema
  if ('const' in schema) return literal(schema.const ?? null)
  if (values !== undefined) return union(values.map(literal))
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, indent, use)))
  if (allOf !== undefined) return allOf.map((part) => `(${typeOf(part, indent, use)})`).join(' & ')
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => typeOf({ ...schema, type }, indent, use)))
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return arrayType(schema, indent, use)
    case 'object':
      return objectType(schema, indent, use)
    default:
      return 'unknown'
  }
}

/** The references that types of a use contain, by name. */
const references = new Map<string, { readonly schema: string; readonly use: Use }>()

/** Returns the name of a referenced type. Senders may set optional fields to undefined, so both uses have a type. */
function referenceName(reference: string, use: Use): string {
  const schema = reference.split('/').at(-1) ?? reference
  const name = use === 'sent' ? `Sent${schema}` : schema
  references.set(name, { schema, use })
  return name
}

/**
 * Returns the types that {@link typeOf} has referenced until now, in alphabetical order.
 *
 * @param schemas - The schemas by name.
 */
export function referencedTypes(schemas: Readonly<Record<string, JsonSchema>>): string[] {
  const texts = new Map<string, string>()
  // The text of a type may refer to further types.
  for (let before = -1; before < texts.size; ) {
    before = texts.size
    for (const [name, { schema, use }] of references) {
      if (texts.has(name)) continue
      const found = schemas[schema]
      if (found === undefined) throw new Error(`The document has no schema ${schema}.`)
      const comment = `/** ${found.description ?? `The schema \`${schema}\` of the OpenAPI document.`} */\n`
      texts.set(name, `${comment}export type ${name} = ${typeOf(found, 0, use)}`)
    }
  }
  return [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
}

function arrayType({ items, prefixItems }: JsonSchema, indent: number, use: Use): string {
  if (prefixItems !== undefined) return `readonly [${prefixItems.map((item) => typeOf(item, indent, use)).join(', ')}]`
  const item = items === undefined ? 'unknown' : typeOf(items, indent, use)
  return `readonly ${/^[\w[\]]+$|^\{|^Readonly</.test(item) && !item.includes(' | ') ? item : `(${item})`}[]`
}

function objectType(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  indent: number,
  use: Use,
): string {
  const inner = ' '.repeat(indent + 2)
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name)
    const comment = schema.description === undefined ? '' : `${inner}/** ${schema.description} */\n`
    const type = `${typeOf(schema, indent + 2, use)}${isOptional && use === 'sent' ? ' | undefined' : ''}`
    return `${comment}${inner}readonly ${/^\w+$/.test(name) ? name : `'${name}'`}${isOptional ? '?' : ''}: ${type}`
  })
  if (typeof additionalProperties === 'object') {
    const value = typeOf(additionalProperties, indent + 2, use)
    if (fields.length === 0 && value === 'unknown')
      return use === 'sent' ? 'object' : 'Readonly<Record<string, unknown>>'
    // An index signature must allow the types of all named fields.
    fields.push(`${inner}readonly [name: string]: ${fields.length > 0 ? 'unknown' : value}`)
  }
  // The service parses objects with additional fields leniently, so other forms of values are allowed.
  if (use === 'sent' && additionalProperties === true)
    return fields.length === 0 ? 'object' : `{\n${fields.join('\n')}\n${' '.repeat(indent)}} | object`
  // Later versions may add fields to responses. An object without described fields may have any field.
  if (fields.length === 0 && use === 'answered' && additionalProperties !== false)
    return 'Readonly<Record<string, unknown>>'
  return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${fields.join('\n')}\n${' '.repeat(indent)}}`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

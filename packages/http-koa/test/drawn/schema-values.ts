import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses, without references. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly minProperties?: number
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
}

/** Meaningful values by the name of a field or parameter. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const TEXT_SIZE = 30
const ITEMS = 4
/** Weight of meaningful values relative to random ones. */
const MEANT = 5
const LARGE = 1_000_000

const ajv: Ajv2020 = new Ajv2020({ strict: false })
// @ts-expect-error: the types of the package describe a CommonJS module.
formats(ajv)
const validators = new WeakMap<Schema, ValidateFunction>()

/** Whether a schema allows a value. */
export function isValid(schema: Schema, value: unknown): boolean {
  const known = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, known)
  return known(value) === true
}

/**
 * Generates values that a schema allows: short and long values, values at its bounds, any Unicode, and existing values
 * of its fields.
 */
export function valuesOf(schema: Schema, known: Known = {}, name = ''): fc.Arbitrary<unknown> {
  const meant = (known[name] ?? []).filter((value) => isValid(schema, value))
  const any = drawn(schema, known).filter((value) => isValid(schema, value))
  return meant.length === 0 ? any : fc.oneof({ weight: MEANT, arbitrary: fc.constantFrom(...meant) }, any)
}

function drawn(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { enum: values, anyOf, oneOf, type } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (values !== undefined) return fc.constantFrom(...values)
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valuesOf(choice, known)))
  if (Array.isArray(type)) return fc.oneof(...type.map((each: string) => drawn({ ...schema, type: each }, known)))
  switch (type) {
    case 'object':
      return objectsOf(schema, known)
    case 'array':
      return arraysOf(schema, known)
    case 'string':
      return textsOf(schema)
    case 'integer':
      return wholeNumbersOf(schema)
    case 'number':
      return numbersOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectsOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, minProperties = 0 } = schema
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, valuesOf(each, known, name)]),
  )
  const own = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
  // Fill in most fields: otherwise most objects would have too few fields.
  const filled =
    minProperties > required.length
      ? fc
          .constantFrom(...Object.keys(fields))
          .chain((name) => fc.record(fields, { requiredKeys: [...required, name] }))
      : own
  if (additionalProperties === false) return filled
  const more =
    typeof additionalProperties === 'object' ? valuesOf(additionalProperties, known) : fc.jsonValue({ maxDepth: 1 })
  const extra = fc.dictionary(fc.string({ maxLength: 10 }), more, { maxKeys: 2 })
  return fc.oneof(
    { weight: 3, arbitrary: filled },
    fc.tuple(extra, filled).map(([one, other]) => ({ ...one, ...other })),
  )
}

function arraysOf(
  { prefixItems, items = {}, minItems = 0, maxItems = Infinity }: Schema,
  known: Known,
): fc.Arbitrary<unknown> {
  if (prefixItems !== undefined) return fc.tuple(...prefixItems.map((item) => valuesOf(item, known)))
  return fc.array(valuesOf(items, known), { minLength: minItems, maxLength: Math.min(maxItems, minItems + ITEMS) })
}

/** A cache of generators by schema, since creating the generator of a pattern takes longer than using it. */
const texts = new WeakMap<Schema, fc.Arbitrary<string>>()
const character: fc.Arbitrary<string> = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })

function textsOf(schema: Schema): fc.Arbitrary<string> {
  const known = texts.get(schema) ?? newTextsOf(schema)
  texts.set(schema, known)
  return known
}

function newTextsOf({ pattern, format, minLength = 0, maxLength = LARGE }: Schema): fc.Arbitrary<string> {
  const lengths = { minLength, maxLength: Math.min(maxLength, minLength + TEXT_SIZE) }
  const free = fc.oneof(
    fc.string(lengths),
    fc.string({ ...lengths, unit: character }),
    // Texts of the maximum length, with one and with two UTF-16 units per character.
    fc.constantFrom('x'.repeat(Math.min(maxLength, LARGE)), '🏨'.repeat(Math.min(maxLength, LARGE))),
  )
  if (pattern !== undefined) {
    const matching = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
    return pattern.startsWith('^') ? matching : fc.oneof(matching, free)
  }
  if (format === 'email') return fc.emailAddress()
  return free
}

function wholeNumbersOf({ minimum = -LARGE, maximum = LARGE }: Schema): fc.Arbitrary<number> {
  const small = fc.integer({
    min: Math.max(minimum, -LARGE),
    max: Math.min(maximum, Math.max(minimum, -LARGE) + LARGE),
  })
  return fc.oneof({ weight: 3, arbitrary: small }, fc.constantFrom(minimum, maximum))
}

function numbersOf({ minimum = -LARGE, maximum = LARGE, multipleOf }: Schema): fc.Arbitrary<number> {
  if (multipleOf !== undefined)
    return wholeNumbersOf({ minimum: minimum / multipleOf, maximum: maximum / multipleOf }).map((n) => n * multipleOf)
  return fc.oneof(fc.double({ min: minimum, max: maximum, noNaN: true }), fc.constantFrom(minimum, maximum))
}

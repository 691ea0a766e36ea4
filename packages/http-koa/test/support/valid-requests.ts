import { OPERATOR } from '@utpid/service'
import fc from 'fast-check'
import { z } from 'zod'
import { pathParameters, type Route } from '../../src/index.ts'
import type { HostedTestService } from './hosted-test-service.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema | false
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Ids of what a service holds, for requests that find something. Not the key that asks, which they might end. */
export type There = readonly string[]

export async function thereIn({ registry, service, accountId }: HostedTestService): Promise<There> {
  const [{ products }, { alerts }, { key }] = await Promise.all([
    registry.search('hotel', { limit: 5 }),
    registry.alerts({ limit: 5 }),
    service.keys.create(OPERATOR, accountId, { name: 'Other', scopes: ['registry:read'] }),
  ])
  return [
    ...products.map(({ utpid }) => utpid),
    ...alerts.map(({ alertId }) => alertId),
    key.id,
    ...['expo', '1', 'DE', 'free', '2026-11-22T12:00:00Z'],
  ]
}

/** Requests that the schemas of a route allow, most of them of what is there. */
export function validRequest(
  route: Route,
  there: There,
): fc.Arbitrary<{ path: string; body: unknown; query: Record<string, string> }> {
  const texts = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...there) },
    fc.string({ minLength: 1, maxLength: 20 }),
  )
  const fields = (shape: Readonly<Record<string, z.ZodType>> = {}): Record<string, fc.Arbitrary<string>> =>
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [
        name,
        fc
          .oneof(of(schemaOf(field), texts).map(textOf), fc.constantFrom(...COMMON))
          .filter((value) => field.safeParse(value).success || value === there[0]),
      ]),
    )
  const names = pathParameters(route.path)
  const body = route.body?.json ?? route.stream?.json
  return fc.record({
    path: fc
      .record(fields(route.params?.shape))
      .map((values) =>
        names.reduce((path, name) => path.replace(`{${name}}`, encodeURIComponent(values[name] ?? '1')), route.path),
      ),
    query: fc.record(fields(route.query?.shape), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>,
    body: body === undefined ? fc.constant(undefined) : of(schemaOf(body), texts),
  })
}

/** Texts that parameters of numbers, times, places and lists take. */
const COMMON = [
  '1',
  '20',
  'true',
  'false',
  '0.5',
  '52.5,13.4',
  'hotel',
  '2026-11-22T12:00:00Z',
  'all',
  'day',
  'records',
]

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value ?? '')).toWellFormed()
}

/** What a JSON schema allows; patterns and formats are left to chance and to what is there. */
function of(schema: Schema, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { enum: values, const: only, anyOf, oneOf, type } = schema
  if (only !== undefined) return fc.constant(only)
  if (values !== undefined) return fc.constantFrom(...values)
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => of(choice, texts)))
  if (Array.isArray(type)) return fc.oneof(...type.map((each: string) => of({ ...schema, type: each }, texts)))
  if (type === 'object') return objectOf(schema, texts)
  if (type === 'array') return arrayOf(schema, texts)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer') {
    const min = Math.max(schema.minimum ?? 0, -1_000_000)
    return fc.integer({ min, max: Math.min(schema.maximum ?? 100, min + 1_000) })
  }
  if (type === 'number') {
    return fc.double({ min: schema.minimum ?? -90, max: schema.maximum ?? 90, noNaN: true })
  }
  if (type === 'string') {
    const { minLength = 0, maxLength = 1_000 } = schema
    return texts.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength))
  }
  return fc.oneof(texts, fc.jsonValue({ maxDepth: 1 }))
}

function objectOf(schema: Schema, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const known = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, of(field, texts)]))
  if (Object.keys(known).length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(texts, of(additionalProperties, texts), { maxKeys: 3 })
  }
  return fc.record(known, { requiredKeys: required.filter((name) => name in known) })
}

function arrayOf(schema: Schema, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { prefixItems, items, minItems = 0, maxItems = minItems + 4 } = schema
  if (prefixItems !== undefined) return fc.tuple(...prefixItems.map((item) => of(item, texts)))
  const item = items === undefined || items === false ? texts : of(items, texts)
  return fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) })
}

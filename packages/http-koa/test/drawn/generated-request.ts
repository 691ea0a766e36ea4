import fc from 'fast-check'
import { openApiDocument, pathParameters, ROUTES, type Route, withoutReferences } from '../../src/index.ts'
import { REQUESTS } from '../contract/requests.ts'
import type { World } from '../contract/world.ts'
import { isValid, type Known, type Schema, valuesOf } from './schema-values.ts'

/** A generated request. */
export interface GeneratedRequest {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: Readonly<Record<string, string>>
  /** The body of the request. Absent for a request without a body. */
  readonly body?: string | Uint8Array
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

interface Described {
  readonly description?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** Operations of the OpenAPI document. */
export const OPERATIONS: ReadonlyMap<string, { readonly route: Route; readonly described: Described }> = operations()

function operations(): Map<string, { route: Route; described: Described }> {
  const { paths } = JSON.parse(JSON.stringify(withoutReferences(openApiDocument(ROUTES)))) as {
    paths: Record<string, Record<string, Described>>
  }
  return new Map(
    ROUTES.map((route) => [
      route.operationId,
      { route, described: paths[route.path]?.[route.method.toLowerCase()] as Described },
    ]),
  )
}

/** Meaningful values for a registry of places. */
const MEANINGFUL: Known = {
  q: ['adlon', 'hotel berlin', 'Hôtel'],
  type: ['hotel', 'lodging', 'hotel,tour'],
  country: ['DE', 'fr', 'GBR'],
  city: ['Berlin', 'Paris'],
  destination: ['Berlin', 'France', 'CDG'],
  near: ['52.5159,13.3802'],
  supplier: ['expo', 'Expo'],
  name: ['Hotel Adlon Kempinski', 'Pension Bauer'],
  mapping: ['name=title,code=id'],
  set: ['category=hotel'],
  from: ['2026-11-01T00:00:00Z'],
  to: ['2026-11-22T00:00:00+02:00'],
  'If-Match': ['*'],
  'If-None-Match': ['*', 'W/"1"'],
}

/** Generates a valid request of an operation, mostly for existing objects. */
export async function validRequest(world: World, operationId: string, seed: number): Promise<GeneratedRequest> {
  const { route, described } = found(operationId)
  const make = REQUESTS[operationId]
  if (make === undefined) throw new Error(`requests.ts has no request of ${operationId}.`)
  const { path, body, headers: own } = await make(world, {})
  const url = new URL(path, 'http://registry.invalid')
  const known = merged(MEANINGFUL, fieldsOf(Object.fromEntries(url.searchParams)), fieldsOf(body))
  const [request] = fc.sample(requests(route, described, pathValues(route, url.pathname), known), { numRuns: 1, seed })
  return { ...(request as GeneratedRequest), headers: { ...request?.headers, ...own } }
}

function found(operationId: string): { readonly route: Route; readonly described: Described } {
  const operation = OPERATIONS.get(operationId)
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`)
  return operation
}

function requests(route: Route, described: Described, there: Known, known: Known): fc.Arbitrary<GeneratedRequest> {
  const of = (place: Parameter['in'], values: Known): fc.Arbitrary<Record<string, unknown>> => {
    const own = described.parameters.filter((parameter) => parameter.in === place)
    const fields = own.map(({ name, schema }) => [name, valuesOf(schema, values, name)] as const)
    const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(fields), { requiredKeys })
  }
  return fc
    .record({
      path: of('path', there),
      query: of('query', known),
      headers: of('header', known),
      body: bodies(described, known),
    })
    .map(({ path, query, headers, body }) => ({
      operationId: route.operationId,
      method: route.method,
      path: pathParameters(route.path).reduce(
        (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(path[name]))),
        route.path,
      ),
      query: Object.entries(query).map(([name, value]) => [name, String(value)] as const),
      headers: { ...(headers as Record<string, string>), ...(body === undefined ? {} : { 'content-type': body.type }) },
      ...(body === undefined ? {} : { body: body.text }),
    }))
}

function bodies(
  { requestBody }: Described,
  known: Known,
): fc.Arbitrary<{ readonly type: string; readonly text: string } | undefined> {
  if (requestBody === undefined) return fc.constant(undefined)
  return fc.oneof(
    ...Object.entries(requestBody.content).map(([type, { schema }]) =>
      valuesOf(schema, known).map((value) => ({
        type,
        text: type === 'application/json' ? JSON.stringify(value) : String(value),
      })),
    ),
  )
}

/** Returns the values of path parameters. */
function pathValues({ path }: Route, asked: string): Known {
  const names = pathParameters(path)
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const values = pattern.exec(asked)?.slice(1).map(decodeURIComponent) ?? []
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const value = values[at]
      if (value === undefined) return []
      const number = Number(value)
      return [[name, Number.isSafeInteger(number) ? [number, value] : [value]]]
    }),
  )
}

/** Returns all values of a body by field name, at any depth. */
function fieldsOf(value: unknown): Record<string, unknown[]> {
  const fields: Record<string, unknown[]> = {}
  const gather = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return
    for (const [name, own] of Object.entries(each)) {
      if (!Array.isArray(each)) fields[name] = [...(fields[name] ?? []), own]
      gather(own)
    }
  }
  gather(value)
  return fields
}

/** Merges known values. Later arguments take precedence. */
function merged(...all: readonly Known[]): Known {
  return Object.assign({}, ...all) as Known
}

/** Whether the schema allows a body. Undefined for a body other than JSON. */
export function isValidBody(operationId: string, { headers, body }: GeneratedRequest): boolean | undefined {
  const type = headers['content-type'] ?? ''
  const schema = found(operationId).described.requestBody?.content[type]?.schema
  if (schema === undefined || type !== 'application/json' || typeof body !== 'string') return undefined
  try {
    return isValid(schema, JSON.parse(body))
  } catch {
    return false
  }
}

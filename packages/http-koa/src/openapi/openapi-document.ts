import { ERROR_CODES, type ErrorCode } from '@utpid/core'
import { SCOPES } from '@utpid/service'
import { z } from 'zod'
import { statusOf } from '../answer/problem.ts'
import { API_VERSION } from '../request/api-version.ts'
import { type Answer, type Parameters, pathParameters, type Route, type StreamBody } from '../route/route.ts'
import { problemSchema } from '../schema/problem.ts'

/** What may go wrong whatever is asked. */
const EVERYWHERE: readonly ErrorCode[] = [
  'malformed_request',
  'invalid_header',
  'validation_failed',
  'uri_too_long',
  'headers_too_large',
  'not_acceptable',
  'internal_error',
  'unavailable',
  'overloaded',
  'deadline_exceeded',
]
const WITH_KEY: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'account_suspended',
  'rate_limited',
]
const WITH_IDEMPOTENCY: readonly ErrorCode[] = ['already_exists', 'idempotency_in_progress', 'idempotency_key_reused']
const WITH_BODY: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_encoding',
  'payload_too_large',
  'unsupported_media_type',
]

type Json = Record<string, unknown>

/** The description of the API, OpenAPI 3.1, as the route table has it. */
export function openApiDocument(routes: readonly Route[], server = '/'): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = paths[route.path] ?? {}
    paths[route.path] = { ...path, [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Travel Product Registry API',
      version: String(API_VERSION),
      description: 'One real product, one identifier: search, match and keep travel products of many suppliers.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of the account: `Authorization: Bearer utp_live_...`',
        },
      },
    },
  }
}

/** Codes of problems that a route may answer, by status. */
export function problemsOf(route: Route): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...EVERYWHERE,
    ...('public' in route.access ? [] : WITH_KEY),
    ...(route.body === undefined && route.stream === undefined ? [] : WITH_BODY),
    ...(route.cost > 0 ? (['quota_exceeded'] as const) : []),
    ...(isOnceByKey(route) ? WITH_IDEMPOTENCY : []),
    ...(route.problems ?? []),
  ])
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of [...codes].sort()) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

/** Whether it reads an Idempotency-Key. */
function isOnceByKey({ method, access }: Route): boolean {
  return method !== 'GET' && !('public' in access)
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Names the request: repeated within 24 hours it has one effect, and the same answer.',
  schema: { type: 'string', maxLength: 255 },
}

/** Headers of requests beside `Authorization`, and which routes read them. */
const HEADERS: readonly (Json & { readonly isRead: (route: Route) => boolean })[] = [
  {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the product: only when it is still so.',
    schema: { type: 'string' },
    isRead: ({ problems = [] }) => problems.includes('precondition_failed'),
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'An `ETag`: 304 when nothing has changed since.',
    schema: { type: 'string' },
    isRead: ({ answers }) => answers[304] !== undefined,
  },
  {
    name: 'Utpid-Api-Version',
    in: 'header',
    required: false,
    description: 'The version to be answered in; that of the account unless given.',
    schema: { type: 'string' },
    isRead: () => true,
  },
]

function operationOf(route: Route): Json {
  const { operationId, summary, description, access, body, answers } = route
  return {
    operationId,
    summary,
    tags: [tagOf(route.path)],
    ...(description === undefined ? {} : { description }),
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    security: 'scope' in access ? [{ key: [] }] : [],
    ...('scope' in access
      ? {
          'x-scope': access.scope,
          ...(access.or === undefined ? {} : { 'x-scopes-as-well': access.or }),
          'x-scope-description': SCOPES[access.scope],
        }
      : {}),
    'x-quota-cost': route.cost,
    parameters: [
      ...parametersOf(route, 'path'),
      ...parametersOf(route, 'query'),
      ...(isOnceByKey(route) ? [IDEMPOTENCY_KEY] : []),
      ...HEADERS.filter(({ isRead }) => isRead(route)).map(({ isRead: _, ...header }) => header),
    ],
    ...(route.stream === undefined ? {} : { requestBody: streamOf(route.stream) }),
    ...(body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body.json, 'input') } } },
        }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)])),
      ...problemResponses(route),
    },
  }
}

function streamOf({ mediaTypes, json }: StreamBody): Json {
  const schemaOf = (type: string): Json =>
    type === 'application/json' && json !== undefined ? jsonSchema(json, 'input') : { type: 'string' }
  return { required: true, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaOf(type) }])) }
}

function parametersOf(route: Route, place: 'path' | 'query'): Json[] {
  const schema: Parameters | undefined = place === 'path' ? route.params : route.query
  if (schema === undefined) return []
  const names = place === 'path' ? pathParameters(route.path) : Object.keys(schema.shape)
  return names.map((name) => {
    const { description, example, ...parameter } = jsonSchema(schema.shape[name] as z.ZodType, 'input')
    const isOptional = place === 'query' && (schema.shape[name] as z.ZodType).safeParse(undefined).success
    return {
      name,
      in: place,
      required: !isOptional,
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
      schema: parameter,
    }
  })
}

function responseOf({ description, json, mediaType, others = [], headers }: Answer): Json {
  const texts = [...(mediaType === undefined ? [] : [mediaType]), ...others]
  const content = {
    ...(json === undefined ? {} : { 'application/json': { schema: jsonSchema(json, 'output') } }),
    ...Object.fromEntries(texts.map((type) => [type, { schema: { type: 'string' } }])),
  }
  return {
    description,
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
          ),
        }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  }
}

function problemResponses(route: Route): Json {
  return Object.fromEntries(
    [...problemsOf(route)].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code]}`).join('\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function tagOf(path: string): string {
  return path.split('/')[1] ?? 'other'
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

import type { ErrorCode } from '@utpid/core'
import { SCOPES } from '@utpid/service'
import { z } from 'zod'
import { IDEMPOTENCY_KEY_MOST, isNotRepeated } from '../access/idempotent-reply.ts'
import { API_VERSION, SERVED_VERSIONS } from '../request/api-version.ts'
import { answeredTypes } from '../request/check-accept.ts'
import { statusOf } from '../response/problem.ts'
import { type Answer, type Parameters, pathParameters, type Route, type StreamBody } from '../route/route.ts'
import { RULES, type Rule } from '../route/rules.ts'
import { problemSchema } from '../schema/problem.ts'
import { USUAL_HEADERS, usualHeaders } from './usual-headers.ts'

/** What may go wrong whatever is asked. A key that is sent is read, also where none is asked for. */
const EVERYWHERE: readonly ErrorCode[] = [
  'malformed_request',
  'invalid_header',
  'validation_failed',
  'invalid_api_key',
  'account_suspended',
  'auth_throttled',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
  'unavailable',
]
const WITH_KEY: readonly ErrorCode[] = ['missing_api_key', 'insufficient_scope', 'rate_limited']
const WITH_IDEMPOTENCY: readonly ErrorCode[] = ['idempotency_in_progress', 'idempotency_key_reused']
const WITH_BODY: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_encoding',
  'payload_too_large',
  'unsupported_media_type',
  'request_timeout',
]

type Json = Record<string, unknown>

/** The description of the API, OpenAPI 3.1, as the route table has it. */
export function openApiDocument(routes: readonly Route[], server = '/'): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = {}
  jsonSchema(problemSchema, 'output', schemas)
  for (const route of routes) {
    const path = paths[route.path] ?? {}
    paths[route.path] = { ...path, [route.method.toLowerCase()]: operationOf(route, schemas) }
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
      schemas,
      headers: USUAL_HEADERS,
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
    ...(answeredTypes(route).length === 0 ? [] : (['not_acceptable'] as const)),
    // Operations are answered however much there is; what flows has its own pace.
    ...(route.isOperation === true ? [] : (['overloaded'] as const)),
    ...(route.stream === undefined ? (['deadline_exceeded'] as const) : []),
    ...(route.body === undefined && route.stream === undefined ? [] : WITH_BODY),
    ...(route.cost > 0 ? (['quota_exceeded'] as const) : []),
    ...(isOnceByKey(route) ? WITH_IDEMPOTENCY : []),
    ...(isOnceByKey(route) && isNotRepeated(route) ? (['already_exists'] as const) : []),
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
  schema: { type: 'string', maxLength: IDEMPOTENCY_KEY_MOST, pattern: '^[ -~]*$' },
}

/** As HTTP writes them; none is refused, whatever it is. */
const ENTITY_TAGS: Json = { type: 'string', pattern: '^[ -~]*$' }

/** Headers of requests beside `Authorization`, and which routes read them. */
const HEADERS: readonly (Json & { readonly isRead: (route: Route) => boolean })[] = [
  {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the product: only when it is still so.',
    schema: ENTITY_TAGS,
    isRead: ({ problems = [] }) => problems.includes('precondition_failed'),
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'An `ETag`: 304 when nothing has changed since.',
    schema: ENTITY_TAGS,
    isRead: ({ answers }) => answers[304] !== undefined,
  },
  {
    name: 'Utpid-Api-Version',
    in: 'header',
    required: false,
    description: 'The version to be answered in; that of the account unless given.',
    schema: { type: 'string', enum: SERVED_VERSIONS.map(String) },
    isRead: () => true,
  },
]

function operationOf(route: Route, shared: Json): Json {
  const { operationId, summary, description, access, body, answers } = route
  return {
    operationId,
    summary,
    tags: [tagOf(route.path)],
    ...describedAs(description, rulesOf(route)),
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
    ...(route.stream === undefined ? {} : { requestBody: streamOf(route.stream, shared) }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(body.json, 'input', shared) } },
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          responseOf(answer, usualHeaders(route, Number(status)), shared),
        ]),
      ),
      ...problemResponses(route),
    },
  }
}

/** Rules that a request of a route has to keep beside its schema. */
export function rulesOf(route: Route): Rule[] {
  return [...(route.rules ?? []), ...(isOnceByKey(route) ? (['known_token'] as const) : [])]
}

/** A description that says the rules, too; programs find their names beside it. */
function describedAs(description: string | undefined, rules: readonly Rule[]): Json {
  if (rules.length === 0) return description === undefined ? {} : { description }
  const said = `Beside what the schemas say: ${rules.map((rule) => RULES[rule]).join(' ')}`
  return { description: description === undefined ? said : `${description}\n\n${said}`, 'x-rules': rules }
}

function streamOf({ mediaTypes, json }: StreamBody, shared: Json): Json {
  const schemaOf = (type: string): Json =>
    type === 'application/json' && json !== undefined ? jsonSchema(json, 'input', shared) : { type: 'string' }
  return { required: true, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaOf(type) }])) }
}

function parametersOf(route: Route, place: 'path' | 'query'): Json[] {
  const schema: Parameters | undefined = place === 'path' ? route.params : route.query
  if (schema === undefined) return []
  const names = place === 'path' ? pathParameters(route.path) : Object.keys(schema.shape)
  return names.map((name) => {
    const { description, example, ...parameter } = jsonSchema(schema.shape[name] as z.ZodType, 'input', {})
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

function responseOf({ description, json, mediaType, others = [], headers }: Answer, usual: Json, shared: Json): Json {
  const texts = [...(mediaType === undefined ? [] : [mediaType]), ...others]
  const content = {
    ...(json === undefined ? {} : { 'application/json': { schema: jsonSchema(json, 'output', shared) } }),
    ...Object.fromEntries(texts.map((type) => [type, { schema: { type: 'string' } }])),
  }
  return {
    description,
    headers: {
      ...usual,
      ...Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
      ),
    },
    ...(Object.keys(content).length === 0 ? {} : { content }),
  }
}

function problemResponses(route: Route): Json {
  return Object.fromEntries(
    [...problemsOf(route)].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: usualHeaders(route, status),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function tagOf(path: string): string {
  return path.split('/')[1] ?? 'other'
}

/**
 * A request is what it is described to be and nothing else. An answer may grow, unless its schema is strict.
 *
 * @param shared - Gets the schemas that have a name, which stand in many places.
 */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', shared: Json): Json {
  const {
    $schema: _dialect,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const { type, catchall } = (zodSchema as z.ZodObject)._zod.def
      if (io === 'output' && type === 'object' && catchall === undefined) delete made.additionalProperties
      // How many there are is said beside it; generators of clients do not read `false`.
      if (made.items === false) delete made.items
    },
  }) as Json
  const { id, ...own } = json
  for (const [name, each] of Object.entries(($defs ?? {}) as Json)) shared[name] = referred(withoutId(each as Json))
  if (typeof id !== 'string') return referred(own)
  shared[id] = referred(own)
  return { $ref: `${SHARED}${id}` }
}

const SHARED = '#/components/schemas/'

function withoutId({ id: _, ...schema }: Json): Json {
  return schema
}

/** With references to where the shared schemas are. */
function referred(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${SHARED}`)) as Json
}

import { defaultSchema, type RegistrySchema } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { SCOPES } from '@utpid/service/internal'
import { z } from 'zod'
import { isReplayForbidden, MAX_IDEMPOTENCY_KEY } from '../access/idempotent-reply.ts'
import type { ProblemCode } from '../errors/problem-codes.ts'
import { API_VERSION, SERVED_VERSIONS } from '../request/api-version.ts'
import { responseTypes } from '../request/check-accept.ts'
import { statusOf } from '../response/problem.ts'
import { type Answer, type Parameters, pathParameters, type Route, type StreamBody } from '../route/route.ts'
import { RULES, type Rule } from '../route/rules.ts'
import { problemSchema } from '../schema/problem.ts'
import { addCustomFields } from '../schema/record-fields.ts'
import { COMMON_HEADERS, commonHeaders } from './common-headers.ts'

/** Codes that every route may return. If a request has a key, the service checks the key, also on public routes. */
const EVERYWHERE: readonly ProblemCode[] = [
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
const WITH_KEY: readonly ProblemCode[] = ['missing_api_key', 'insufficient_scope', 'rate_limited']
const WITH_IDEMPOTENCY: readonly ProblemCode[] = ['idempotency_in_progress', 'idempotency_key_reused']
const WITH_BODY: readonly ProblemCode[] = [
  'invalid_json',
  'invalid_encoding',
  'payload_too_large',
  'unsupported_media_type',
  'request_timeout',
]

type Json = Record<string, unknown>

/** The named schemas of a document, and the schema of the registry. */
interface Shared {
  readonly named: Json
  readonly schema: RegistrySchema
}

/**
 * Generates the OpenAPI 3.1 description from the route table.
 *
 * @param schema - The schema of the registry, whose custom fields the description names. Default: the default schema.
 */
export function openApiDocument(routes: readonly Route[], server = '/', schema: RegistrySchema = defaultSchema): Json {
  const paths: Record<string, Json> = {}
  const shared: Shared = { named: {}, schema }
  jsonSchema(problemSchema, 'output', shared)
  for (const route of routes) {
    const path = paths[route.path] ?? {}
    paths[route.path] = { ...path, [route.method.toLowerCase()]: operationOf(route, shared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Travel Product Registry API',
      version: String(API_VERSION),
      description: 'One real product, one identifier: search, match and manage travel products of many suppliers.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: shared.named,
      headers: COMMON_HEADERS,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the account: `Authorization: Bearer utp_live_...`',
        },
      },
    },
  }
}

/** Returns the problem codes of a route, by status. */
export function problemsOf(route: Route): Map<number, ProblemCode[]> {
  const codes = new Set<ProblemCode>([
    ...EVERYWHERE,
    ...('public' in route.access ? [] : WITH_KEY),
    ...(responseTypes(route).length === 0 ? [] : (['not_acceptable'] as const)),
    // Operator routes are exempt from load shedding. Streams have a minimum rate instead of a deadline.
    ...(route.exemptFromLoadShedding === true ? [] : (['overloaded'] as const)),
    ...(route.stream === undefined ? (['deadline_exceeded'] as const) : []),
    ...(route.body === undefined && route.stream === undefined ? [] : WITH_BODY),
    ...(route.cost > 0 ? (['quota_exceeded'] as const) : []),
    ...(readsIdempotencyKey(route) ? WITH_IDEMPOTENCY : []),
    ...(readsIdempotencyKey(route) && isReplayForbidden(route) ? (['already_exists'] as const) : []),
    ...(route.problems ?? []),
  ])
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of [...codes].sort()) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

/** Whether the route reads an Idempotency-Key. */
function readsIdempotencyKey({ method, access }: Route): boolean {
  return method !== 'GET' && !('public' in access)
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Identifies the request: repeating it within 24 hours has no second effect and returns the same answer.',
  schema: { type: 'string', maxLength: MAX_IDEMPOTENCY_KEY, pattern: '^[ -~]*$' },
}

/** Schema of entity tags. Any text is accepted. */
const ENTITY_TAGS: Json = { type: 'string', pattern: '^[ -~]*$' }

/** Request headers other than `Authorization`, with the routes that read them. */
const HEADERS: readonly (Json & { readonly isRead: (route: Route) => boolean })[] = [
  {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the product. The request fails with 412 if the product has changed.',
    schema: ENTITY_TAGS,
    isRead: ({ problems = [] }) => problems.includes('precondition_failed'),
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'An `ETag`. The answer is 304 if nothing has changed since.',
    schema: ENTITY_TAGS,
    isRead: ({ answers }) => answers[304] !== undefined,
  },
  {
    name: 'Utpid-Api-Version',
    in: 'header',
    required: false,
    description: 'API version of the answer. Default: the version of the account.',
    schema: { type: 'string', enum: SERVED_VERSIONS.map(String) },
    isRead: () => true,
  },
]

function operationOf(route: Route, shared: Shared): Json {
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
          ...defined({ 'x-alternative-scopes': access.or }),
          'x-scope-description': SCOPES[access.scope],
        }
      : {}),
    'x-quota-cost': route.cost,
    parameters: [
      ...parametersOf(route, 'path'),
      ...parametersOf(route, 'query'),
      ...(readsIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
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
          responseOf(answer, commonHeaders(route, Number(status)), shared),
        ]),
      ),
      ...problemResponses(route),
    },
  }
}

/** Returns the rules of a route that its schema cannot express. */
export function rulesOf(route: Route): Rule[] {
  return [...(route.rules ?? []), ...(readsIdempotencyKey(route) ? (['idempotency_key'] as const) : [])]
}

/** Adds the rules to a description: as sentences, and by name in `x-rules`. */
function describedAs(description: string | undefined, rules: readonly Rule[]): Json {
  if (rules.length === 0) return description === undefined ? {} : { description }
  const rulesText = `Rules beyond the schemas: ${rules.map((rule) => RULES[rule]).join(' ')}`
  return { description: description === undefined ? rulesText : `${description}\n\n${rulesText}`, 'x-rules': rules }
}

function streamOf({ mediaTypes, json }: StreamBody, shared: Shared): Json {
  const schemaOf = (type: string): Json =>
    type === 'application/json' && json !== undefined ? jsonSchema(json, 'input', shared) : { type: 'string' }
  // From JSON next to this type, which the route also accepts, some generators make clients that do not compile.
  const described = mediaTypes.filter((type) => json === undefined || type !== 'application/octet-stream')
  return { required: true, content: Object.fromEntries(described.map((type) => [type, { schema: schemaOf(type) }])) }
}

function parametersOf(route: Route, place: 'path' | 'query'): Json[] {
  const schema: Parameters | undefined = place === 'path' ? route.params : route.query
  if (schema === undefined) return []
  const names = place === 'path' ? pathParameters(route.path) : Object.keys(schema.shape)
  return names.map((name) => {
    const { description, example, ...parameter } = jsonSchema(schema.shape[name] as z.ZodType, 'input', {
      named: {},
      schema: defaultSchema,
    })
    const isOptional = place === 'query' && (schema.shape[name] as z.ZodType).safeParse(undefined).success
    return {
      name,
      in: place,
      required: !isOptional,
      ...defined({ description, example }),
      schema: parameter,
    }
  })
}

const JSON_TYPE = 'application/json'

function responseOf({ description, json, mediaType, others = [], headers }: Answer, usual: Json, shared: Shared): Json {
  const texts = [...(mediaType === undefined ? [] : [mediaType]), ...others]
  const content = {
    ...(json === undefined ? {} : { 'application/json': { schema: jsonSchema(json, 'output', shared) } }),
    // JSON of an unknown form allows everything.
    ...Object.fromEntries(texts.map((type) => [type, { schema: type === JSON_TYPE ? {} : { type: 'string' } }])),
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
        headers: commonHeaders(route, status),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function tagOf(path: string): string {
  return path.split('/')[1] ?? 'other'
}

/**
 * Converts a schema. Requests reject unknown fields. Responses may get new fields, unless their schema is strict.
 *
 * @param shared - Receives the named schemas, which several operations use.
 */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', shared: Shared): Json {
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
      // Omit `items: false`, which client generators do not support: `minItems` and `maxItems` state the length.
      if (made.items === false) delete made.items
      addCustomFields(zodSchema, made as Json, shared.schema)
    },
  }) as Json
  const { id, ...own } = json
  for (const [name, each] of Object.entries(($defs ?? {}) as Json))
    shared.named[name] = referred(withoutId(each as Json))
  if (typeof id !== 'string') return referred(own)
  shared.named[id] = referred(own)
  return { $ref: `${SHARED}${id}` }
}

const SHARED = '#/components/schemas/'

function withoutId({ id: _, ...schema }: Json): Json {
  return schema
}

/** Changes references so that they point to the shared schemas. */
function referred(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${SHARED}`)) as Json
}

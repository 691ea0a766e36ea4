import type { Registry } from '@utpid/core'
import type { Caller, HostedService } from '@utpid/service'
import type { Scope } from '@utpid/service/internal'
import type { z } from 'zod'
import type { ProblemCode } from '../errors/problem-codes.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { Rule } from './rules.ts'

/** HTTP method of a route. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The callers that a route admits: principals with a scope, everybody, or dashboard sessions. */
export type Access =
  | { readonly scope: Scope /** Each of these scopes suffices too. */; readonly or?: readonly Scope[] }
  | { readonly public: true }
  | { readonly session: true }

/** Schema of path or query parameters. */
export type Parameters = z.ZodObject<Readonly<Record<string, z.ZodType<unknown, string | undefined>>>>

/** JSON body of a route. */
export interface JsonBody<Body extends z.ZodType> {
  readonly json: Body
  /** Maximum bytes. Default: 1,000,000. */
  readonly maxBytes?: number
}

/** A body that the handler reads as it arrives. */
export interface StreamBody {
  readonly mediaTypes: readonly string[]
  /** Maximum bytes after decompression. */
  readonly maxBytes: number
  /** Maximum bytes of a JSON body. The limit is lower than `maxBytes`, since JSON needs more memory than lines. */
  readonly maxJsonBytes: number
  /** Schema of the JSON form, for the OpenAPI document. */
  readonly json?: z.ZodType
}

/** The response of a route for one status, for the OpenAPI document. */
export interface Answer {
  readonly description: string
  /** Schema of the JSON body. Absent: the response has no body, or a body of `mediaType`. */
  readonly json?: z.ZodType
  readonly mediaType?: string
  /** Further media types, selected by `Accept` or a parameter. */
  readonly others?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Deprecation of a route. */
export interface Deprecation {
  /** Start of the deprecation and end of support, ISO 8601 UTC. */
  readonly since: string
  readonly sunset: string
  /** URL of the deprecation note. */
  readonly note: string
}

/** The definition of a route, without method and path. */
export interface RouteSpec<
  Path extends Parameters,
  Query extends Parameters,
  Body extends z.ZodType,
  Handle = (call: Call<z.output<Path>, z.output<Query>, z.output<Body>>) => Promise<Reply>,
> {
  /** The unique name of the operation, which is also the name of the client's method. */
  readonly operationId: string
  /** A sentence that describes the operation, without a full stop. */
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** The number of calls that a request counts towards the quota. Default: 0. */
  readonly cost?: 0 | 1
  readonly params?: Path
  readonly query?: Query
  /** The sender chooses the query parameters, as sign-in providers do. The handler reads them from the URL. */
  readonly anyQuery?: true
  readonly body?: JsonBody<Body>
  /** A streamed body, instead of `body`. */
  readonly stream?: StreamBody
  /** Set for a deprecated route, whose responses have the headers of RFC 9745 and RFC 8594. */
  readonly deprecated?: Deprecation
  /**
   * The response contains a secret. The service sends the response once and does not store it for repeated requests.
   */
  readonly isSecret?: true
  /** A safe POST changes nothing, so a repeated request needs no Idempotency-Key. */
  readonly isSafe?: true
  /** A route for the operator: exempt from load shedding. */
  readonly exemptFromLoadShedding?: true
  /** Responses by status, without the problems that every route may return. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Rules of the route that its schemas cannot express. */
  readonly rules?: readonly Rule[]
  /** Problem codes in addition to the codes that every route may return. */
  readonly problems?: readonly ProblemCode[]
  readonly handle: Handle
}

/**
 * One operation of the HTTP API, as data. The router, request checks, `/openapi.json`, the reference page, the client's
 * types and the tests of scopes and shapes derive from this definition.
 */
export interface Route
  extends RouteSpec<Parameters, Parameters, z.ZodType, (call: Call<never, never, never>) => Promise<Reply>> {
  readonly method: Method
  /** The path, with parameters in braces: `/registry/product/{utpid}`. */
  readonly path: string
  readonly cost: 0 | 1
}

/** A response that is the same for every caller. */
export interface CachedReply {
  reply(call: Pick<Call, 'header'>): Reply
}

/** The files of the dashboard. */
export interface DashboardPages {
  readonly page: CachedReply
  asset(name: string): CachedReply | undefined
}

/** A request that has passed all checks. */
export interface Call<Path = unknown, Query = unknown, Body = unknown> {
  readonly registry: Registry
  /** The service with accounts. Absent if the registry has no accounts. */
  readonly service: HostedService | undefined
  /** The metrics of the process. Absent if metrics are off. */
  readonly metrics: ServiceMetrics | undefined
  /** The files of the dashboard. Absent if the dashboard is not built. */
  readonly dashboard: DashboardPages | undefined
  /** Reads the bodies of batches and imports. */
  readonly uploads: Uploads
  /** Public URL of the service without a trailing slash. Absent if not configured. */
  readonly baseUrl: string | undefined
  /** The caller of the request. Absent for anonymous requests. */
  readonly caller: Caller | undefined
  readonly params: Path
  readonly query: Query
  readonly body: Body
  /** The body of a route with a `stream`, and its media type. */
  readonly stream: AsyncIterable<Uint8Array>
  readonly mediaType: string
  /** Returns a request header, or undefined. */
  header(name: string): string | undefined
  readonly requestId: string
  /** Path and query as received. Links to the next page derive from this URL. */
  readonly url: URL
  /** The name that curator decisions store as their author. */
  readonly actor: string
  readonly ip: string
  /** The registry's idempotency key, for a request with an Idempotency-Key. */
  readonly idempotencyKey: string | undefined
  /** Aborts when the client disconnects or the deadline passes. */
  readonly signal: AbortSignal
}

/** The response of a route. */
export interface Reply {
  readonly status: number
  /** The body, sent as JSON. A string, buffer or stream is sent unchanged, with `type`. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** The name under which browsers save the body. */
  readonly fileName?: string
}

/** Method and path of a route: `GET /registry/product/{utpid}`. */
export type Endpoint = `${Method} /${string}`

/** Defines a route whose handler has typed parameters and a typed body. */
export function route<Path extends Parameters, Query extends Parameters, Body extends z.ZodType>(
  endpoint: Endpoint,
  spec: RouteSpec<Path, Query, Body>,
): Route {
  const [method, path] = endpoint.split(' ')
  return { cost: 0, ...spec, method, path } as Route
}

/**
 * Returns a function that defines routes whose handlers receive a value derived from the call, before the call.
 *
 * @param derive - Returns the value, or throws if the call must be rejected.
 */
export function routesWith<Value>(derive: (call: Call) => Value) {
  return <Path extends Parameters, Query extends Parameters, Body extends z.ZodType>(
    endpoint: Endpoint,
    spec: RouteSpec<
      Path,
      Query,
      Body,
      (value: Value, call: Call<z.output<Path>, z.output<Query>, z.output<Body>>) => Promise<Reply>
    >,
  ): Route => route<Path, Query, Body>(endpoint, { ...spec, handle: async (call) => spec.handle(derive(call), call) })
}

/** Returns the reply with status 200 and a JSON body. */
export function ok(body: unknown): Reply {
  return { status: 200, body }
}

/** Returns the parameter names of a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
}

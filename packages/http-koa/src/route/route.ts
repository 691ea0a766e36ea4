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

/** Allowed callers: principals with a scope, everybody, or people signed in to the dashboard. */
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
  /** Maximum bytes of a JSON body. Lower than `maxBytes`, since JSON needs more memory than lines. */
  readonly maxJsonBytes: number
  /** Schema of the JSON form, for the OpenAPI document. */
  readonly json?: z.ZodType
}

/** One answer of a route, by status, for the OpenAPI document. */
export interface Answer {
  readonly description: string
  /** Absent: the answer has no body, or a body of `mediaType`. */
  readonly json?: z.ZodType
  readonly mediaType?: string
  /** Other media types, selected by `Accept` or a parameter. */
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

/**
 * One operation of the HTTP API, as data. The router, request checks, `/openapi.json`, the reference page, the client's
 * types and the tests of scopes and shapes derive from it.
 */
export interface Route<
  Path extends Parameters = Parameters,
  Query extends Parameters = Parameters,
  Body extends z.ZodType = z.ZodType,
> {
  /** Unique. Also the name of the client's method. */
  readonly operationId: string
  readonly method: Method
  /** With parameters in braces: `/registry/product/{utpid}`. */
  readonly path: string
  /** A sentence without a full stop. */
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** Calls that a request counts towards the quota. */
  readonly cost: 0 | 1
  readonly params?: Path
  readonly query?: Query
  readonly body?: JsonBody<Body>
  /** A streamed body, instead of `body`. */
  readonly stream?: StreamBody
  /** Adds the headers of RFC 9745 and RFC 8594. */
  readonly deprecated?: Deprecation
  /** The answer contains a secret. The service sends the answer once and does not store it for replays. */
  readonly isSecret?: true
  /** A safe POST: it changes nothing, so repeating it needs no Idempotency-Key. */
  readonly isSafe?: true
  /** A route for the operator: exempt from load shedding. */
  readonly exemptFromLoadShedding?: true
  /** Answers by status, without the problems that every route may answer. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Rules that the schemas cannot express. */
  readonly rules?: readonly Rule[]
  /** Problem codes in addition to the codes that every route may answer. */
  readonly problems?: readonly ProblemCode[]
  handle(call: Call<z.output<Path>, z.output<Query>, z.output<Body>>): Promise<Reply>
}

/** An answer that is the same for every caller. */
export interface CachedReply {
  reply(call: Pick<Call, 'header'>): Reply
}

/** The files of the dashboard. */
export interface DashboardPages {
  readonly page: CachedReply
  asset(name: string): CachedReply | undefined
}

/** A checked request. */
export interface Call<Path = unknown, Query = unknown, Body = unknown> {
  readonly registry: Registry
  /** Absent if the registry is served without accounts. */
  readonly service: HostedService | undefined
  /** Absent if metrics are off. */
  readonly metrics: ServiceMetrics | undefined
  /** Absent if the dashboard is not built. */
  readonly dashboard: DashboardPages | undefined
  /** Reads the bodies of batches and imports. */
  readonly uploads: Uploads
  /** Public URL of the service without a trailing slash. Absent if unknown. */
  readonly baseUrl: string | undefined
  /** Absent for anonymous requests. */
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
  /** Path and query as received, for links to the next page. */
  readonly url: URL
  /** The text that curator decisions store as their author. */
  readonly actor: string
  readonly ip: string
  /** The registry's idempotency key, for a request with an Idempotency-Key. */
  readonly idempotencyKey: string | undefined
  /** Aborts when the client disconnects or the deadline passes. */
  readonly signal: AbortSignal
}

/** The answer of a route. */
export interface Reply {
  readonly status: number
  /** Sent as JSON. A string, buffer or stream is sent unchanged, with `type`. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Defines a route with typed parameters and body in its handler. */
export function route<Path extends Parameters, Query extends Parameters, Body extends z.ZodType>(
  spec: Route<Path, Query, Body>,
): Route {
  return spec as unknown as Route
}

/** Returns the parameter names of a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
}

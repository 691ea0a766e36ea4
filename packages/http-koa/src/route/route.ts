import type { ErrorCode, Registry } from '@utpid/core'
import type { Caller, HostedService, Scope } from '@utpid/service'
import type { z } from 'zod'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { Rule } from './rules.ts'

/** A method that routes have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may ask: whoever holds a scope, anybody, or whoever is signed in to the dashboard. */
export type Access =
  | { readonly scope: Scope /** Any of these does as well. */; readonly or?: readonly Scope[] }
  | { readonly public: true }
  | { readonly session: true }

/** An object of named texts: path or query parameters. */
export type Parameters = z.ZodObject<Readonly<Record<string, z.ZodType<unknown, string | undefined>>>>

/** What a route takes as its body, by media type. */
export interface JsonBody<Body extends z.ZodType> {
  readonly json: Body
  /** 1 MB unless given. */
  readonly bytesMost?: number
}

/** A body that the handler reads while it comes. */
export interface StreamBody {
  readonly mediaTypes: readonly string[]
  /** After decompression. */
  readonly bytesMost: number
  /** The same of JSON, of which more is held at once than of lines. */
  readonly jsonBytesMost: number
  /** Of the JSON form, for the description. */
  readonly json?: z.ZodType
}

/** A status that a route may answer, for the description of the API. */
export interface Answer {
  readonly description: string
  /** Absent: the answer has no body, or one that is not JSON (`mediaType`). */
  readonly json?: z.ZodType
  readonly mediaType?: string
  /** Forms it is answered in beside that one, when `Accept` or a parameter asks for them. */
  readonly others?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** When a route goes, and what takes its place. */
export interface Deprecation {
  /** ISO 8601 UTC: since when, and when it is answered no more. */
  readonly since: string
  readonly sunset: string
  /** Address of the note. */
  readonly note: string
}

/**
 * One operation of the HTTP API, as data: the router, the checks of a request, `/openapi.json`, the reference page, the
 * client's types and the tests of scopes and shapes all follow from it.
 */
export interface Route<
  Path extends Parameters = Parameters,
  Query extends Parameters = Parameters,
  Body extends z.ZodType = z.ZodType,
> {
  /** Unique; the name of the method of the client. */
  readonly operationId: string
  readonly method: Method
  /** With parameters in braces: `/registry/product/{utpid}`. */
  readonly path: string
  /** A sentence without its full stop. */
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** Calls of the quota. */
  readonly cost: 0 | 1
  readonly params?: Path
  readonly query?: Query
  readonly body?: JsonBody<Body>
  /** Instead of `body`. */
  readonly stream?: StreamBody
  /** Answered with the headers of RFC 9745 and 8594. */
  readonly deprecated?: Deprecation
  /** Its answer shows a secret once: it is kept nowhere, not even to be repeated. */
  readonly isSecret?: true
  /** It changes nothing though it is a POST: asked again it needs no Idempotency-Key. */
  readonly isQuestion?: true
  /** Of whoever runs the service: answered however much else there is to do. */
  readonly isOperation?: true
  /** By status; what goes wrong in every route is not named again. */
  readonly answers: Readonly<Record<number, Answer>>
  /** What a request has to be that its schemas cannot say. */
  readonly rules?: readonly Rule[]
  /** Codes of what may go wrong here and not everywhere. */
  readonly problems?: readonly ErrorCode[]
  handle(call: Call<z.output<Path>, z.output<Query>, z.output<Body>>): Promise<Reply>
}

/** An answer whose bytes are the same for every caller, with its headers. */
export interface CachedReply {
  reply(call: Pick<Call, 'header'>): Reply
}

/** The files of the dashboard. */
export interface DashboardPages {
  readonly page: CachedReply
  asset(name: string): CachedReply | undefined
}

/** One request, checked. */
export interface Call<Path = unknown, Query = unknown, Body = unknown> {
  readonly registry: Registry
  /** Absent where the registry is served without accounts. */
  readonly service: HostedService | undefined
  /** Absent where none are kept. */
  readonly metrics: ServiceMetrics | undefined
  /** Absent where it is not built. */
  readonly dashboard: DashboardPages | undefined
  /** Reads the bodies of batches and imports. */
  readonly uploads: Uploads
  /** Where the service is reached from outside, without a slash at its end; absent: that is not known. */
  readonly baseUrl: string | undefined
  /** Absent for what is public. */
  readonly caller: Caller | undefined
  readonly params: Path
  readonly query: Query
  readonly body: Body
  /** The body of a route with a `stream`, and its media type. */
  readonly stream: AsyncIterable<Uint8Array>
  readonly mediaType: string
  /** A header of the request; undefined when it is not there. */
  header(name: string): string | undefined
  readonly requestId: string
  /** The path and query as they came: for links to the next page. */
  readonly url: URL
  /** Who asks, as kept with decisions. */
  readonly by: string
  readonly ip: string
  /** The registry's token of this request, of one with an Idempotency-Key. */
  readonly token: string | undefined
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal
}

/** What a route answers. */
export interface Reply {
  readonly status: number
  /** Sent as JSON; a text, bytes or a stream are sent as they are, with `type`. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A route with its types of parameters and body known to its handler. */
export function route<Path extends Parameters, Query extends Parameters, Body extends z.ZodType>(
  spec: Route<Path, Query, Body>,
): Route {
  return spec as unknown as Route
}

/** Names of the parameters in a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
}

import { Readable } from 'node:stream'
import { CodedError } from '@utpid/core/codes'
import type { Caller } from '@utpid/service'
import type { Context } from 'koa'
import type { ProblemCode } from '../errors/problem-codes.ts'
import type { Reply } from '../route/route.ts'
import { redactProblem } from './body/actor-name.ts'
import { problemHeaders, problemOf } from './problem.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json'

export function sendReply(context: Context, { status, body, type, headers, fileName }: Reply): void {
  context.status = status
  if (headers !== undefined) context.set(headers)
  if (body === undefined) return
  if (fileName !== undefined) context.attachment(fileName)
  if (body instanceof Readable || hasStrongTag(context)) context.compress = false
  if (typeof body === 'string' || body instanceof Readable || Buffer.isBuffer(body)) {
    context.type = type ?? 'text/plain'
    context.body = body
    return
  }
  const text = JSON.stringify(body)
  context.type = type ?? JSON_TYPE
  context.body = text
}

function hasStrongTag({ res }: Context): boolean {
  const tag = res.getHeader('etag')
  return typeof tag === 'string' && !tag.startsWith('W/')
}

/** Codes with a 5xx status that are expected, so they are not reported as internal errors. */
const EXPECTED: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['overloaded', 'not_ready', 'deadline_exceeded'])

/**
 * @param onInternalError - Called for an internal error. The caller does not see the cause.
 * @param caller - The caller, who does not see authors of other accounts.
 * @returns the code in the response.
 */
export function sendProblem(
  context: Context,
  error: unknown,
  requestId: string,
  onInternalError: ((error: unknown, requestId: string) => void) | undefined,
  caller?: Caller,
): string {
  const problem = redactProblem(problemOf(error, requestId), { caller })
  if (problem.status >= 500 && !EXPECTED.has(problem.code)) onInternalError?.(error, requestId)
  context.status = problem.status
  context.set(limitHeadersOf(error))
  context.set(problemHeaders(problem))
  if (error instanceof CodedError) context.set(acceptedHeaders(error))
  context.body = JSON.stringify(problem)
  context.type = PROBLEM_TYPE
  return problem.code
}

/** Returns the headers that name the accepted methods or media types. */
function acceptedHeaders({ details }: CodedError): Record<string, string> {
  const { allow, accept, acceptEncoding } = details
  return {
    ...(Array.isArray(allow) ? { allow: allow.join(', ') } : {}),
    ...(typeof accept === 'string' ? { accept } : {}),
    ...(typeof acceptEncoding === 'string' ? { 'accept-encoding': acceptEncoding } : {}),
  }
}

/** Returns the rate limit headers that access control attached to the error. */
function limitHeadersOf(error: unknown): Record<string, string> {
  const { headers } = (error ?? {}) as { readonly headers?: unknown }
  return error instanceof CodedError && typeof headers === 'object' && headers !== null
    ? (headers as Record<string, string>)
    : {}
}

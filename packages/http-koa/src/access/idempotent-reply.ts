import type { Hash } from 'node:crypto'
import { type HostedService, ServiceError } from '@utpid/service'
import { HttpError } from '../errors/http-error.ts'
import type { Call, Reply, Route } from '../route/route.ts'
import type { Principal } from './access-control.ts'
import type { RequestContext } from './request-context.ts'

type CheckedCall = Call<never, never, never>

interface IdempotentRequest {
  readonly service: HostedService | undefined
  readonly call: CheckedCall
  readonly route: Route
  readonly visitor: Principal
  readonly passage: RequestContext
  /** Hash of the query and of the body read so far. Absent without an Idempotency-Key. */
  readonly digest: Hash | undefined
}

export const IDEMPOTENCY_KEY = 'idempotency-key'
/** Maximum characters of an Idempotency-Key. */
export const MAX_IDEMPOTENCY_KEY = 255
/** Methods that use an Idempotency-Key. */
const WRITE_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Whether the response to a repeated request is `already_exists` instead of the first response. */
export function isReplayForbidden(route: Route): boolean {
  return route.isSecret === true || createsObject(route)
}

/** Whether a repeated request would create a second object. */
function createsObject({ method, answers, isSecret }: Route): boolean {
  return method === 'POST' && (isSecret === true || answers[201] !== undefined)
}

const STREAMED = 'streamed'
/** The header that stores the body hash with a response. It is never sent. */
const BODY_HASH = ' body-hash'
const ANSWERED_BY = ' by'
const RENEWAL_MS = 10_000

/** Handles a request. If the Idempotency-Key was used before, repeats the stored response. */
export async function idempotentReply(
  { service, call, route, visitor, passage, digest }: IdempotentRequest,
  handle: (call: CheckedCall) => Promise<Reply>,
): Promise<Reply> {
  const key = call.header(IDEMPOTENCY_KEY)
  if (
    key === undefined ||
    digest === undefined ||
    !WRITE_METHODS.has(route.method) ||
    service === undefined ||
    visitor.caller === undefined
  ) {
    return await handle(call)
  }
  if (key.length > MAX_IDEMPOTENCY_KEY) {
    throw new HttpError(
      'invalid_header',
      `Idempotency-Key has more than ${MAX_IDEMPOTENCY_KEY} characters; send a shorter one.`,
    )
  }
  // The hash of a stream is known only at its end. At that time the service detects a different body, before it sends
  // the stored response.
  const started = await service.idempotentAnswers.claim({
    accountId: visitor.caller.account.id,
    route: `${route.method} ${call.url.pathname}`,
    key,
    bodyHash: route.stream === undefined ? digest.digest('hex') : STREAMED,
  })
  if (started.kind === 'replay') {
    // A repeated request costs no quota.
    passage.grant?.finish(500)
    checkVisibility(visitor, route, started.answer.headers)
    if (route.stream !== undefined) await compareStream(call.stream, digest, started.answer.headers)
    if (route.isSecret === true) throw alreadyExecuted()
    const { status, headers, body } = started.answer
    const { [BODY_HASH]: _, [ANSWERED_BY]: __, ...shown } = headers
    const type = shown['content-type'] ?? 'application/json'
    return { status, body, type, headers: { ...shown, 'idempotency-replayed': 'true' } }
  }
  if (started.kind === 'done') {
    passage.grant?.finish(500)
    throw alreadyExecuted()
  }
  passage.work = started.work
  const { work } = started
  const renewing = setInterval(() => void work.renew().catch(() => undefined), RENEWAL_MS)
  try {
    // Idempotent operations may run again. Operations that create an object store the key in the same transaction.
    const caller = createsObject(route) ? { ...visitor.caller, completion: work } : visitor.caller
    const reply = await handle({ ...call, caller, idempotencyKey: work.idempotencyKey })
    // If the job already existed, the body is unread. Read the body to its end, so that later requests can be compared
    // with its hash.
    if (route.stream !== undefined) await drain(call.stream)
    const kept = {
      [ANSWERED_BY]: visitor.actor,
      'content-type': reply.type ?? 'application/json; charset=utf-8',
      ...reply.headers,
      ...(route.stream === undefined ? {} : { [BODY_HASH]: digest.digest('hex') }),
    }
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? null)
    await work.finish({ status: reply.status, headers: kept, body: route.isSecret === true ? '' : body })
    delete passage.work
    return reply
  } finally {
    clearInterval(renewing)
  }
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

/**
 * Checks whether the caller may see a stored response. Responses belong to the account, but callers with restricted
 * access see only the responses to their own requests.
 *
 * @throws `insufficient_scope`
 */
function checkVisibility(
  { actor, caller }: Principal,
  { access }: Route,
  headers: Readonly<Record<string, string>>,
): void {
  if (caller === undefined || headers[ANSWERED_BY] === actor) return
  const scope = 'scope' in access ? access.scope : undefined
  const isPartial =
    scope === 'registry:write'
      ? caller.suppliers !== undefined
      : scope === 'keys:write' && !caller.scopes.includes('keys:read') && !caller.scopes.includes('keys:write')
  if (!isPartial) return
  throw new ServiceError(
    'insufficient_scope',
    'Another API key of the account used this Idempotency-Key, and this API key may not read that response; use a new Idempotency-Key.',
  )
}

/** @throws `idempotency_key_reused` if the body differs from the body of the first request. */
async function compareStream(
  stream: AsyncIterable<unknown>,
  digest: Hash,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await drain(stream)
  if (digest.digest('hex') === headers[BODY_HASH]) return
  throw new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with a different body within 24 hours; use a new key for a different request.',
  )
}

/** Returns the error for a repeated request whose response contains a secret. Such a response is never stored. */
function alreadyExecuted(): ServiceError {
  return new ServiceError(
    'already_exists',
    'This request was already executed, and its response is not stored. Look up the created object. To get a new secret, rotate the old one with another Idempotency-Key.',
  )
}

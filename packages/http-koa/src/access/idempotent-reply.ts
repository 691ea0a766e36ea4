import type { Hash } from 'node:crypto'
import { RegistryError } from '@utpid/core'
import type { HostedService } from '@utpid/service'
import type { Call, Reply, Route } from '../route/route.ts'
import type { Visitor } from './gate.ts'
import type { Passage } from './passage.ts'

type CheckedCall = Call<never, never, never>

interface AskedOnce {
  readonly service: HostedService | undefined
  readonly call: CheckedCall
  readonly route: Route
  readonly visitor: Visitor
  readonly passage: Passage
  /** Of the query and of what was read of the body so far; absent without an Idempotency-Key. */
  readonly digest: Hash | undefined
}

export const IDEMPOTENCY_KEY = 'idempotency-key'
/** Characters of an Idempotency-Key. */
export const IDEMPOTENCY_KEY_MOST = 255
/** Methods of which an Idempotency-Key is read. */
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Whether a repetition may be told that it was done, instead of what was answered. */
export function isNotRepeated(route: Route): boolean {
  return route.isSecret === true || makesAnew(route)
}

/** Whether a repetition would make a second one. */
function makesAnew({ method, answers, isSecret }: Route): boolean {
  return method === 'POST' && (isSecret === true || answers[201] !== undefined)
}

const STREAMED = 'streamed'
/** Beside the headers of a kept answer: never sent. */
const BODY_HASH = ' body-hash'
const ANSWERED = ' by'
const RENEWAL_MS = 10_000

/** Handles a request; one with an Idempotency-Key that was done before is answered as it was then. */
export async function idempotentReply(
  { service, call, route, visitor, passage, digest }: AskedOnce,
  handle: (call: CheckedCall) => Promise<Reply>,
): Promise<Reply> {
  const key = call.header(IDEMPOTENCY_KEY)
  if (
    key === undefined ||
    digest === undefined ||
    !WRITING.has(route.method) ||
    service === undefined ||
    visitor.caller === undefined
  ) {
    return await handle(call)
  }
  if (key.length > IDEMPOTENCY_KEY_MOST) {
    throw new RegistryError('invalid_header', `Idempotency-Key has more than ${IDEMPOTENCY_KEY_MOST} characters.`)
  }
  // Of a stream the hash is known at its end only: another body is found out then, and an answer is not given for it.
  const begun = await service.idempotentAnswers.begin({
    accountId: visitor.caller.account.id,
    route: `${route.method} ${call.url.pathname}`,
    key,
    bodyHash: route.stream === undefined ? digest.digest('hex') : STREAMED,
  })
  if (begun.kind === 'replay') {
    // What was done costs nothing again.
    passage.admission?.finish(500)
    checkSight(visitor, route, begun.answer.headers)
    if (route.stream !== undefined) await compareStream(call.stream, digest, begun.answer.headers)
    if (route.isSecret === true) throw alreadyDone()
    const { status, headers, body } = begun.answer
    const { [BODY_HASH]: _, [ANSWERED]: __, ...shown } = headers
    const type = shown['content-type'] ?? 'application/json'
    return { status, body, type, headers: { ...shown, 'idempotency-replayed': 'true' } }
  }
  if (begun.kind === 'done') {
    passage.admission?.finish(500)
    throw alreadyDone()
  }
  passage.work = begun.work
  const { work } = begun
  const renewing = setInterval(() => void work.renew().catch(() => undefined), RENEWAL_MS)
  try {
    // What can be done again without harm is; what makes something anew says in its own write that it was made.
    const caller = makesAnew(route) ? { ...visitor.caller, done: work } : visitor.caller
    const reply = await handle({ ...call, caller, token: work.token })
    // A body that was not needed, since its job was there already, is read to its end: the next repetition has it too.
    if (route.stream !== undefined) await drained(call.stream)
    const kept = {
      [ANSWERED]: visitor.by,
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

async function drained(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

/**
 * Answers are the account's. Who sees only a part of the account is told those of its own requests alone.
 *
 * @throws `insufficient_scope`
 */
function checkSight({ by, caller }: Visitor, { access }: Route, headers: Readonly<Record<string, string>>): void {
  if (caller === undefined || headers[ANSWERED] === by) return
  const scope = 'scope' in access ? access.scope : undefined
  const isPartial =
    scope === 'registry:write'
      ? caller.suppliers !== undefined
      : scope === 'keys:write' && !caller.scopes.includes('keys:read') && !caller.scopes.includes('keys:write')
  if (!isPartial) return
  throw new RegistryError(
    'insufficient_scope',
    'This Idempotency-Key was used by another key of the account, whose answer is not for this one; take a new key.',
  )
}

/** @throws `idempotency_key_reused` when a body is not the one that was answered. */
async function compareStream(
  stream: AsyncIterable<unknown>,
  digest: Hash,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await drained(stream)
  if (digest.digest('hex') === headers[BODY_HASH]) return
  throw new RegistryError(
    'idempotency_key_reused',
    'This Idempotency-Key came with another body within 24 hours; take a new key for another request.',
  )
}

/** What is shown once is not kept, not even for who asks again. */
function alreadyDone(): RegistryError {
  return new RegistryError(
    'already_exists',
    'This request was done before, and its answer is not kept: look at what it made. What was shown once is shown again by rotating it, under another Idempotency-Key.',
  )
}

import type { SessionView } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { ok, type Route } from '../../route/route.ts'
import { idParameter, timestamp } from '../../schema/shared.ts'

const sessionSchema = z
  .object({
    id: z.string(),
    method: z.enum(['password', 'provider', 'key']).meta({ description: 'How the session was opened.' }),
    createdAt: timestamp,
    lastUsedAt: timestamp,
    expiresAt: timestamp,
    address: z.string().nullable().meta({ description: 'Client address of the last recorded request.' }),
    userAgent: z.string().nullable().meta({ description: 'The header `User-Agent` of the last recorded request.' }),
    current: z.boolean().meta({ description: 'Whether this is the session of the request.' }),
  })
  .meta({ id: 'Session' })
const sessions = z.object({ results: z.array(sessionSchema) })

export const sessionsRoute: Route = hostedRoute('GET /account/sessions', {
  operationId: 'sessions',
  summary: 'List one’s own open dashboard sessions, newest first',
  access: { session: true },
  answers: { 200: { description: 'Sessions.', json: sessions } },
  handle: async ({ service, caller }) => ok({ results: (await service.ownSessions.list(caller)).map(shown) }),
})

export const endSessionRoute: Route = hostedRoute('DELETE /account/sessions/{id}', {
  operationId: 'endSession',
  summary: 'End one of one’s own sessions',
  access: { session: true },
  params: idParameter,
  answers: { 204: { description: 'The session has ended.' } },
  problems: ['not_found'],
  async handle({ service, caller }, call) {
    await service.ownSessions.end(caller, call.params.id)
    return { status: 204 }
  },
})

export const endOtherSessionsRoute: Route = hostedRoute('DELETE /account/sessions', {
  operationId: 'endOtherSessions',
  summary: 'End all one’s own sessions except the current one',
  access: { session: true },
  answers: { 200: { description: 'The number of ended sessions.', json: z.object({ ended: z.int() }) } },
  handle: async ({ service, caller }) => ok({ ended: await service.ownSessions.endOthers(caller) }),
})

export const memberSessionsRoute: Route = hostedRoute('GET /account/members/{id}/sessions', {
  operationId: 'memberSessions',
  summary: 'List the open sessions of a member, newest first',
  description: 'Only owners see those of an owner.',
  access: { scope: 'team:write' },
  params: idParameter,
  answers: { 200: { description: 'Sessions.', json: sessions } },
  problems: ['not_found', 'insufficient_scope'],
  async handle({ service, caller, accountId }, call) {
    return ok({ results: (await service.ownSessions.listOf(caller, accountId, call.params.id)).map(shown) })
  },
})

export const endMemberSessionsRoute: Route = hostedRoute('DELETE /account/members/{id}/sessions', {
  operationId: 'endMemberSessions',
  summary: 'End all sessions of a member',
  description: 'Only owners end those of an owner.',
  access: { scope: 'team:write' },
  params: idParameter,
  answers: { 204: { description: 'The sessions have ended.' } },
  problems: ['not_found', 'insufficient_scope'],
  async handle({ service, caller, accountId }, call) {
    await service.ownSessions.endAllOf(caller, accountId, call.params.id)
    return { status: 204 }
  },
})

function shown({ id, method, createdAt, lastUsedAt, expiresAt, address, userAgent, current }: SessionView): unknown {
  const client = { address: address ?? null, userAgent: userAgent ?? null }
  return { id, method, createdAt, lastUsedAt, expiresAt, ...client, current }
}

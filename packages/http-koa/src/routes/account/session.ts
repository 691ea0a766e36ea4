import { RegistryError } from '@utpid/core'
import { NEW_PASSWORD, SESSION_MS, textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { checkOrigin } from '../../request/check-origin.ts'
import { SESSION_COOKIE, sessionOf } from '../../request/session-cookie.ts'
import { type Call, ok, type Route, route } from '../../route/route.ts'
import { idText } from '../../schema/shared.ts'

export const signInRoute: Route = route('POST /account/session', {
  operationId: 'signIn',
  summary: 'Sign in to the dashboard with e-mail and password, or with a key',
  access: { public: true },
  body: {
    json: z.union([
      z.strictObject({
        email: textInput({ min: 1, max: 254 }).meta({ format: 'email' }),
        password: textInput({ min: 1, max: 1_000 }),
        account: idText.optional(),
      }),
      z.strictObject({ key: textInput({ min: 1, max: 200 }) }),
    ]),
  },
  answers: {
    200: {
      description: 'Signed in: the cookie is HttpOnly and SameSite=Strict.',
      json: z.object({ account: z.string(), scopes: z.array(z.string()) }),
      headers: { 'Set-Cookie': 'The session cookie.' },
    },
  },
  problems: ['invalid_credentials', 'invalid_api_key', 'auth_throttled', 'account_suspended'],
  async handle(call) {
    const { service, body, ip } = call
    if (service === undefined) throw new RegistryError('not_found', 'This registry is served without accounts.')
    checkOrigin(call)
    const { sessions, failedAuthentications } = service
    const made =
      'key' in body
        ? await failedAuthentications.lookUp(ip, body.key, () => sessions.signInByKey(body.key))
        : await failedAuthentications.tryPassword(ip, body.email, () =>
            sessions.signIn(body.email, body.password, body.account),
          )
    const { account, scopes } = await sessions.authenticate(made.text)
    return {
      status: 200,
      body: { account: account.id, scopes },
      headers: { 'set-cookie': cookie(made.text, SESSION_MS, call) },
    }
  },
})

export const currentSessionRoute: Route = route('GET /account/session', {
  operationId: 'currentSession',
  summary: 'Get the current dashboard session',
  access: { public: true },
  answers: {
    200: {
      description: 'The signed-in account, member or key, with its scopes.',
      json: z.object({
        account: z.object({ id: z.string(), name: z.string() }),
        scopes: z.array(z.string()),
        member: z.object({ id: z.string(), name: z.string(), role: z.string() }).nullable(),
        key: z.object({ id: z.string(), name: z.string() }).nullable(),
      }),
    },
    204: { description: 'Nobody is signed in.' },
  },
  async handle({ caller }) {
    if (caller === undefined) return { status: 204 }
    const { account, scopes, member, key } = caller
    return ok({
      account: { id: account.id, name: account.name },
      scopes,
      member: member === undefined ? null : { id: member.id, name: member.name, role: member.role },
      key: key === undefined ? null : { id: key.id, name: key.name },
    })
  },
})

export const signOutRoute: Route = route('DELETE /account/session', {
  operationId: 'signOut',
  summary: 'Sign out of the dashboard',
  access: { public: true },
  answers: { 204: { description: 'Signed out.' } },
  async handle(call) {
    checkOrigin(call)
    const session = sessionOf(call.header('cookie'))
    if (session !== undefined) await call.service?.sessions.signOut(session)
    return { status: 204, headers: { 'set-cookie': cookie('', 0, call) } }
  },
})

export const acceptInvitationRoute: Route = route('POST /account/invitation', {
  operationId: 'acceptInvitation',
  summary: 'Accept an invitation by choosing a password',
  access: { public: true },
  body: {
    json: z.strictObject({
      invitation: textInput({ min: 1, max: 200 }),
      password: NEW_PASSWORD,
    }),
  },
  answers: { 200: { description: 'The member.', json: z.looseObject({ id: z.string(), name: z.string() }) } },
  problems: ['invalid_credentials', 'auth_throttled', 'validation_failed'],
  async handle(call) {
    const { service, body, ip } = call
    if (service === undefined) throw new RegistryError('not_found', 'This registry is served without accounts.')
    const { invitation, password } = body
    const member = await service.failedAuthentications.lookUp(ip, invitation, () =>
      service.members.acceptInvitation(invitation, password),
    )
    return ok(member)
  },
})

function cookie(text: string, milliseconds: number, { header, baseUrl }: Pick<Call, 'header' | 'baseUrl'>): string {
  const isSecure = baseUrl?.startsWith('https:') === true || header('x-forwarded-proto') === 'https'
  const parts = [
    `${SESSION_COOKIE}=${text}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${milliseconds / 1_000}`,
  ]
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

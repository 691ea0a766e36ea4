import { RegistryError } from '@utpid/core'
import { NEW_PASSWORD, SESSION_MS, textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { checkOrigin } from '../../request/check-origin.ts'
import { clientOf, sessionCookie, sessionOf } from '../../request/session-cookie.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { idText } from '../../schema/shared.ts'

const mustEnrol = z.boolean().meta({
  description: 'Whether the member must set up a second factor first. The session has no scopes until then.',
})

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
        code: textInput({ max: 100 })
          .meta({ description: 'The code of the second factor, or a recovery code.' })
          .optional(),
      }),
      z.strictObject({ key: textInput({ min: 1, max: 200 }) }),
    ]),
  },
  answers: {
    200: {
      description: 'Signed in: the cookie is HttpOnly and SameSite=Strict.',
      json: z.object({ account: z.string(), scopes: z.array(z.string()), mustEnrol }),
      headers: { 'Set-Cookie': 'The session cookie.' },
    },
  },
  problems: [
    'invalid_credentials',
    'invalid_api_key',
    'auth_throttled',
    'account_suspended',
    'second_factor_required',
    'passwords_off',
  ],
  async handle(call) {
    const { service, body, ip } = call
    if (service === undefined) throw new RegistryError('not_found', 'This registry is served without accounts.')
    checkOrigin(call)
    const { sessions, failedAuthentications } = service
    const client = clientOf(call)
    const made =
      'key' in body
        ? await failedAuthentications.lookUp(ip, body.key, () => sessions.signInByKey(body.key, client))
        : await failedAuthentications.tryPassword(ip, body.email, () =>
            sessions.signIn(body.email, body.password, body.account, { code: body.code, client }),
          )
    const { account, scopes, session } = await sessions.authenticate(made.text, client)
    return {
      status: 200,
      body: { account: account.id, scopes, mustEnrol: session?.mustEnrol === true },
      headers: { 'set-cookie': sessionCookie(made.text, SESSION_MS, call) },
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
        mustEnrol,
        member: z.object({ id: z.string(), name: z.string(), role: z.string() }).nullable(),
        key: z.object({ id: z.string(), name: z.string() }).nullable(),
      }),
    },
    204: { description: 'Nobody is signed in.' },
  },
  async handle({ caller }) {
    if (caller === undefined) return { status: 204 }
    const { account, scopes, member, key, session } = caller
    return ok({
      account: { id: account.id, name: account.name },
      scopes,
      mustEnrol: session?.mustEnrol === true,
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
    return { status: 204, headers: { 'set-cookie': sessionCookie('', 0, call) } }
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
  problems: ['invalid_credentials', 'auth_throttled', 'validation_failed', 'passwords_off'],
  async handle(call) {
    const { service, body, ip } = call
    if (service === undefined) throw new RegistryError('not_found', 'This registry is served without accounts.')
    service.sessions.requirePasswords()
    const { invitation, password } = body
    const member = await service.failedAuthentications.lookUp(ip, invitation, () =>
      service.members.acceptInvitation(invitation, password),
    )
    return ok(member)
  },
})

import { RegistryError } from '@utpid/core'
import type { HostedService } from '@utpid/service'
import { PROVIDER_SIGN_IN_MS, SESSION_MS, type SignInRefusal } from '@utpid/service/internal'
import { z } from 'zod'
import {
  type CookieRules,
  clientOf,
  cookieOf,
  cookieText,
  SIGN_IN_COOKIE,
  sessionCookie,
} from '../../request/session-cookie.ts'
import { ok, type Reply, type Route, route } from '../../route/route.ts'

/** Relative locations also work behind a proxy that adds a path prefix. */
const DASHBOARD_OF_START = '../../dashboard'
const DASHBOARD_OF_FINISH = '../../../dashboard'
/** The provider's site sends the person back, so the cookie cannot be `Strict`. */
const COOKIE: CookieRules = { path: '/', sameSite: 'Lax', milliseconds: PROVIDER_SIGN_IN_MS }
const ENDED: CookieRules = { ...COOKIE, milliseconds: 0 }

export const signInMethodsRoute: Route = route('GET /account/sign-in', {
  operationId: 'signInMethods',
  summary: 'How people can sign in to the dashboard',
  access: { public: true },
  answers: {
    200: {
      description: 'The methods. A key can always sign in.',
      json: z.object({
        passwords: z.boolean(),
        provider: z.object({ name: z.string() }).nullable(),
      }),
    },
  },
  async handle({ service }) {
    const provider = service?.providerSignIn
    return ok({
      passwords: service?.hasPasswords === true,
      provider: provider === undefined ? null : { name: provider.name },
    })
  },
})

export const startProviderSignInRoute: Route = route('GET /account/session/provider', {
  operationId: 'startProviderSignIn',
  summary: 'Sign in to the dashboard with the sign-in provider, for browsers',
  access: { public: true },
  answers: {
    303: {
      description: 'Sends the browser to the provider, or to the dashboard with the reason why that is not possible.',
      headers: { Location: 'The address.', 'Set-Cookie': 'The checks of the sign-in, sealed.' },
    },
  },
  problems: ['not_found'],
  async handle(call) {
    const started = await providerOf(call.service).start()
    if ('refused' in started)
      return refused(DASHBOARD_OF_START, started.refused, cookieText(SIGN_IN_COOKIE, '', ENDED, call))
    return seeOther(started.url, cookieText(SIGN_IN_COOKIE, started.cookie, COOKIE, call))
  },
})

export const finishProviderSignInRoute: Route = route('GET /account/session/provider/callback', {
  operationId: 'finishProviderSignIn',
  summary: 'The address to which the sign-in provider sends browsers back',
  access: { public: true },
  anyQuery: true,
  answers: {
    303: {
      description: 'Sends the browser to the dashboard: signed in, or with the reason why not.',
      headers: { Location: 'The address.', 'Set-Cookie': 'The session cookie.' },
    },
  },
  problems: ['not_found'],
  async handle(call) {
    const cookie = cookieOf(call.header('cookie'), SIGN_IN_COOKIE)
    const made = await providerOf(call.service).finish(call.url.searchParams, cookie, clientOf(call))
    const ended = cookieText(SIGN_IN_COOKIE, '', ENDED, call)
    if ('refused' in made) return refused(DASHBOARD_OF_FINISH, made.refused, ended)
    return seeOther(DASHBOARD_OF_FINISH, sessionCookie(made.text, SESSION_MS, call), ended)
  },
})

function providerOf(service: HostedService | undefined): NonNullable<HostedService['providerSignIn']> {
  if (service?.providerSignIn !== undefined) return service.providerSignIn
  throw new RegistryError('not_found', 'This service has no sign-in provider; sign in at /dashboard.')
}

/** The dashboard explains the reason. Paths after `#` reach no log. */
function refused(dashboard: string, reason: SignInRefusal, ...cookies: readonly string[]): Reply {
  return seeOther(`${dashboard}#/sign-in/${reason}`, ...cookies)
}

function seeOther(location: string, ...cookies: readonly string[]): Reply {
  return {
    status: 303,
    body: '',
    headers: { location, ...(cookies.length === 0 ? {} : { 'set-cookie': [...cookies] }) },
  }
}

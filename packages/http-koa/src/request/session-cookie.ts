import type { SessionClient } from '@utpid/service/internal'

/** Session cookie of the dashboard. */
export const SESSION_COOKIE = 'utpid_session'
/** Cookie of a sign-in that continues at the sign-in provider. */
export const SIGN_IN_COOKIE = 'utpid_sign_in'

/** Returns the session from the cookies of a request. */
export function sessionOf(header: string | undefined): string | undefined {
  return cookieOf(header, SESSION_COOKIE)
}

/** Returns a cookie of a request. */
export function cookieOf(header: string | undefined, wanted: string): string | undefined {
  for (const cookie of header?.split(';') ?? []) {
    const [name, value] = cookie.trim().split('=', 2)
    if (name === wanted && value !== undefined && value !== '') return value
  }
  return undefined
}

/** The parts of a call that cookies and sessions need. */
interface CookieCall {
  header(name: string): string | undefined
  readonly baseUrl: string | undefined
}

/** How a browser keeps a cookie. */
export interface CookieRules {
  readonly path: string
  /** `Strict`: only for requests of the own pages. `Lax`: also when another site sends the person here. */
  readonly sameSite: 'Strict' | 'Lax'
  /** 0 deletes the cookie. */
  readonly milliseconds: number
}

/** Returns the value of the header Set-Cookie. Scripts cannot read the cookie. */
export function cookieText(
  name: string,
  text: string,
  { path, sameSite, milliseconds }: CookieRules,
  { header, baseUrl }: CookieCall,
): string {
  const isSecure = baseUrl?.startsWith('https:') === true || header('x-forwarded-proto') === 'https'
  const parts = [
    `${name}=${text}`,
    `Path=${path}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    `Max-Age=${milliseconds / 1_000}`,
  ]
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** Returns the value of Set-Cookie for the session cookie. */
export function sessionCookie(text: string, milliseconds: number, call: CookieCall): string {
  return cookieText(SESSION_COOKIE, text, { path: '/', sameSite: 'Strict', milliseconds }, call)
}

/** Returns what the list of sessions shows of the sender of a request. */
export function clientOf({
  ip,
  header,
}: {
  readonly ip: string
  header(name: string): string | undefined
}): SessionClient {
  const userAgent = header('user-agent')
  return { address: ip, ...(userAgent === undefined ? {} : { userAgent }) }
}

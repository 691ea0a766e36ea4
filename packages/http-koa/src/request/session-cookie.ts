/** Session cookie of the dashboard. */
export const SESSION_COOKIE = 'utpid_session'

/** Returns the session from the cookies of a request. */
export function sessionOf(header: string | undefined): string | undefined {
  for (const cookie of header?.split(';') ?? []) {
    const [name, value] = cookie.trim().split('=', 2)
    if (name === SESSION_COOKIE && value !== undefined && value !== '') return value
  }
  return undefined
}

/** Headers in which proxies send the client's address. */
const FORWARDED_HEADERS = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'] as const

/** Returns the name of the first forwarding header of a request, or undefined. */
export function forwardedHeader(header: (name: string) => string | undefined): string | undefined {
  return FORWARDED_HEADERS.find((name) => header(name) !== undefined)
}

/** Headers by which proxies say who is connected to them. */
const FORWARDED_HEADERS = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'] as const

/** The header of a proxy that a request came through; undefined when it has none. */
export function forwardedHeader(header: (name: string) => string | undefined): string | undefined {
  return FORWARDED_HEADERS.find((name) => header(name) !== undefined)
}

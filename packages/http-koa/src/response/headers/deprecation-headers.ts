import type { Deprecation } from '../../route/route.ts'

const MS = 1_000

/** Returns the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), and `Link` to the deprecation note. */
export function deprecationHeaders(deprecated: Deprecation | undefined): Record<string, string> {
  if (deprecated === undefined) return {}
  const { since, sunset, note } = deprecated
  return {
    deprecation: `@${Math.floor(Date.parse(since) / MS)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${note}>; rel="deprecation"; type="text/html"`,
  }
}

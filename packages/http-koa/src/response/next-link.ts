/** Returns the header `Link` that points to the next page. */
export function nextLink(url: URL, cursor: string): string {
  const next = new URL(url)
  next.searchParams.delete('offset')
  next.searchParams.set('cursor', cursor)
  return `<${next.pathname}${next.search}>; rel="next"`
}

/** Pattern of a cursor of alerts. */
export const ALERT_CURSOR: RegExp = /^[a-zA-Z]{6,15}~[\dTZ:.-]{1,30}~[0-9a-f]{16}$/

const FORM = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const NO_TRACE = /^0+$/

/** Parses the header `traceparent` (W3C Trace Context). Returns undefined if the header is invalid. */
export function traceOf(header: string | undefined): { readonly header: string; readonly traceId: string } | undefined {
  const [text, traceId = '0', parent = '0'] = FORM.exec(header ?? '') ?? []
  if (text === undefined || text.startsWith('ff') || NO_TRACE.test(traceId) || NO_TRACE.test(parent)) return undefined
  return { header: text, traceId }
}

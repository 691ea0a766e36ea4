/** One fault of a request. */
export interface Fault {
  /** The location of the fault: `input.name`, `query.limit`. */
  readonly path: string
  readonly code: string
  readonly message: string
}

/** The error of a rejected request, or of a request without a response. */
export class UtpidError extends Error {
  override readonly name = 'UtpidError'
  /**
   * Stable code for programs: a code of the service (`product_not_found`, `quota_exceeded`), `network_error`,
   * `timeout`, `not_modified` or `unexpected_answer`.
   */
  readonly code: string
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Message for people: what is wrong, and how to fix it. */
  readonly detail: string
  /** The id with which the operator finds the request in the logs. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined
  /** All faults of the request, for `validation_failed`. */
  readonly errors: readonly Fault[]
  /** The full problem (RFC 9457). Empty if the response contains no problem. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(
    code: string,
    status: number,
    detail: string,
    more: {
      readonly requestId?: string | undefined
      readonly retryAfter?: number | undefined
      readonly problem?: Readonly<Record<string, unknown>> | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.status = status
    this.detail = detail
    this.requestId = more.requestId
    this.retryAfter = more.retryAfter
    this.problem = more.problem ?? {}
    const { errors } = this.problem
    this.errors = Array.isArray(errors) ? (errors as Fault[]) : []
  }
}

/** Converts a failed response into an error. */
export async function errorOf(response: Response): Promise<UtpidError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const problem = problemOf(text)
  const { code, detail } = problem
  const requestId = headers.get('x-request-id') ?? undefined
  const more = { requestId, retryAfter: secondsOf(headers.get('retry-after')), problem }
  if (typeof code === 'string') return new UtpidError(code, status, typeof detail === 'string' ? detail : code, more)
  if (status === 304)
    return new UtpidError('not_modified', status, 'Not modified: the entity tag still matches If-None-Match.', more)
  return new UtpidError(
    'unexpected_answer',
    status,
    `The service responded with status ${status} without a problem document; check baseUrl and proxies.`,
    more,
  )
}

function problemOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    // A proxy may respond with an HTML page.
    return {}
  }
}

/** Parses `Retry-After`: seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

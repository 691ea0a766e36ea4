/** One thing that is wrong with a request. */
export interface Fault {
  /** Where: `input.name`, `query.limit`. */
  readonly path: string
  readonly code: string
  readonly message: string
}

/** What a service said of a request that it did not do, or why there is no answer. */
export class UtpidError extends Error {
  override readonly name = 'UtpidError'
  /**
   * Stable, for programs: a code of the service (`product_not_found`, `quota_exceeded`), else `network_error`, `timeout`,
   * `not_modified` or `unexpected_answer`.
   */
  readonly code: string
  /** Of HTTP; 0 when there was no answer. */
  readonly status: number
  /** For people: what is wrong, and how to put it right. */
  readonly detail: string
  /** By which the operator finds the request. */
  readonly requestId: string | undefined
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined
  /** Of `validation_failed`: everything that is wrong. */
  readonly errors: readonly Fault[]
  /** The whole problem, RFC 9457, where there is one. */
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

/** The error that an answer tells of. */
export async function errorOf(response: Response): Promise<UtpidError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const problem = problemOf(text)
  const { code, detail } = problem
  const requestId = headers.get('x-request-id') ?? undefined
  const more = { requestId, retryAfter: secondsOf(headers.get('retry-after')), problem }
  if (typeof code === 'string') return new UtpidError(code, status, typeof detail === 'string' ? detail : code, more)
  if (status === 304) return new UtpidError('not_modified', status, 'It is as If-None-Match says.', more)
  return new UtpidError('unexpected_answer', status, `The service answered ${status} and said nothing of it.`, more)
}

function problemOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    // A proxy in front of the service answers pages.
    return {}
  }
}

/** Seconds, or a date, as `Retry-After` has them. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

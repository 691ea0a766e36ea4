import { CodedError, type ErrorData } from '@utpid/core/codes'

/** The codes of an {@link HttpError}, each with the sentence that documents it. Codes are stable and never renamed. */
export const HTTP_ERROR_CODES = {
  malformed_request: 'The request is malformed.',
  invalid_header: 'A header has an invalid value.',
  missing_api_key: 'The request has no API key: send the header `Authorization: Bearer KEY`.',
  method_not_allowed: 'This path does not support this method; the header `Allow` lists supported ones.',
  not_acceptable: 'The response is not available in any format that the request accepts.',
  request_timeout: 'The request did not arrive in time.',
  payload_too_large: 'The body is larger than this route allows.',
  uri_too_long: 'The path with its parameters is too long.',
  unsupported_media_type: 'This route does not support the format of the body; `detail` lists supported formats.',
  headers_too_large: 'The headers are too large.',
  overloaded: 'The service is overloaded; repeat the request after `Retry-After` seconds.',
  not_ready: 'The service is starting or stopping; repeat the request after `Retry-After` seconds.',
  deadline_exceeded: 'The response took longer than allowed.',
} as const

/** A stable code of an {@link HttpError}. */
export type HttpErrorCode = keyof typeof HTTP_ERROR_CODES

/** Error of an HTTP request: its form, its size or its time. */
export class HttpError extends CodedError {
  override readonly name = 'HttpError'
  override readonly code: HttpErrorCode

  constructor(code: HttpErrorCode, message: string, data?: ErrorData) {
    super(message, data)
    this.code = code
  }
}

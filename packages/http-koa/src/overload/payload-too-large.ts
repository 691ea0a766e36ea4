import { HttpError } from '../errors/http-error.ts'

/**
 * Returns the error for a body that is too large.
 *
 * @param maxBytes - Maximum bytes after decompression.
 */
export function payloadTooLarge(maxBytes: number): HttpError {
  return new HttpError(
    'payload_too_large',
    `The body is larger than ${maxBytes.toLocaleString('en')} bytes; split it.`,
    {
      details: { limit: maxBytes },
    },
  )
}

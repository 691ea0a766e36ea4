import type { IncomingMessage } from 'node:http'
import { HttpError } from '../errors/http-error.ts'

export interface HeadRules {
  /** Maximum characters of path and query together. */
  readonly maxUrl: number
  readonly maxHeaders: number
  /** Maximum characters of all header names and values. */
  readonly maxHeaderCharacters: number
}

export const HEAD_RULES: HeadRules = { maxUrl: 8_192, maxHeaders: 100, maxHeaderCharacters: 16_384 }

/**
 * Checks the head of a request. Two Host or Authorization headers are dangerous: Node uses the first, but a proxy may
 * use the second.
 *
 * @throws `uri_too_long`, `headers_too_large`; `malformed_request` if Host is missing, or if there are two Host or
 * Authorization headers.
 */
export function checkHead({ url = '', rawHeaders, httpVersion }: IncomingMessage, rules: HeadRules = HEAD_RULES): void {
  if (url.length > rules.maxUrl) {
    throw new HttpError('uri_too_long', `The URL has more than ${rules.maxUrl.toLocaleString('en')} characters.`)
  }
  const hosts = countOf(rawHeaders, 'host')
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
    throw new HttpError('malformed_request', `The request has ${hosts === 0 ? 'no' : 'more than one'} header Host.`)
  }
  if (countOf(rawHeaders, 'authorization') > 1) {
    throw new HttpError('malformed_request', 'The request has more than one header Authorization; send one key.')
  }
  const isTooMany = rawHeaders.length / 2 > rules.maxHeaders
  const length = rawHeaders.reduce((sum, text) => sum + text.length, 0)
  if (!isTooMany && length <= rules.maxHeaderCharacters) return
  throw new HttpError(
    'headers_too_large',
    `At most ${rules.maxHeaders} headers of ${rules.maxHeaderCharacters.toLocaleString('en')} characters in total are allowed.`,
  )
}

function countOf(rawHeaders: readonly string[], wanted: string): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === wanted).length
}

import { HttpError } from '../errors/http-error.ts'

/** A path in origin form: it starts with one slash, and URL parsing leaves it unchanged. */
const PATH = /^\/(?![/\\])[^\\#\s]*$/
const DOTS = /\/(\.|%2e){1,2}(\/|$)/i

/**
 * Parses the target of a request. Rejects `//host/path`, `/\host/path` and `/a/../path`: such a target resolves to
 * another path than a proxy has checked, and so bypasses the proxy's rules.
 *
 * @throws `malformed_request`
 */
export function requestUrl(target: string): URL {
  const [path = ''] = target.split('?', 1)
  if (!PATH.test(path) || DOTS.test(path)) throw unreadable()
  try {
    return new URL(`http://registry.invalid${target}`)
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(cause?: unknown): HttpError {
  return new HttpError(
    'malformed_request',
    'The path of the request is invalid; send an absolute path without // at its start, dot segments or backslashes.',
    { cause },
  )
}

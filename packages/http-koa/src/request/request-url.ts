import { RegistryError } from '@utpid/core'

/** A path as a client of a server sends it: it begins with one slash, and has nothing that reading it would take away. */
const PATH = /^\/(?![/\\])[^\\#\s]*$/
const DOTS = /\/(\.|%2e){1,2}(\/|$)/i

/**
 * The target of a request. Only in the form of a path: `//host/path`, `/\host/path` and `/a/../path` would lead to another
 * path than the one that a proxy has looked at, and so past its rules.
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

function unreadable(cause?: unknown): RegistryError {
  return new RegistryError('malformed_request', 'The path of the request cannot be read.', { cause })
}

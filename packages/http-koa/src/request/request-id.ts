import { randomBytes } from 'node:crypto'
import { withoutKeys } from '@utpid/service'

const GIVEN = /^[A-Za-z0-9._-]{8,128}$/

/**
 * The caller's own id of a request where it can be one, else a new one. A key that was put there by mistake would be kept
 * with the logs.
 */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && GIVEN.test(header) && withoutKeys(header) === header
    ? header
    : `req_${randomBytes(12).toString('hex')}`
}

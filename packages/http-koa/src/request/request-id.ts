import { randomBytes } from 'node:crypto'

const GIVEN = /^[A-Za-z0-9._-]{8,128}$/

/** A key that was put there by mistake would be kept with the logs. */
const KEY = /utp_(live|test)_/

/** The caller's own id of a request where it can be one, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && GIVEN.test(header) && !KEY.test(header)
    ? header
    : `req_${randomBytes(12).toString('hex')}`
}

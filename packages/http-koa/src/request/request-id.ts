import { randomFillSync } from 'node:crypto'
import { withoutKeys } from '@utpid/service/internal'

const BYTES = 12
/** Random bytes for 256 ids: each call to the system is slow. */
const drawn: Buffer = Buffer.alloc(BYTES * 256)
let used: number = drawn.length

const GIVEN = /^[A-Za-z0-9._-]{8,128}$/

/**
 * Returns the caller's request id if it is valid, else a new id. A value that contains an API key is replaced, because
 * request ids are logged.
 */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && GIVEN.test(header) && withoutKeys(header) === header ? header : `req_${drawnText()}`
}

function drawnText(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  const text = drawn.toString('hex', used, used + BYTES)
  used += BYTES
  return text
}

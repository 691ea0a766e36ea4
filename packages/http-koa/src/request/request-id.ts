import { randomFillSync } from 'node:crypto'
import { withoutKeys } from '@utpid/service'

const BYTES = 12
/** Drawn for many at once: each drawing is a call of the system. */
const drawn: Buffer = Buffer.alloc(BYTES * 256)
let used: number = drawn.length

const GIVEN = /^[A-Za-z0-9._-]{8,128}$/

/**
 * The caller's own id of a request where it can be one, else a new one. A key that was put there by mistake would be kept
 * with the logs.
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

import { randomFillSync } from 'node:crypto'
import { redactKeys } from '@utpid/service/internal'

const BYTES = 12
/** A pool of random bytes for 256 ids, since each call to the system is slow. */
const randomPool: Buffer = Buffer.alloc(BYTES * 256)
let used: number = randomPool.length

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/

/**
 * Returns the caller's request id if it is valid, else a new id. A value that contains an API key is replaced, because
 * request ids are logged.
 */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && REQUEST_ID.test(header) && redactKeys(header) === header
    ? header
    : `req_${randomText()}`
}

function randomText(): string {
  if (used === randomPool.length) {
    randomFillSync(randomPool)
    used = 0
  }
  const text = randomPool.toString('hex', used, used + BYTES)
  used += BYTES
  return text
}

import { ServiceError } from '../errors/service-error.ts'
import type { Totp } from '../model/account.ts'

/** Wrong codes in a row from which on codes are refused for a time. */
const MAX_WRONG_CODES = 10
const FIRST_LOCK_MS = 60_000
/** One hour: about 25 guesses a day, of a million codes. */
const MAX_LOCK_MS = 3_600_000
const MS = 1_000

/** Counts a wrong code. From the tenth in a row on, each doubles the time for which codes are refused. */
export function afterWrongCode(totp: Totp, now: number): Totp {
  // A wrong recovery code during a lock neither extends the lock nor counts.
  if (isLocked(totp, now)) return totp
  const wrongCodes = (totp.wrongCodes ?? 0) + 1
  if (wrongCodes < MAX_WRONG_CODES) return { ...totp, wrongCodes }
  const lock = Math.min(FIRST_LOCK_MS * 2 ** (wrongCodes - MAX_WRONG_CODES), MAX_LOCK_MS)
  return { ...totp, wrongCodes, lockedUntil: new Date(now + lock).toISOString() }
}

/** @throws `auth_throttled` with `details.retryAfter` while codes are refused. */
export function requireUnlocked(totp: Totp, now: number): void {
  if (!isLocked(totp, now)) return
  const retryAfter = Math.ceil((Date.parse(totp.lockedUntil ?? '') - now) / MS)
  throw new ServiceError(
    'auth_throttled',
    `Too many codes of the second factor were wrong; wait ${retryAfter} s, or use a recovery code.`,
    { details: { retryAfter } },
  )
}

function isLocked({ lockedUntil }: Totp, now: number): boolean {
  return lockedUntil !== undefined && now < Date.parse(lockedUntil)
}

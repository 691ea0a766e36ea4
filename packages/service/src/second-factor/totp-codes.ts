import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Bytes of a secret: RFC 4226 recommends 160 bits. */
export const TOTP_SECRET_BYTES = 20
/** Seconds of a time step, and digits of a code. Authenticator apps support only these values everywhere. */
const PERIOD = 30
const DIGITS = 6
const MS = 1_000

/** The name of the service in an authenticator app. */
const ISSUER = 'utpid'

/** The text form of a secret, for entry by hand. */
export function secretText(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** A secret in the forms that authenticator apps read. */
export interface ShownSecret {
  /** Base32, for entry by hand. */
  readonly secret: string
  /** Link with the secret: `otpauth://totp/...`. */
  readonly uri: string
  /** QR code of the link, as SVG. */
  readonly qr: string
}

/** @param label - The name of the entry in the app, such as the e-mail address. */
export function shownSecret(secret: string, label: string): ShownSecret {
  const uri = totpOf(secret, label).toString()
  return { secret, uri, qr: renderSVG(uri, { ecc: 'M', border: 2 }) }
}

/**
 * Returns the time step of a code that is valid now, one step ago or one step ahead. Clocks of phones differ by some
 * seconds.
 *
 * @param code - Six digits.
 * @param now - Milliseconds since 1970.
 * @returns undefined for a wrong code.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / MS / PERIOD) + delta
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: DIGITS, period: PERIOD, secret })
}

const KEYS: readonly RegExp[] = [/utp_(?:live|test|invite)_[0-9A-Za-z_-]{6,}/g, /whsec_[0-9A-Za-z+/=_-]{6,}/g]

/**
 * Redacts keys, invitations and webhook secrets in a text that is stored or returned, since users put secrets into
 * other fields.
 */
export function redactKeys(text: string): string {
  return KEYS.reduce((left, pattern) => left.replace(pattern, '[redacted]'), text)
}

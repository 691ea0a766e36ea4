const KEYS: readonly RegExp[] = [/utp_(?:live|test|invite)_[0-9A-Za-z_-]{6,}/g, /whsec_[0-9A-Za-z+/=_-]{6,}/g]

/**
 * A text in which keys, invitations and secrets of webhooks are left out: for what is kept or told, since people put them
 * where they do not belong.
 */
export function withoutKeys(text: string): string {
  return KEYS.reduce((left, pattern) => left.replace(pattern, '[redacted]'), text)
}

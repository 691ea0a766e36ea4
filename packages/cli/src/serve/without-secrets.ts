import { redactKeys } from '@utpid/service/internal'

/**
 * Patterns of secrets other than keys. A secret may be anywhere in the text, for example in the message of an
 * unexpected error.
 */
const SECRETS: readonly RegExp[] = [
  /(\bBearer\s+)[^\s"\\,]+/gi,
  // The password of an address.
  /(:\/\/[^\s:/@"]*:)[^\s@/"]+(?=@)/g,
  /(utpid_(?:session|sign_in)=)[^;\s"\\]+/g,
]

/** Text that occurs before or in every secret. Most lines contain none of it. */
const SIGNS = /bearer|:\/\/|utpid_s|utp_|whsec_/i

/** Removes secrets from a text. This is the last step before any line is written. */
export function withoutSecrets(text: string): string {
  if (!SIGNS.test(text)) return text
  return SECRETS.reduce((left, pattern) => left.replace(pattern, '$1[redacted]'), redactKeys(text))
}

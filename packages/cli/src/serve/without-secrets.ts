import { redactKeys } from '@utpid/service/internal'

/** Patterns of secrets other than keys, in any position, such as the message of an unexpected error. */
const SECRETS: readonly RegExp[] = [
  /(\bBearer\s+)[^\s"\\,]+/gi,
  // The password of an address.
  /(:\/\/[^\s:/@"]*:)[^\s@/"]+(?=@)/g,
  /(utpid_session=)[^;\s"\\]+/g,
]

/** Text before or in each secret. Most lines have none. */
const SIGNS = /bearer|:\/\/|utpid_session|utp_|whsec_/i

/** Removes secrets from a text: the last step before a line is written, whatever its source. */
export function withoutSecrets(text: string): string {
  if (!SIGNS.test(text)) return text
  return SECRETS.reduce((left, pattern) => left.replace(pattern, '$1[redacted]'), redactKeys(text))
}

import { withoutKeys } from '@utpid/service'

/** Texts beside keys that open something, wherever they stand: in the message of an error that nobody foresaw, too. */
const SECRETS: readonly RegExp[] = [
  /(\bBearer\s+)[^\s"\\,]+/gi,
  // The password of an address.
  /(:\/\/[^\s:/@"]*:)[^\s@/"]+(?=@)/g,
  /(utpid_session=)[^;\s"\\]+/g,
]

/** What stands before or in each of them. Most lines have none. */
const SIGNS = /bearer|:\/\/|utpid_session|utp_|whsec_/i

/** A text with what is secret left out: the last step before a line is written, whatever made it. */
export function withoutSecrets(text: string): string {
  if (!SIGNS.test(text)) return text
  return SECRETS.reduce((left, pattern) => left.replace(pattern, '$1[redacted]'), withoutKeys(text))
}

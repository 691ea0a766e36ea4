import { withoutKeys } from '@utpid/service'

/** Texts beside keys that open something, wherever they stand: in the message of an error that nobody foresaw, too. */
const SECRETS: readonly RegExp[] = [
  /(?<=\bBearer\s+)[^\s"\\,]+/gi,
  // The password of an address.
  /(?<=:\/\/[^\s:/@"]*:)[^\s@/"]+(?=@)/g,
  /(?<=utpid_session=)[^;\s"\\]+/g,
]

/** A text with what is secret left out: the last step before a line is written, whatever made it. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, pattern) => left.replace(pattern, '[redacted]'), withoutKeys(text))
}

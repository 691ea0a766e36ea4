/** Texts that open something, wherever they stand: in the message of an error that nobody foresaw, too. */
const SECRETS: readonly RegExp[] = [
  /utp_(?:live|test)_[0-9A-Za-z]{6,}/g,
  /utp_invite_[0-9A-Za-z_-]{6,}/g,
  /whsec_[0-9A-Za-z+/=_-]{6,}/g,
  /(?<=\bBearer\s+)[^\s"\\,]+/gi,
  // The password of an address.
  /(?<=:\/\/[^\s:/@"]*:)[^\s@/"]+(?=@)/g,
  /(?<=utpid_session=)[^;\s"\\]+/g,
]

/** A text with what is secret left out: the last step before a line is written, whatever made it. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, pattern) => left.replace(pattern, '[redacted]'), text)
}

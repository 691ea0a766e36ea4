import { splitWebAddress } from '../features/extract/contact-features.ts'

const EMAIL_PATTERN = /^[^\s@,;]+@[^\s@,;]+\.[\p{L}\d-]{2,}$/u
const MIN_PHONE_DIGITS = 5

/** Reports whether a text has enough digits for a telephone number in any notation. */
export function isPhoneNumber(text: string): boolean {
  return text.replace(/\D/g, '').length >= MIN_PHONE_DIGITS
}

/** Reports whether a text is one address of the form `someone@host.tld`. */
export function isEmailAddress(text: string): boolean {
  return EMAIL_PATTERN.test(text)
}

/** Reports whether a text has a host, with or without scheme and path. */
export function isWebAddress(text: string): boolean {
  return splitWebAddress(text) !== undefined
}

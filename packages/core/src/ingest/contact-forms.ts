import { splitWebAddress } from '../features/extract/contact-features.ts'

const EMAIL_PATTERN = /^[^\s@,;]+@[^\s@,;]+\.[\p{L}\d-]{2,}$/u
const LEAST_PHONE_DIGITS = 5

/** True for a text with enough digits to be a telephone number, however it is written. */
export function isPhoneNumber(text: string): boolean {
  return text.replace(/\D/g, '').length >= LEAST_PHONE_DIGITS
}

/** True for one address of the form `someone@host.tld`. */
export function isEmailAddress(text: string): boolean {
  return EMAIL_PATTERN.test(text)
}

/** True for a text with a host, with or without scheme and path. */
export function isWebAddress(text: string): boolean {
  return splitWebAddress(text) !== undefined
}

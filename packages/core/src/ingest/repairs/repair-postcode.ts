/** The number of digits of postcodes that consist of digits and may start with 0, by country. */
const DIGITS: Readonly<Record<string, number>> = {
  FR: 5,
  DE: 5,
  ES: 5,
  IT: 5,
  US: 5,
  MX: 5,
  FI: 5,
  EE: 5,
  HR: 5,
  LT: 5,
  MY: 5,
  TR: 5,
  UA: 5,
  KR: 5,
  SA: 5,
  TH: 5,
  MC: 5,
  MA: 5,
  SG: 6,
  RO: 6,
  KZ: 6,
  CN: 6,
  VN: 6,
  JP: 7,
  NO: 4,
  AU: 4,
  ZA: 4,
  BD: 4,
}

/**
 * Restores the lost leading zero of a postcode. The postcode must consist of digits, lack one digit, and be in a
 * country with a fixed length. Otherwise, the function returns the postcode unchanged.
 */
export function restorePostcodeZero(postcode: string, country: string | undefined): string {
  const digits = DIGITS[country ?? '']
  return digits !== undefined && /^\d+$/.test(postcode) && postcode.length === digits - 1 ? `0${postcode}` : postcode
}

/** Reports whether a postcode may have lost its leading zero and its country is unknown. */
export function mayLackPostcodeZero(postcode: string, country: string | undefined): boolean {
  return country === undefined && /^\d{3,6}$/.test(postcode) && !postcode.startsWith('0')
}

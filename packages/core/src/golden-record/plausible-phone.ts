/**
 * Numbering plans with a fixed or nearly fixed length. Each row has calling code, countries, minimum and maximum digits
 * of a national number without trunk prefix, and trunk prefix. The list is maintained by hand from the national plans
 * of ITU-T. For other countries, the bounds of E.164 apply, which are valid everywhere.
 */
const PLANS: readonly (readonly [code: string, countries: string, least: number, most: number, trunk: string])[] = [
  ['1', 'US CA', 10, 10, '1'],
  ['7', 'RU KZ', 10, 10, '8'],
  ['20', 'EG', 8, 10, '0'],
  ['27', 'ZA', 9, 9, '0'],
  ['30', 'GR', 10, 10, ''],
  ['31', 'NL', 9, 9, '0'],
  ['32', 'BE', 8, 9, '0'],
  ['33', 'FR', 9, 9, '0'],
  ['34', 'ES', 9, 9, ''],
  ['39', 'IT', 6, 11, ''],
  ['41', 'CH', 9, 9, '0'],
  ['44', 'GB', 9, 10, '0'],
  ['45', 'DK', 8, 8, ''],
  ['46', 'SE', 7, 9, '0'],
  ['47', 'NO', 8, 8, ''],
  ['48', 'PL', 9, 9, ''],
  ['52', 'MX', 10, 11, ''],
  ['55', 'BR', 10, 11, '0'],
  ['60', 'MY', 8, 10, '0'],
  ['61', 'AU', 9, 9, '0'],
  ['65', 'SG', 8, 8, ''],
  ['66', 'TH', 8, 9, '0'],
  ['81', 'JP', 9, 10, '0'],
  ['86', 'CN', 10, 11, '0'],
  ['90', 'TR', 10, 10, '0'],
  ['91', 'IN', 10, 10, '0'],
  ['351', 'PT', 9, 9, ''],
  ['352', 'LU', 6, 11, ''],
  ['353', 'IE', 7, 9, '0'],
  ['420', 'CZ', 9, 9, ''],
  ['852', 'HK', 8, 8, ''],
  ['971', 'AE', 8, 9, '0'],
]
/** The maximum number of digits by E.164, including the country code. Very short national numbers are extensions. */
const MAX_E164_DIGITS = 15
const MIN_NATIONAL_DIGITS = 6
const MIN_INTERNATIONAL_DIGITS = 8
const EXTENSION_PATTERN = /(?:ext\.?|extension|x|poste|durchwahl)\s*\d{1,6}\s*$/i

/**
 * Reports whether a telephone number has a valid number of digits for its country.
 *
 * @param country - ISO 3166-1 alpha-2: country of a number without a calling code.
 */
export function isPlausiblePhone(text: string, country: string | undefined): boolean {
  const first = text.replace(EXTENSION_PATTERN, '').split(/[;,|]|\s\/\s/)[0] ?? ''
  const digits = first.replace(/\(0\)/g, '').replace(/\D/g, '')
  // Numbers such as `000000` and `1111111` only fill a mandatory form field.
  if (/^(\d)\1*$/.test(digits)) return false
  const isInternational = /^\s*\(?\+/.test(first) || digits.startsWith('00')
  if (isInternational) return isInternationalNumber(digits.replace(/^00/, ''))
  const plan = PLANS.find(([, countries]) => country !== undefined && countries.split(' ').includes(country))
  if (plan === undefined) return digits.length >= MIN_NATIONAL_DIGITS && digits.length <= MAX_E164_DIGITS
  const [code, , , , trunk] = plan
  // Many people write the calling code without a plus sign: `33 1 40 20 50 50`.
  return (
    fits(digits, plan) ||
    (digits.startsWith(trunk) && fits(digits.slice(trunk.length), plan)) ||
    (digits.startsWith(code) && fits(digits.slice(code.length), plan))
  )
}

function isInternationalNumber(digits: string): boolean {
  const plan = PLANS.find(([code]) => digits.startsWith(code))
  if (plan === undefined) return digits.length >= MIN_INTERNATIONAL_DIGITS && digits.length <= MAX_E164_DIGITS
  const [code, , , , trunk] = plan
  const national = digits.slice(code.length)
  // `+33 01 40 20 50 50` is wrong, but every reader understands which number is meant.
  return (
    fits(national, plan) || (trunk !== '' && national.startsWith(trunk) && fits(national.slice(trunk.length), plan))
  )
}

function fits(national: string, [, , least, most]: (typeof PLANS)[number]): boolean {
  return national.length >= least && national.length <= most
}

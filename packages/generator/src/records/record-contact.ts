import { FIELDS } from '../noise/noise-table.ts'
import { type PhoneForm, type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { Lodging } from '../products/generated-product.ts'
import { otherPhoneOf } from '../products/lodging-details.ts'
import type { Random } from '../random/random.ts'
import type { RecordDraft } from './record-draft.ts'

const SCHEMES = ['https://', 'http://', '']
const MAILBOXES = ['info', 'contact', 'reception', 'booking']

/** Groups digits in pairs, starting at the last digit: `1 42 36 20 38`. */
function grouped(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 2) groups.unshift(digits.slice(Math.max(0, end - 2), end))
  return groups.join(' ')
}

function phoneNumber(form: PhoneForm, callingCode: string, trunk: string, national: string): string {
  switch (form) {
    case 'national':
      return `${trunk}${national}`
    case 'plus':
      return `+${callingCode} ${grouped(national)}`
    case 'zeros':
      return `00${callingCode}${national}`
    case 'mixed':
      return trunk === '' ? `+${callingCode}-${national}` : `+${callingCode} (${trunk})${grouped(national)}`
  }
}

function writePhone(draft: RecordDraft, random: Random, lodging: Lodging, style: SupplierStyle): void {
  if (!random.chance(style.fills.phone)) {
    if (random.chance(style.placeholder)) draft.phone = '-'
    return
  }
  const { callingCode, trunk } = lodging.site.country
  const usesOther = random.chance(styled(FIELDS.otherPhone, style.fields.otherPhone))
  draft.phone = phoneNumber(style.phone, callingCode, trunk, usesOther ? otherPhoneOf(lodging) : lodging.phone)
}

/**
 * Writes telephone, web site and e-mail address in the supplier's format. Some suppliers write `-` for a missing value.
 */
export function writeContact(draft: RecordDraft, random: Random, lodging: Lodging, style: SupplierStyle): void {
  writePhone(draft, random, lodging, style)
  const { website } = lodging
  if (website !== undefined && random.chance(style.fills.website)) {
    draft.website = random.pick(SCHEMES) + website
  } else if (random.chance(style.placeholder)) draft.website = '-'
  if (website === undefined || !random.chance(style.fills.email)) return
  const end = website.indexOf('/')
  const host = website.slice('www.'.length, end < 0 ? undefined : end)
  draft.email = `${random.pick(MAILBOXES)}@${host}`
}

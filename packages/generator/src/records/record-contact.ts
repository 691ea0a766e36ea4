import { FIELDS } from '../noise/noise-table.ts'
import { type PhoneForm, type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { Lodging } from '../products/generated-product.ts'
import type { Random } from '../random.ts'

export interface RecordContact {
  readonly phone?: string
  readonly website?: string
  readonly email?: string
}

/** Digits in groups of two from the end, `1 42 36 20 38`. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{2})+$)/g, ' ')
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

/** The web site and its mailbox as a supplier writes them. */
export function recordContact(random: Random, lodging: Lodging, style: SupplierStyle): RecordContact {
  const { callingCode, trunk } = lodging.site.country
  const usesOther = random.chance(styled(FIELDS.otherPhone, style.fields.otherPhone))
  const national = usesOther ? lodging.otherPhone : lodging.phone
  const placeholder = (): string | undefined => (random.chance(style.placeholder) ? '-' : undefined)

  const phone = random.chance(style.fills.phone)
    ? phoneNumber(style.phone, callingCode, trunk, national)
    : placeholder()
  const scheme = random.pick(['https://', 'http://', ''])
  const hasWebsite = lodging.website !== undefined && random.chance(style.fills.website)
  const website = hasWebsite ? `${scheme}${lodging.website}` : placeholder()
  const host = lodging.website?.replace(/^www\./, '').split('/')[0]
  const hasEmail = host !== undefined && random.chance(style.fills.email)
  const mailbox = random.pick(['info', 'contact', 'reception', 'booking'])
  return {
    ...(phone === undefined ? {} : { phone }),
    ...(website === undefined ? {} : { website }),
    ...(hasEmail ? { email: `${mailbox}@${host}` } : {}),
  }
}

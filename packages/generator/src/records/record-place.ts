import { withoutDiacritics } from '../names/writing.ts'
import { FIELDS } from '../noise/noise-table.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import { CITY_SPELLINGS } from '../places/city-traits.ts'
import { COUNTRIES } from '../places/country-traits.ts'
import type { Site } from '../places/site.ts'
import type { Random } from '../random.ts'

export interface RecordPlace {
  readonly city: string
  readonly country: string
  readonly address?: string
  readonly postcode?: string
}

/** The country's own spelling is what official and open sources write; shops write any. */
function cityName(random: Random, { city, country }: Site, style: SupplierStyle): string {
  const spellings = CITY_SPELLINGS[`${country.code} ${city.name}`]
  let { name } = city
  if (spellings !== undefined && random.chance(styled(FIELDS.citySpelling, style.fields.citySpelling))) {
    name = style.localSpelling ? spellings[0] : random.pick(spellings)
  }
  if (style.upperCase) return name.toUpperCase()
  return style.id === 'aggregator' ? withoutDiacritics(name) : name
}

function addressLine(random: Random, site: Site, style: SupplierStyle, city: string): string {
  const { language, houseNumber, postcode, country } = site
  let { street } = site
  if (random.chance(style.shortStreet)) {
    for (const [long, short] of language.streetShort) street = street.replace(long, short)
  }
  let line = language.address
    .replace('{street}', street)
    .replace('{n2}', String(1 + (houseNumber % 9)))
    .replace('{n}', String(houseNumber))
  if (random.chance(style.longAddress)) line = `${line}, ${postcode} ${city}, ${country.name}`
  return style.upperCase ? line.toUpperCase() : line
}

/** Where a product is, in a supplier's words. */
export function recordPlace(random: Random, site: Site, style: SupplierStyle): RecordPlace {
  const city = cityName(random, site, style)
  const isWrong = random.chance(styled(FIELDS.wrongCountry, style.fields.wrongCountry))
  const country = isWrong ? random.pick(COUNTRIES).code : site.country.code
  const hasAddress = random.chance(style.fills.address)
  const hasPostcode = random.chance(style.fills.postcode)
  const postcode = random.chance(style.lostZero) ? site.postcode.replace(/^0+(?=\d)/, '') : site.postcode
  return {
    city,
    country,
    ...(hasAddress ? { address: addressLine(random, site, style, city) } : {}),
    ...(hasPostcode ? { postcode } : {}),
  }
}

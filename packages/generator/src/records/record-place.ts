import { FIELDS } from '../noise/noise-table.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import { CITY_SPELLINGS } from '../places/city-traits.ts'
import { COUNTRIES } from '../places/country-traits.ts'
import type { Site } from '../places/site.ts'
import type { Random } from '../random/random.ts'
import { withoutDiacritics } from '../variation/writing.ts'
import type { RecordDraft } from './record-draft.ts'

/** Number of districts in a city with numbered districts. */
const DISTRICTS = 23

/**
 * Returns the supplier's name of the city. Official and open sources use the country's own spelling; shops use any
 * spelling.
 */
function cityName(random: Random, { city, country }: Site, style: SupplierStyle): string {
  const spellings = CITY_SPELLINGS[`${country.code} ${city.name}`]
  let { name } = city
  if (spellings !== undefined && random.chance(styled(FIELDS.citySpelling, style.fields.citySpelling))) {
    name = style.localSpelling ? spellings[0] : random.pick(spellings)
  }
  if (style.id === 'aggregator') name = withoutDiacritics(name)
  return style.letters === 'upper' ? name.toUpperCase() : name
}

/**
 * Repeats the kind of street: `Rua Rua Bellano`. Some real rows do so, since the kind of street is also a separate
 * field.
 */
function doubled(street: string): string {
  const end = street.indexOf(' ')
  return end < 0 ? street : `${street.slice(0, end)} ${street}`
}

function addressLine(random: Random, site: Site, style: SupplierStyle, city: string): string {
  const { language, houseNumber, postcode, country } = site
  let { street } = site
  if (random.chance(styled(FIELDS.doubleStreet, style.fields.doubleStreet))) street = doubled(street)
  else if (random.chance(style.shortStreet)) {
    for (const [long, short] of language.streetShort) street = street.replace(long, short)
  }
  let line = language.address
    .replace('{street}', street)
    .replace('{n2}', String(1 + (houseNumber % 9)))
    .replace('{n}', String(houseNumber))
  if (country.code === 'AT' && random.chance(styled(FIELDS.districtInAddress, style.fields.districtInAddress))) {
    line = `${String(1 + (houseNumber % DISTRICTS)).padStart(2, '0')}., ${line}`
  }
  if (random.chance(style.longAddress)) line = `${line}, ${postcode} ${city}, ${country.name}`
  return style.letters === 'upper' ? line.toUpperCase() : line
}

/** Writes the address fields of a product in the supplier's format. */
export function writePlace(draft: RecordDraft, random: Random, site: Site, style: SupplierStyle): void {
  const city = cityName(random, site, style)
  const isWrong = random.chance(styled(FIELDS.wrongCountry, style.fields.wrongCountry))
  draft.city = city
  draft.country = isWrong ? random.pick(COUNTRIES).code : site.country.code
  if (random.chance(style.fills.address)) draft.address = addressLine(random, site, style, city)
  if (random.chance(style.fills.postcode)) {
    draft.postcode = random.chance(style.lostZero) ? site.postcode.replace(/^0+(?=\d)/, '') : site.postcode
  }
}

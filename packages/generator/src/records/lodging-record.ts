import type { GeneratedRecord } from '../generated-record.ts'
import type { LodgingCategory } from '../languages/language.ts'
import { latinName, localName } from '../names/name-word.ts'
import { varyName, writtenName } from '../names/vary-name.ts'
import { FIELDS } from '../noise/noise-table.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { CityPool } from '../places/city-pool.ts'
import type { Lodging } from '../products/generated-product.ts'
import type { Random } from '../random.ts'
import { recordContact } from './record-contact.ts'
import { recordCoordinates } from './record-coordinates.ts'
import { recordPlace } from './record-place.ts'

/** What else a house may be filed as. */
const NEAR_CATEGORIES: Readonly<Record<LodgingCategory, readonly LodgingCategory[]>> = {
  hotel: ['guesthouse', 'apartment'],
  apartment: ['hotel', 'guesthouse'],
  guesthouse: ['hotel', 'apartment'],
  hostel: ['hotel', 'guesthouse'],
  campsite: ['campsite'],
}

/** A supplier's row before its code is set. */
export type RecordBody = Omit<GeneratedRecord, 'source' | 'sourceId'>

function names(random: Random, lodging: Lodging, style: SupplierStyle): Pick<RecordBody, 'name' | 'altNames'> {
  const varied = varyName(random, lodging, style)
  const { localSpace, code } = lodging.site.language
  const hasLocal = varied.words.some(({ local }) => local !== undefined)
  if (localSpace === undefined || !hasLocal || !random.chance(style.localScript)) return { name: writtenName(varied) }
  const name = varied.write(localName(varied.words, localSpace))
  const english = latinName(varied.words)
  const altNames = { [`name:${code}`]: name, ...(random.chance(7_500) ? { 'name:en': english } : {}) }
  return { name, altNames }
}

function starsOf(random: Random, { stars }: Lodging, style: SupplierStyle): number | undefined {
  const isOff = random.chance(styled(FIELDS.starsOffByOne, style.fields.starsOffByOne))
  if (stars === undefined || !random.chance(style.fills.stars)) return undefined
  return isOff ? Math.min(5, Math.max(1, stars + random.pick([-1, 1]))) : stars
}

function roomsOf(random: Random, { rooms }: Lodging, style: SupplierStyle): number | undefined {
  if (rooms === undefined || !random.chance(style.fills.rooms)) return undefined
  const isOff = random.chance(styled(FIELDS.roomsOff, style.fields.roomsOff))
  return isOff ? Math.max(1, rooms + random.between(-3, 5)) : rooms
}

/** One supplier's row of a place to stay. */
export function lodgingRecord(random: Random, lodging: Lodging, style: SupplierStyle, cities: CityPool): RecordBody {
  const { site, name, licence } = lodging
  const isMisfiled = random.chance(styled(FIELDS.categoryDiffers, style.fields.categoryDiffers))
  const category = isMisfiled ? random.pick(NEAR_CATEGORIES[lodging.category]) : lodging.category
  const coordinates = recordCoordinates(random, site, site.pin, style, cities)
  const stars = starsOf(random, lodging, style)
  const rooms = roomsOf(random, lodging, style)
  const hasBrand = name.brand !== undefined && random.chance(style.fills.brand)
  const hasLicence = licence !== undefined && random.chance(style.fills.licence)
  return {
    ...names(random, lodging, style),
    category,
    ...recordPlace(random, site, style),
    ...coordinates,
    ...recordContact(random, lodging, style),
    ...(stars === undefined ? {} : { stars: String(stars) }),
    ...(rooms === undefined ? {} : { rooms }),
    ...(hasBrand ? { brand: name.brand.name } : {}),
    ...(hasLicence ? { licence } : {}),
  }
}

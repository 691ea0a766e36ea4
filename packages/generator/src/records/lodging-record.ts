import type { LodgingCategory } from '../languages/language.ts'
import { latinName, localName } from '../names/name-word.ts'
import { FIELDS, NAME_NOISE } from '../noise/noise-table.ts'
import { isLet } from '../noise/product-category.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { CityPool } from '../places/city-pool.ts'
import type { Lodging } from '../products/generated-product.ts'
import type { Random } from '../random/random.ts'
import { junkName, machineName } from '../variation/made-up-name.ts'
import { varyName, written, writtenName } from '../variation/vary-name.ts'
import { writeContact } from './record-contact.ts'
import { writeCoordinates } from './record-coordinates.ts'
import type { RecordDraft } from './record-draft.ts'
import { writePlace } from './record-place.ts'

/** Other categories under which a supplier may list a lodging. */
const NEAR_CATEGORIES: Readonly<Record<LodgingCategory, readonly LodgingCategory[]>> = {
  hotel: ['guesthouse', 'apartment_hotel'],
  apartment_hotel: ['hotel', 'apartment'],
  motel: ['hotel'],
  resort: ['hotel', 'holiday_village'],
  holiday_village: ['resort', 'campsite'],
  lodge: ['hotel', 'guesthouse'],
  guesthouse: ['hotel', 'apartment'],
  hostel: ['hotel', 'guesthouse'],
  campsite: ['holiday_village'],
  apartment: ['apartment_hotel', 'villa'],
  villa: ['apartment'],
  room: ['apartment', 'guesthouse'],
}

function writeName(draft: RecordDraft, random: Random, lodging: Lodging, style: SupplierStyle): void {
  if (random.chance(style.machineNames) && isLet(lodging.category)) {
    draft.name = machineName(random, lodging)
    return
  }
  const varied = varyName(random, lodging, style)
  const { localSpace, code } = lodging.site.language
  const isLocal =
    localSpace !== undefined &&
    varied.words.some(({ local }) => local !== undefined) &&
    random.chance(style.localScript)
  if (!isLocal) {
    draft.name = writtenName(random, varied, style)
    if (random.chance(styled(NAME_NOISE.junk, style.names.junk))) draft.name = junkName(random, draft.name)
    return
  }
  const name = written(random, localName(varied.words, localSpace), varied.writing, style)
  draft.name = name
  const english = latinName(varied.words)
  draft.altNames = { [`name:${code}`]: name, ...(random.chance(7_500) ? { 'name:en': english } : {}) }
}

function writeStars(draft: RecordDraft, random: Random, { stars }: Lodging, style: SupplierStyle): void {
  if (stars === undefined || !random.chance(style.fills.stars)) return
  const isOff = random.chance(styled(FIELDS.starsOffByOne, style.fields.starsOffByOne))
  draft.stars = String(isOff ? Math.min(5, Math.max(1, stars + (random.chance(5_000) ? 1 : -1))) : stars)
}

function writeRooms(draft: RecordDraft, random: Random, { rooms }: Lodging, style: SupplierStyle): void {
  if (rooms === undefined || !random.chance(style.fills.rooms)) return
  const isOff = random.chance(styled(FIELDS.roomsOff, style.fields.roomsOff))
  draft.rooms = isOff ? Math.max(1, rooms + random.between(-3, 5)) : rooms
}

/** Writes the row of one supplier for a lodging. */
export function writeLodging(
  draft: RecordDraft,
  random: Random,
  lodging: Lodging,
  style: SupplierStyle,
  cities: CityPool,
): void {
  const { site, name, licence } = lodging
  const isMisfiled = random.chance(styled(FIELDS.categoryDiffers, style.fields.categoryDiffers))
  draft.category = isMisfiled ? random.pick(NEAR_CATEGORIES[lodging.category]) : lodging.category
  writeName(draft, random, lodging, style)
  writePlace(draft, random, site, style)
  writeCoordinates(draft, random, site, style, cities)
  writeContact(draft, random, lodging, style)
  writeStars(draft, random, lodging, style)
  writeRooms(draft, random, lodging, style)
  if (name.brand !== undefined && random.chance(style.fills.brand)) draft.brand = name.brand.name
  if (licence !== undefined && random.chance(style.fills.licence)) draft.licence = licence
}

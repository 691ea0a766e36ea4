import { hashText } from '../../encoding/hash.ts'
import { coordinatePrecision } from '../../geo/coordinate-precision.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { categoryOf, categoryPosition } from '../../model/category.ts'
import { defined } from '../../model/defined.ts'
import type { Coordinates } from '../../model/place.ts'
import type { Identifier, RecordContent, TransferEnd } from '../../model/supplier-record.ts'
import { cutText } from '../../text/cut-text.ts'
import { fold } from '../../text/fold.ts'
import { wordKind } from '../../text/word-table.ts'
import { draftFeatures, finishFeatures } from '../feature-draft.ts'
import type {
  ActivityFeatures,
  IdentifierFeatures,
  NameFeatures,
  RecordFeatures,
  TransferEndFeatures,
  TransferFeatures,
} from '../record-features.ts'
import { addressFeatures, foldCity, foldPostcode } from './address-features.ts'
import { brandOfField } from './brand-features.ts'
import { phoneFeature, webFeatures } from './contact-features.ts'
import { nameFeatures } from './name-features.ts'
import { townsOf } from './towns.ts'

const MAX_ALT_NAMES = 6
/**
 * The maximum number of characters of a text. A character has at most four bytes, and the layout has room for 255
 * bytes.
 */
const MAX_TEXT_CHARACTERS = 60
const POSTCODE_CHARACTERS = 16
const COORDINATE_UNITS = 1e7
const MAX_END_WORDS = 8
const MAX_LANGUAGES = 8

/**
 * Returns the features of a record or an input: all data for comparisons and keys. Values are cut and rounded as in the
 * byte layout, so that a comparison is the same before and after storing.
 *
 * @param own - Supplier and code, if known. The code also counts as an identifier, since other suppliers may refer to
 *   it.
 * @param gazetteer - Finds the record's city. Without a gazetteer, comparisons use only the names of cities.
 */
export function extractFeatures(
  content: RecordContent,
  own: { supplier?: string; code?: string } = {},
  gazetteer?: Gazetteer,
): RecordFeatures {
  const category = categoryOf(content.category)
  const city = cutText(foldCity(content.location?.city ?? ''), MAX_TEXT_CHARACTERS) || undefined
  // The name of an airport contains its city, and only the words of the city distinguish the airport from others.
  const { names, brand: brandInName } = namesOf(content, category.profile === 'point' ? undefined : city)
  const { location } = content
  const features = draftFeatures(category.profile, category.group, categoryPosition(content.category))
  if (own.supplier !== undefined) features.supplier = hashText(own.supplier)
  features.names = names
  features.brand =
    content.brand === undefined ? brandInName : cutText(brandOfField(content.brand), MAX_TEXT_CHARACTERS) || undefined
  if (location?.coordinates !== undefined) {
    features.coordinates = roundCoordinates(location.coordinates)
    const precision = Math.max(coordinatePrecision(location.coordinates), location.precisionMeters ?? 1)
    features.precisionMeters = Math.min(65_535, Math.round(precision))
  }
  features.country = location?.country
  features.city = city
  const towns = gazetteer === undefined || location === undefined ? [] : townsOf(location, gazetteer)
  if (towns.length > 0) features.towns = towns.map(roundCoordinates)
  features.postcode = cutText(foldPostcode(location?.postalCode ?? ''), POSTCODE_CHARACTERS) || undefined
  if (location?.address !== undefined) features.address = addressFeatures(location.address)
  if (content.phone !== undefined) features.phone = phoneFeature(content.phone)
  if (content.website !== undefined) features.web = webFeatures(content.website)
  if (content.stars !== undefined) features.stars = Math.round(content.stars * 10) / 10
  features.rooms = content.rooms
  if (content.operator !== undefined) features.operator = hashText(fold(content.operator))
  if (content.licence !== undefined) features.licence = hashText(fold(content.licence).replaceAll(' ', ''))
  features.identifiers = identifiersOf(content, own).map(({ scheme, value }) => identifierFeatures(scheme, value))
  features.activity = activityFeatures(content)
  features.transfer = transferFeatures(content)
  return finishFeatures(features)
}

/** Returns the identifiers of a record, with the supplier's own code as the last identifier. */
export function identifiersOf(
  { identifiers = [] }: RecordContent,
  own: { supplier?: string; code?: string },
): Identifier[] {
  if (own.supplier === undefined || own.code === undefined) return [...identifiers]
  return [...identifiers, { scheme: own.supplier, value: own.code }]
}

function identifierFeatures(scheme: string, value: string): IdentifierFeatures {
  // Only case and spaces are differences of notation: `1-23` and `12-3` are two codes.
  const written = value.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  return { scheme: hashText(scheme.toLowerCase()), value: hashText(written) }
}

function roundCoordinates([latitude, longitude]: Coordinates): Coordinates {
  return [roundDegrees(latitude), roundDegrees(longitude)]
}

/** Rounds degrees to the stored precision. Adding 0 changes -0 into 0, as storing does. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * COORDINATE_UNITS) / COORDINATE_UNITS + 0
}

function namesOf(content: RecordContent, city: string | undefined): { names: NameFeatures[]; brand?: string } {
  const names: NameFeatures[] = []
  let brand: string | undefined
  const texts = content.name === undefined ? [] : [content.name]
  for (const { name } of content.altNames ?? []) texts.push(name)
  for (const text of texts) {
    const { name, brand: recognised } = nameFeatures(text, city)
    if (name.words.length === 0 || names.some(({ whole }) => whole === name.whole)) continue
    names.push(name)
    brand ??= recognised?.id
    if (names.length > MAX_ALT_NAMES) break
  }
  return brand === undefined ? { names } : { names, brand }
}

function activityFeatures({ activity }: RecordContent): ActivityFeatures | undefined {
  if (activity?.durationMinutes === undefined && activity?.languages === undefined) return undefined
  const languages = (activity.languages ?? [])
    .slice(0, MAX_LANGUAGES)
    .map((tag) => hashText(tag.toLowerCase().slice(0, 2)))
  return { durationMinutes: activity.durationMinutes ?? 0, languages: languages.sort((a, b) => a - b) }
}

function transferFeatures({ transfer }: RecordContent): TransferFeatures | undefined {
  if (transfer === undefined) return undefined
  const from = transferEndFeatures(transfer.from)
  const to = transferEndFeatures(transfer.to)
  return {
    ...defined({ from, to }),
    vehicle: transfer.vehicle === undefined ? 0 : hashText(fold(transfer.vehicle)),
    sharing: transfer.shared === undefined ? 0 : transfer.shared ? 2 : 1,
    seats: transfer.seats ?? 0,
  }
}

function transferEndFeatures(end: TransferEnd | undefined): TransferEndFeatures | undefined {
  if (end === undefined) return undefined
  const words = fold(end.name ?? '')
    .split(' ')
    .filter((word) => word !== '' && !['article', 'generic'].includes(wordKind(word)))
    .map((word) => hashText(word))
  return {
    code: end.code === undefined ? 0 : hashText(end.code.trim().toUpperCase()),
    words: [...new Set(words)].slice(0, MAX_END_WORDS).sort((a, b) => a - b),
    ...(end.coordinates === undefined ? {} : { coordinates: roundCoordinates(end.coordinates) }),
  }
}

import { CATEGORIES, CATEGORY_GROUPS } from '../../model/category.ts'
import { defined } from '../../model/defined.ts'
import type { Coordinates } from '../../model/place.ts'
import type { WordKind } from '../../text/word-table.ts'
import { DraftedName, draftFeatures, type FeatureDraft, finishFeatures } from '../feature-draft.ts'
import type {
  ActivityFeatures,
  AddressFeatures,
  NameFeatures,
  RecordFeatures,
  TransferEndFeatures,
  TransferFeatures,
  WebFeatures,
} from '../record-features.ts'
import { ByteReader, ByteWriter } from './byte-writer.ts'

/**
 * Byte layout of features. Every adapter stores it and every comparison reads it.
 *
 *   u8   layout version            u8  category position      u8  category group
 *   u16  presence of each optional part, one bit each (PARTS)
 *   the present parts in the order of PARTS
 *   u8   number of names, then for each name: u32 hash of the whole name, u8 number of words, then for each word:
 *        u32 hash, u8 kind and flags, text
 *   u8   number of identifiers, then for each identifier: u32 scheme, u32 value
 *
 * A text is one length byte and UTF-8. Coordinates are 1e-7 degrees as i32. All numbers are little-endian. A change
 * here needs a new index version.
 */
export const LAYOUT_VERSION = 1
/** The number of bytes of one identifier. Identifiers are at the end of the layout. */
export const IDENTIFIER_BYTES = 8

const PARTS = [
  'supplier',
  'coordinates',
  'country',
  'city',
  'postcode',
  'address',
  'phone',
  'web',
  'stars',
  'rooms',
  'brand',
  'operator',
  'licence',
  'activity',
  'transfer',
  'towns',
] as const
type Part = (typeof PARTS)[number]

const KINDS = ['article', 'generic', 'number', 'place', 'common', 'rare'] as const satisfies readonly WordKind[]
const KIND_BITS = 7
const OF_BRAND = 8
const OF_CITY = 16
const STRICT = 32
export const COORDINATE_UNITS = 1e7

const writer = new ByteWriter()

/** Encodes features as self-contained bytes. Storages store these bytes but never read their content. */
export function encodeFeatures(features: RecordFeatures): Uint8Array {
  writer.clear()
  writer.u8(LAYOUT_VERSION)
  writer.u8(features.category)
  writer.u8(CATEGORY_GROUPS.indexOf(features.group))
  let presence = 0
  PARTS.forEach((part, bit) => {
    if (features[part] !== undefined) presence |= 1 << bit
  })
  writer.u16(presence)
  for (const part of PARTS) if (features[part] !== undefined) writePart(part, features)
  writer.u8(features.names.length)
  for (const name of features.names) writeName(name)
  writer.u8(features.identifiers.length)
  for (const { scheme, value } of features.identifiers) {
    writer.u32(scheme)
    writer.u32(value)
  }
  return writer.finish()
}

function writePart(part: Part, features: RecordFeatures): void {
  const value = features[part]
  switch (part) {
    case 'coordinates':
      writeCoordinates(value as Coordinates)
      writer.u16(Math.min(65_535, features.precisionMeters))
      return
    case 'towns': {
      const towns = value as readonly Coordinates[]
      writer.u8(towns.length)
      for (const town of towns) writeCoordinates(town)
      return
    }
    case 'country':
    case 'city':
    case 'postcode':
    case 'brand':
      writer.text(value as string)
      return
    case 'address': {
      const { houseNumber, houseNumberLast, street, script } = value as AddressFeatures
      writer.u16(Math.min(65_535, houseNumber))
      writer.u16(Math.min(65_535, houseNumberLast))
      writeHashes(street)
      writer.u8(script)
      return
    }
    case 'web': {
      const { host, page, shared } = value as WebFeatures
      writer.u32(host)
      writer.u32(page)
      writer.u8(shared ? 1 : 0)
      return
    }
    case 'stars':
      writer.u8(Math.round((value as number) * 10))
      return
    case 'rooms':
      writer.u16(value as number)
      return
    case 'supplier':
    case 'phone':
    case 'operator':
    case 'licence':
      writer.u32(value as number)
      return
    case 'activity': {
      const { durationMinutes, languages } = value as ActivityFeatures
      writer.u32(durationMinutes)
      writeHashes(languages)
      return
    }
    case 'transfer': {
      const { from, to, vehicle, sharing, seats } = value as TransferFeatures
      writeTransferEnd(from)
      writeTransferEnd(to)
      writer.u32(vehicle)
      writer.u8(sharing)
      writer.u16(seats)
    }
  }
}

function writeCoordinates([latitude, longitude]: Coordinates): void {
  writer.i32(Math.round(latitude * COORDINATE_UNITS))
  writer.i32(Math.round(longitude * COORDINATE_UNITS))
}

function writeHashes(hashes: readonly number[]): void {
  writer.u8(hashes.length)
  for (const hash of hashes) writer.u32(hash)
}

function writeTransferEnd(end: TransferEndFeatures | undefined): void {
  writer.u8(end === undefined ? 0 : end.coordinates === undefined ? 1 : 2)
  if (end === undefined) return
  writer.u32(end.code)
  writeHashes(end.words)
  if (end.coordinates !== undefined) writeCoordinates(end.coordinates)
}

function writeName({ whole, words }: NameFeatures): void {
  writer.u32(whole)
  writer.u8(words.length)
  for (const word of words) {
    writer.u32(word.hash)
    writer.u8(
      KINDS.indexOf(word.kind) |
        (word.ofBrand ? OF_BRAND : 0) |
        (word.ofCity ? OF_CITY : 0) |
        (word.strict ? STRICT : 0),
    )
    writer.text(word.text)
  }
}

/**
 * Decodes stored features.
 *
 * @throws TypeError if the bytes have another layout version or are damaged.
 */
export function decodeFeatures(bytes: Uint8Array): RecordFeatures {
  try {
    return readFeatures(bytes)
  } catch (error) {
    // A read beyond the end of the bytes throws a RangeError.
    if (error instanceof RangeError) throw new TypeError('features are cut or damaged', { cause: error })
    throw error
  }
}

function readFeatures(bytes: Uint8Array): RecordFeatures {
  const reader = new ByteReader(bytes)
  const version = reader.u8()
  if (version !== LAYOUT_VERSION) throw new TypeError(`features have layout ${version}, expected ${LAYOUT_VERSION}`)
  const category = reader.u8()
  const group = CATEGORY_GROUPS[reader.u8()] ?? 'other'
  const presence = reader.u16()
  const profile = CATEGORIES[category]?.profile ?? 'generic'
  // This code fills one object in place: it runs for every candidate, and a copy would cost as much as decoding.
  const features = draftFeatures(profile, group, category)
  for (let bit = 0; bit < PARTS.length; bit++) {
    if ((presence & (1 << bit)) !== 0) readPart(PARTS[bit] as Part, reader, features)
  }
  features.names = readList(reader, readName)
  features.identifiers = readList(reader, (each) => ({ scheme: each.u32(), value: each.u32() }))
  return finishFeatures(features)
}

function readPart(part: Part, reader: ByteReader, parts: FeatureDraft): void {
  switch (part) {
    case 'coordinates':
      parts[part] = readCoordinates(reader)
      parts.precisionMeters = reader.u16()
      return
    case 'towns':
      parts[part] = readList(reader, readCoordinates)
      return
    case 'country':
    case 'city':
    case 'postcode':
    case 'brand':
      parts[part] = reader.text()
      return
    case 'address':
      parts[part] = {
        houseNumber: reader.u16(),
        houseNumberLast: reader.u16(),
        street: readHashes(reader),
        script: reader.u8(),
      }
      return
    case 'web':
      parts[part] = { host: reader.u32(), page: reader.u32(), shared: reader.u8() === 1 }
      return
    case 'stars':
      parts[part] = reader.u8() / 10
      return
    case 'rooms':
      parts[part] = reader.u16()
      return
    case 'supplier':
    case 'phone':
    case 'operator':
    case 'licence':
      parts[part] = reader.u32()
      return
    case 'activity':
      parts[part] = { durationMinutes: reader.u32(), languages: readHashes(reader) }
      return
    case 'transfer': {
      const from = readTransferEnd(reader)
      const to = readTransferEnd(reader)
      parts[part] = {
        ...defined({ from, to }),
        vehicle: reader.u32(),
        sharing: reader.u8() as 0 | 1 | 2,
        seats: reader.u16(),
      }
    }
  }
}

function readList<T>(reader: ByteReader, read: (reader: ByteReader) => T): T[] {
  const count = reader.u8()
  const list: T[] = []
  for (let at = 0; at < count; at++) list.push(read(reader))
  return list
}

function readHashes(reader: ByteReader): number[] {
  return readList(reader, (each) => each.u32())
}

function readCoordinates(reader: ByteReader): Coordinates {
  return [reader.i32() / COORDINATE_UNITS, reader.i32() / COORDINATE_UNITS]
}

function readTransferEnd(reader: ByteReader): TransferEndFeatures | undefined {
  const kind = reader.u8()
  if (kind === 0) return undefined
  const end = { code: reader.u32(), words: readHashes(reader) }
  return kind === 1 ? end : { ...end, coordinates: readCoordinates(reader) }
}

function readName(reader: ByteReader): NameFeatures {
  const whole = reader.u32()
  const words = readList(reader, (each) => {
    const hash = each.u32()
    const flags = each.u8()
    return {
      text: each.text(),
      hash,
      kind: KINDS[flags & KIND_BITS] ?? 'rare',
      ofBrand: (flags & OF_BRAND) !== 0,
      ofCity: (flags & OF_CITY) !== 0,
      strict: (flags & STRICT) !== 0,
    }
  })
  return new DraftedName(whole, words)
}

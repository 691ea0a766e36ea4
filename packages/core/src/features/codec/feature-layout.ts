import { CATEGORIES, CATEGORY_GROUPS } from '../../model/category.ts'
import { draftFeatures, finishFeatures } from '../feature-draft.ts'
import type { RecordFeatures } from '../record-features.ts'
import { hasAddedParts, readAddedParts, writeAddedParts } from './added-parts.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { PARTS, type Part } from './feature-parts.ts'
import { identifier, identifiers, names } from './name-codec.ts'

/**
 * Byte layout of features. Every adapter stores it and every comparison reads it.
 *
 *   u8   layout version
 *   u8   category position
 *   u8   category group in the low 7 bits; the highest bit is set if there are added parts
 *   u16  presence of each optional part, one bit each
 *   the present parts in the order of PARTS
 *   the added parts, see `added-parts.ts`
 *   the names
 *   the identifiers
 *
 * All numbers are little-endian. A change here needs a new index version.
 */
export const LAYOUT_VERSION = 1
const GROUP_AT = 2
const PRESENCE_AT = 3
/** The bit of the group byte that announces added parts. */
export const HAS_ADDED_PARTS = 0x80
/** The number of bytes of one identifier. Identifiers are at the end of the layout. */
export const IDENTIFIER_BYTES: number = identifier.size

const writer = new ByteWriter()

/**
 * Encodes features as self-contained bytes. Storages store these bytes but never read their content.
 *
 * @throws {@link RegistryError} `validation_failed` with the name of an added feature that cannot be stored.
 */
export function encodeFeatures(features: RecordFeatures): Uint8Array {
  writer.clear()
  writer.u8(LAYOUT_VERSION)
  writer.u8(features.category)
  const group = Math.max(0, CATEGORY_GROUPS.indexOf(features.group))
  writer.u8(group)
  writer.u16(0)
  let presence = 0
  for (let bit = 0; bit < PARTS.length; bit++) {
    const { name, codec } = PARTS[bit] as Part
    const value = features[name]
    if (value === undefined) continue
    presence |= 1 << bit
    codec.write(writer, value, features)
  }
  writer.setU16(PRESENCE_AT, presence)
  if (hasAddedParts(features) && writeAddedParts(writer, features)) writer.setU8(GROUP_AT, group | HAS_ADDED_PARTS)
  names.write(writer, features.names)
  identifiers.write(writer, features.identifiers)
  return writer.finish()
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
    if (error instanceof RangeError) throw damagedFeatures(error)
    throw error
  }
}

function readFeatures(bytes: Uint8Array): RecordFeatures {
  const reader = new ByteReader(bytes)
  const version = reader.u8()
  if (version !== LAYOUT_VERSION) throw otherLayout(version)
  const category = reader.u8()
  const groupByte = reader.u8()
  const group = CATEGORY_GROUPS[groupByte & ~HAS_ADDED_PARTS] ?? 'other'
  const presence = reader.u16()
  const profile = CATEGORIES[category]?.profile ?? 'generic'
  // This code fills one object in place: it runs for every candidate, and a copy would cost as much as decoding.
  const features = draftFeatures(profile, group, category)
  const values = features as Record<Part['name'], unknown>
  for (let bits = presence; bits !== 0; bits &= bits - 1) {
    const { name, codec } = PARTS[31 - Math.clz32(bits & -bits)] as Part
    values[name] = codec.read(reader, features)
  }
  if ((groupByte & HAS_ADDED_PARTS) !== 0) readAddedParts(reader, features)
  features.names = names.read(reader)
  features.identifiers = identifiers.read(reader)
  if (reader.at !== bytes.length) throw damagedFeatures()
  return finishFeatures(features)
}

/** Returns the error about bytes of another layout version. */
export function otherLayout(version: number): TypeError {
  return new TypeError(`features have layout ${version}, expected ${LAYOUT_VERSION}`)
}

/** Returns the error about bytes that are not the output of {@link encodeFeatures}. */
export function damagedFeatures(cause?: unknown): TypeError {
  return new TypeError('features are cut or damaged', cause === undefined ? {} : { cause })
}

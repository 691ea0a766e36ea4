import { validationError } from '../../model/validation-error.ts'
import { textEncoder } from '../../runtime/environment.ts'
import type { FeatureDraft } from '../feature-draft.ts'
import type { FeatureValue, RecordFeatures } from '../record-features.ts'
import { ADDED_CODECS, codecOf } from './added-codecs.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { SizeAt } from './codec.ts'

/**
 * The extension of the layout: the added features of a record, each with its name and codec.
 *
 *   u16  number of bytes that follow
 *   for each added part, ascending by name: its name as text, u8 number of its codec, u16 number of bytes, its value
 *
 * A reader skips codecs that it does not know. `decodeFeatures` keeps such parts as bytes, and `encodeFeatures` writes
 * them again.
 */

const MAX_PARTS = 16
const MAX_BYTES = 4_000
const MAX_NAME_BYTES = 255

/** An added part whose codec this version does not know. */
interface UnknownPart {
  readonly name: string
  readonly codec: number
  readonly bytes: Uint8Array
}

/** The member of features with their unknown parts. Copies of features have this member too. */
const UNKNOWN_PARTS = Symbol('unknown parts')

interface WithUnknownParts {
  [UNKNOWN_PARTS]?: readonly UnknownPart[]
}

type AddedPart = { readonly name: string; readonly value: FeatureValue } | UnknownPart

/** Reports whether the encoded features of a record have an extension. */
export function hasAddedParts(features: RecordFeatures): boolean {
  return features.added !== undefined || (features as WithUnknownParts)[UNKNOWN_PARTS] !== undefined
}

/**
 * Writes the extension. The function writes nothing without a value.
 *
 * @returns Whether the record has an extension.
 * @throws {@link RegistryError} `validation_failed` with the name of the feature, if a value does not suit its codec,
 *   or if a limit is exceeded.
 */
export function writeAddedParts(writer: ByteWriter, features: RecordFeatures): boolean {
  const parts = partsOf(features)
  const surplus = parts[MAX_PARTS]
  if (surplus !== undefined) {
    throw validationError(`Added feature "${surplus.name}": a record has at most ${MAX_PARTS} added features.`)
  }
  if (parts.length === 0) return false
  const from = writer.length
  writer.u16(0)
  for (const part of parts) {
    writePart(writer, part)
    if (writer.length - from - 2 > MAX_BYTES) {
      throw validationError(
        `Added feature "${part.name}": the added features of a record have at most ${MAX_BYTES} bytes. Shorten this feature or another one.`,
      )
    }
  }
  writer.setU16(from, writer.length - from - 2)
  return true
}

/** Returns the parts to write, ascending by name. Equal features have equal bytes, so that copies are recognised. */
function partsOf(features: RecordFeatures): AddedPart[] {
  const { added = {} } = features
  const parts: AddedPart[] = []
  for (const [name, value] of Object.entries(added)) if (value !== undefined) parts.push({ name, value })
  for (const unknown of (features as WithUnknownParts)[UNKNOWN_PARTS] ?? []) {
    if (added[unknown.name] === undefined) parts.push(unknown)
  }
  return parts.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function writePart(writer: ByteWriter, part: AddedPart): void {
  if (!isPartName(part.name)) {
    const shown = JSON.stringify(part.name)
    throw validationError(`Added feature ${shown}: the name must have 1 to ${MAX_NAME_BYTES} bytes of valid UTF-8.`)
  }
  writer.text(part.name)
  if ('codec' in part) {
    writer.u8(part.codec)
    writer.u16(part.bytes.length)
    writer.bytes(part.bytes)
    return
  }
  const { value } = part
  const codec = codecOf(value)
  const problem = codec === undefined ? 'must be a number, a text or a list' : codec.problemOf(value)
  if (codec === undefined || problem !== undefined) {
    throw validationError(`Added feature "${part.name}" ${problem}.`)
  }
  writer.u8(ADDED_CODECS.indexOf(codec) + 1)
  const lengthAt = writer.length
  writer.u16(0)
  codec.write(writer, value)
  writer.setU16(lengthAt, writer.length - lengthAt - 2)
}

/** Reports whether a feature can have a name. `__proto__` is the only name that objects do not store as a member. */
function isPartName(name: string): boolean {
  if (name === '' || name === '__proto__' || name.length > MAX_NAME_BYTES || !name.isWellFormed()) return false
  return textEncoder.encode(name).length <= MAX_NAME_BYTES
}

/**
 * Reads the extension into a draft.
 *
 * @throws TypeError or RangeError if the bytes are damaged.
 */
export function readAddedParts(reader: ByteReader, draft: FeatureDraft): void {
  const length = reader.u16()
  const end = reader.at + length
  const added: Record<string, FeatureValue> = {}
  const unknown: UnknownPart[] = []
  let last = ''
  while (reader.at < end) {
    const name = reader.utf8(reader.u8())
    const number = reader.u8()
    const bytes = reader.u16()
    const partEnd = reader.at + bytes
    const codec = ADDED_CODECS[number - 1]
    if (name <= last || name === '__proto__') throw damaged()
    if (codec === undefined) unknown.push({ name, codec: number, bytes: reader.bytes(bytes) })
    else added[name] = codec.read(reader, bytes)
    if (reader.at !== partEnd) throw damaged()
    last = name
  }
  if (reader.at !== end || length === 0) throw damaged()
  if (unknown.length > 0) Object.assign(draft, { [UNKNOWN_PARTS]: unknown } satisfies WithUnknownParts)
  // Without a known codec, `added` stays absent.
  if (unknown.length === 0 || Object.keys(added).length > 0) draft.added = added
}

/** Returns the number of bytes of the extension. */
export const addedPartsSizeAt: SizeAt = (view, at) => 2 + view.getUint16(at, true)

function damaged(): TypeError {
  return new TypeError('features have damaged added parts')
}

import { textEncoder } from '../../runtime/environment.ts'
import type { FeatureValue } from '../record-features.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { hashes, readList } from './codec.ts'

/** The name of the codec of an added feature. */
export type FeatureCodec = 'number' | 'text' | 'hashes' | 'texts'

/** The limits of the codecs of added features. */
export const ADDED_LIMITS = {
  /** The maximum number of bytes of a text in UTF-8. */
  textBytes: 1_000,
  /** The maximum number of hashes of a list. */
  hashes: 255,
  /** The maximum number of texts of a list. */
  texts: 64,
} as const
const MAX_U32 = 0xffff_ffff

/** The codec of an added feature. Its stored number is its position in {@link ADDED_CODECS}, counted from 1. */
export interface AddedCodec {
  readonly name: FeatureCodec
  /** Returns the reason why the codec cannot store a value, as the end of a sentence; undefined if it can. */
  problemOf(value: unknown): string | undefined
  /** Writes a value without a problem. */
  write(writer: ByteWriter, value: FeatureValue): void
  /**
   * Reads a value.
   *
   * @param length - The number of bytes of the value. A damaged value may end elsewhere.
   * @throws TypeError or RangeError if the bytes are damaged.
   */
  read(reader: ByteReader, length: number): FeatureValue
}

const number: AddedCodec = {
  name: 'number',
  problemOf: (value) => (Number.isFinite(value) ? undefined : 'must be a finite number'),
  write: (writer, value) => writer.f64(value as number),
  read: (reader) => {
    const value = reader.f64()
    if (!Number.isFinite(value)) throw new TypeError('features have a number that is not finite')
    return value
  },
}

const text: AddedCodec = {
  name: 'text',
  problemOf: (value) =>
    isShortText(value) ? undefined : `must be a text of at most ${ADDED_LIMITS.textBytes} bytes of UTF-8`,
  write: (writer, value) => writer.utf8(value as string),
  read: (reader, length) => reader.utf8(length),
}

const hashList: AddedCodec = {
  name: 'hashes',
  problemOf: (value) =>
    Array.isArray(value) && value.length <= ADDED_LIMITS.hashes && value.every(isHash)
      ? undefined
      : `must be a list of at most ${ADDED_LIMITS.hashes} integers of 0 to ${MAX_U32}`,
  write: (writer, value) => hashes.write(writer, value as readonly number[]),
  read: (reader) => hashes.read(reader),
}

const texts: AddedCodec = {
  name: 'texts',
  problemOf: (value) =>
    Array.isArray(value) && value.length <= ADDED_LIMITS.texts && value.every(isShortText)
      ? undefined
      : `must be a list of at most ${ADDED_LIMITS.texts} texts, each of at most ${ADDED_LIMITS.textBytes} bytes of UTF-8`,
  write: (writer, value) => {
    const list = value as readonly string[]
    writer.u8(list.length)
    for (const each of list) {
      const lengthAt = writer.length
      writer.u16(0)
      writer.utf8(each)
      writer.setU16(lengthAt, writer.length - lengthAt - 2)
    }
  },
  read: (reader) => readList(reader, () => reader.utf8(reader.u16())),
}

/** The codecs of added features. Stored features contain the position, so append new codecs at the end. */
export const ADDED_CODECS: readonly AddedCodec[] = [number, text, hashList, texts]

/** Returns the codec for the type of a value; undefined for a type that no codec stores. An empty list has hashes. */
export function codecOf(value: unknown): AddedCodec | undefined {
  if (typeof value === 'number') return number
  if (typeof value === 'string') return text
  if (!Array.isArray(value)) return undefined
  return typeof value[0] === 'string' ? texts : hashList
}

/** Reports whether a value is a 32-bit hash. */
export function isHash(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_U32
}

function isShortText(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > ADDED_LIMITS.textBytes) return false
  return value.length * 3 <= ADDED_LIMITS.textBytes || textEncoder.encode(value).length <= ADDED_LIMITS.textBytes
}

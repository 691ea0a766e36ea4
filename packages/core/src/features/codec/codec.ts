import type { Coordinates } from '../../model/place.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

/** The form of one value in bytes. */
export interface Codec<Value> {
  readonly size: ValueSize
  write(writer: ByteWriter, value: Value): void
  read(reader: ByteReader): Value
}

/** A codec whose values all have the same number of bytes. */
export interface FixedCodec<Value> extends Codec<Value> {
  readonly size: number
}

/** A codec whose values contain one counted list. */
export interface CountedCodec<Value> extends Codec<Value> {
  readonly size: CountedSize
}

/**
 * The size of a value in bytes: a number for values of one size, a description for values with one counted list, or a
 * function for other values.
 */
export type ValueSize = number | CountedSize | SizeAt

/** The size of a value with one counted list. */
export interface CountedSize {
  /** The number of bytes before the byte with the count. */
  readonly before: number
  /** The number of bytes of each counted element. */
  readonly each: number
  /** The number of bytes after the elements. */
  readonly after: number
}

/** Returns the number of bytes of the value that starts at `at`. */
export type SizeAt = (view: DataView, at: number) => number

/** Returns the number of bytes of a value with one counted list. */
export function countedSizeAt({ before, each, after }: CountedSize, view: DataView, at: number): number {
  return before + 1 + view.getUint8(at + before) * each + after
}

/** The units of stored coordinates: 1e-7 degrees. */
export const COORDINATE_UNITS = 1e7
const MAX_U16 = 65_535

export const u16: FixedCodec<number> = {
  size: 2,
  write: (writer, value) => writer.u16(value),
  read: (reader) => reader.u16(),
}

export const u32: FixedCodec<number> = {
  size: 4,
  write: (writer, value) => writer.u32(value),
  read: (reader) => reader.u32(),
}

/** One byte with tenths, 0 to 25.5. */
export const tenths: FixedCodec<number> = {
  size: 1,
  write: (writer, value) => writer.u8(Math.round(value * 10)),
  read: (reader) => reader.u8() / 10,
}

/** One length byte and UTF-8. A longer text is cut. */
export const text: CountedCodec<string> = {
  size: { before: 0, each: 1, after: 0 },
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
}

/** Latitude and longitude in {@link COORDINATE_UNITS} as i32. */
export const point: FixedCodec<Coordinates> = {
  size: 8,
  write: (writer, [latitude, longitude]) => {
    writer.i32(Math.round(latitude * COORDINATE_UNITS))
    writer.i32(Math.round(longitude * COORDINATE_UNITS))
  },
  read: (reader) => [reader.i32() / COORDINATE_UNITS, reader.i32() / COORDINATE_UNITS],
}

/** Returns the codec of a list: one count byte and the values, which have a fixed size. */
export function listOf<Value>(codec: FixedCodec<Value>): CountedCodec<readonly Value[]> {
  return {
    size: { before: 0, each: codec.size, after: 0 },
    write: (writer, values) => {
      writer.u8(values.length)
      for (const value of values) codec.write(writer, value)
    },
    read: (reader) => readList(reader, codec.read),
  }
}

/** Reads one count byte and the values. */
export function readList<Value>(reader: ByteReader, read: (reader: ByteReader) => Value): Value[] {
  const count = reader.u8()
  const list: Value[] = []
  for (let at = 0; at < count; at++) list.push(read(reader))
  return list
}

/** Hashes of 32 bits. */
export const hashes: CountedCodec<readonly number[]> = listOf(u32)

/** Writes a number of two bytes. A larger number becomes 65,535. */
export function writeCappedU16(writer: ByteWriter, value: number): void {
  writer.u16(Math.min(MAX_U16, value))
}

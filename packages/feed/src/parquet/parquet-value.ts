import type { ParquetParsers, SchemaElement } from 'hyparquet'
import { setOwn } from '../json/plain-object.ts'
import { wkbToGeojson } from './page-decoder.ts'

type Convert = (value: unknown) => unknown

/** How the values of one column are decoded, and then converted to JSON. */
export interface ValueDecoder {
  /** The type for the decoder; without a type that this file converts itself. */
  readonly element: SchemaElement
  readonly parsers: ParquetParsers
  /** Whether bytes without a type are decoded as text. */
  readonly utf8: boolean
}

const DAY_MILLISECONDS = 86_400_000
const WKB_NAME = /^(geometry|geom|geo|wkb|wkb_geometry|the_geom|shape)$/i

/**
 * Returns how the values of a column become JSON: dates and times are texts in ISO 8601, decimals and large integers are
 * numbers if a number is exact, geometries are GeoJSON, and bytes are UTF-8.
 *
 * @param isGeometry - Whether GeoParquet declares the column.
 */
export function valueDecoder(element: SchemaElement, isGeometry: boolean): ValueDecoder {
  const parsers = parsersOf(isLocalTime(element))
  const { converted_type: converted, logical_type: logical, type, name } = element
  if (converted === 'DECIMAL')
    return { element: withoutType(element), parsers: { ...parsers, stringFromBytes: decimalOf(element) }, utf8: true }
  const isUntyped = type === 'BYTE_ARRAY' && converted === undefined && logical === undefined
  if (isUntyped && (isGeometry || WKB_NAME.test(name))) {
    return {
      element,
      parsers: { ...parsers, stringFromBytes: (bytes) => geometryOf(bytes) ?? textOf(bytes) },
      utf8: true,
    }
  }
  return { element, parsers, utf8: true }
}

/** Returns how a decoded value of a column becomes JSON; `undefined` if the value already is. */
export function valueConverter(element: SchemaElement): Convert | undefined {
  const { type, converted_type: converted, logical_type: logical } = element
  if (converted === 'DECIMAL') return numericDecimal(element)
  const unit =
    logical?.type === 'TIME' ? logical.unit : converted?.startsWith('TIME_') === true ? converted.slice(5) : undefined
  if (unit !== undefined) return (value) => timeOf(value, unit)
  if (type === 'INT64') return integerOf
  if (type === 'FLOAT') return floatOf
  if (type === 'DOUBLE' || logical?.type === 'FLOAT16') return finiteOf
  if (type === 'FIXED_LEN_BYTE_ARRAY' && logical?.type !== 'UUID') return bytesOf
  return undefined
}

/** Returns a value of a nested column without missing members, and with the values of its columns converted. */
export function jsonOf(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'bigint') return integerOf(value)
  if (typeof value === 'number') return finiteOf(value)
  if (typeof value !== 'object') return value
  if (value instanceof Uint8Array) return bytesOf(value)
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, jsonOf)
  if (Array.isArray(value)) return value.map(jsonOf).filter((each) => each !== undefined)
  const json: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    const converted = jsonOf(member)
    if (converted !== undefined) setOwn(json, key, converted)
  }
  return json
}

function parsersOf(isLocal: boolean): ParquetParsers {
  const isoOf = (milliseconds: number): string | undefined => {
    const date = new Date(milliseconds)
    if (Number.isNaN(date.getTime())) return undefined
    const iso = date.toISOString().replace('.000Z', 'Z')
    return isLocal ? iso.slice(0, -1) : iso
  }
  return {
    timestampFromMilliseconds: (value) => isoOf(Number(value)),
    timestampFromMicroseconds: (value) => isoOf(Number(BigInt(value) / 1_000n)),
    timestampFromNanoseconds: (value) => isoOf(Number(BigInt(value) / 1_000_000n)),
    dateFromDays: (days) => isoOf(days * DAY_MILLISECONDS)?.slice(0, 10),
    stringFromBytes: textOf,
    jsonFromBytes: jsonFromBytes,
    geometryFromBytes: geometryOf,
    geographyFromBytes: geometryOf,
    uuidFromBytes: uuidOf,
  }
}

function isLocalTime({ logical_type: logical }: SchemaElement): boolean {
  return logical?.type === 'TIMESTAMP' && logical.isAdjustedToUTC === false
}

/** The decoder would convert decimals to numbers, which may not be exact. */
function withoutType(element: SchemaElement): SchemaElement {
  const { converted_type: _, logical_type: __, ...rest } = element
  return rest.type === 'FIXED_LEN_BYTE_ARRAY' ? { ...rest, converted_type: 'UTF8' } : rest
}

const decoder = new TextDecoder()

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined || bytes === null ? undefined : decoder.decode(bytes)
}

function bytesOf(value: unknown): unknown {
  return value instanceof Uint8Array ? decoder.decode(value) : value
}

function jsonFromBytes(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function uuidOf(bytes: Uint8Array): string | undefined {
  if (bytes === undefined || bytes === null) return undefined
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Returns GeoJSON; `undefined` for bytes that are no WKB. */
function geometryOf(bytes: Uint8Array): unknown {
  if (bytes === undefined || bytes === null || bytes.length < 5) return undefined
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { type, ...rest } = wkbToGeojson({ view, offset: 0 })
    return { type, ...rest }
  } catch {
    return undefined
  }
}

function integerOf(value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

function finiteOf(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value
}

/** Returns the shortest number that is the same 32-bit number: 0.1 instead of 0.10000000149011612. */
function floatOf(value: unknown): unknown {
  if (typeof value !== 'number' || Number.isInteger(value)) return value
  if (!Number.isFinite(value)) return undefined
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits))
    if (Math.fround(shorter) === value) return shorter
  }
  return Number(value.toPrecision(9))
}

/** Returns a time of day: `14:30:00`. */
function timeOf(value: unknown, unit: string): unknown {
  if (typeof value !== 'bigint' && typeof value !== 'number') return value
  const perSecond = unit === 'MILLIS' ? 1_000 : unit === 'MICROS' ? 1_000_000 : 1_000_000_000
  const seconds = Math.floor(Number(value) / perSecond)
  if (!(seconds >= 0 && seconds < DAY_MILLISECONDS / 1_000)) return integerOf(value)
  return new Date(seconds * 1_000).toISOString().slice(11, 19)
}

const EXACT_DIGITS = 15

/** Converts decimals that are stored as integers. */
function numericDecimal({ scale = 0 }: SchemaElement): Convert {
  return (value) => (typeof value === 'bigint' || typeof value === 'number' ? decimalText(String(value), scale) : value)
}

/** Converts decimals that are stored as bytes: a two's complement, the first byte first. */
function decimalOf({ scale = 0 }: SchemaElement): (bytes: Uint8Array) => unknown {
  return (bytes) => {
    if (bytes === undefined || bytes === null || bytes.length === 0 || bytes.length > 32) return undefined
    const value = BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
    return decimalText(String(value), scale)
  }
}

/** @returns A number if it has at most 15 digits, else a text. */
function decimalText(digits: string, scale: number): number | string {
  const sign = digits.startsWith('-') ? '-' : ''
  const plain = digits.slice(sign.length)
  const places = Math.min(Math.max(0, scale), 100)
  const padded = plain.padStart(places + 1, '0')
  const text = places === 0 ? plain : `${padded.slice(0, -places)}.${padded.slice(-places)}`
  return plain.length <= EXACT_DIGITS ? Number(sign + text) : sign + text
}

import { defined } from '../../model/defined.ts'
import type { Coordinates } from '../../model/place.ts'
import type { FeatureDraft } from '../feature-draft.ts'
import type {
  ActivityFeatures,
  AddressFeatures,
  RecordFeatures,
  TransferEndFeatures,
  TransferFeatures,
  WebFeatures,
} from '../record-features.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import {
  type Codec,
  type CountedCodec,
  countedSizeAt,
  type FixedCodec,
  hashes,
  point,
  writeCappedU16,
} from './codec.ts'

// The codecs of parts that consist of several values. The constants `..._AT` are the offsets of values within a part.

/** A codec of a part that shares its presence bit with a second part. */
export interface SharedCodec<Value> {
  readonly size: number
  write(writer: ByteWriter, value: Value, features: RecordFeatures): void
  /** Reads the value, and sets the second part of the draft. */
  read(reader: ByteReader, draft: FeatureDraft): Value
}

export const PRECISION_AT = 8

/** Coordinates and their imprecision as u16. */
export const preciseCoordinates: SharedCodec<Coordinates> = {
  size: point.size + 2,
  write: (writer, coordinates, { precisionMeters }) => {
    point.write(writer, coordinates)
    writeCappedU16(writer, precisionMeters)
  },
  read: (reader, draft) => {
    const coordinates = point.read(reader)
    draft.precisionMeters = reader.u16()
    return coordinates
  },
}

export const LAST_HOUSE_NUMBER_AT = 2
/** The offset of the street: a list of hashes, and then a byte with the script. */
export const STREET_AT = 4

/** The first and the last house number as u16, the street and its script. */
export const address: CountedCodec<AddressFeatures> = {
  size: { ...hashes.size, before: STREET_AT, after: 1 },
  write: (writer, { houseNumber, houseNumberLast, street, script }) => {
    writeCappedU16(writer, houseNumber)
    writeCappedU16(writer, houseNumberLast)
    hashes.write(writer, street)
    writer.u8(script)
  },
  read: (reader) => ({
    houseNumber: reader.u16(),
    houseNumberLast: reader.u16(),
    street: hashes.read(reader),
    script: reader.u8(),
  }),
}

export const PAGE_AT = 4
export const SHARED_AT = 8

/** The hashes of host and page as u32, and a byte that is 1 for a shared host. */
export const web: FixedCodec<WebFeatures> = {
  size: 9,
  write: (writer, { host, page, shared }) => {
    writer.u32(host)
    writer.u32(page)
    writer.u8(shared ? 1 : 0)
  },
  read: (reader) => ({ host: reader.u32(), page: reader.u32(), shared: reader.u8() === 1 }),
}

/** The minutes as u32, and the hashes of the languages. */
export const activity: CountedCodec<ActivityFeatures> = {
  size: { ...hashes.size, before: 4 },
  write: (writer, { durationMinutes, languages }) => {
    writer.u32(durationMinutes)
    hashes.write(writer, languages)
  },
  read: (reader) => ({ durationMinutes: reader.u32(), languages: hashes.read(reader) }),
}

/** Both ends, the vehicle as u32, a byte for sharing and the seats as u16. */
export const transfer: Codec<TransferFeatures> = {
  size: (view, at) => {
    const ends = transferEndSizeAt(view, at)
    return ends + transferEndSizeAt(view, at + ends) + 7
  },
  write: (writer, { from, to, vehicle, sharing, seats }) => {
    writeTransferEnd(writer, from)
    writeTransferEnd(writer, to)
    writer.u32(vehicle)
    writer.u8(sharing)
    writer.u16(seats)
  },
  read: (reader) => {
    const from = readTransferEnd(reader)
    const to = readTransferEnd(reader)
    return {
      ...defined({ from, to }),
      vehicle: reader.u32(),
      sharing: SHARING[reader.u8()] ?? 0,
      seats: reader.u16(),
    }
  },
}

const SHARING = [0, 1, 2] as const

/** The kinds of a stored end: no end, an end without coordinates, and an end with coordinates. */
const [NO_END, PLACELESS_END, PLACED_END] = [0, 1, 2]

function writeTransferEnd(writer: ByteWriter, end: TransferEndFeatures | undefined): void {
  writer.u8(end === undefined ? NO_END : end.coordinates === undefined ? PLACELESS_END : PLACED_END)
  if (end === undefined) return
  writer.u32(end.code)
  hashes.write(writer, end.words)
  if (end.coordinates !== undefined) point.write(writer, end.coordinates)
}

function readTransferEnd(reader: ByteReader): TransferEndFeatures | undefined {
  const kind = reader.u8()
  if (kind === NO_END) return undefined
  const end = { code: reader.u32(), words: hashes.read(reader) }
  return kind === PLACELESS_END ? end : { ...end, coordinates: point.read(reader) }
}

function transferEndSizeAt(view: DataView, at: number): number {
  const kind = view.getUint8(at)
  if (kind === NO_END) return 1
  return 5 + countedSizeAt(hashes.size, view, at + 5) + (kind === PLACELESS_END ? 0 : point.size)
}

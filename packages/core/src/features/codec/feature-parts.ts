import type { FeatureDraft } from '../feature-draft.ts'
import type { RecordFeatures } from '../record-features.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type Codec, listOf, point, tenths, text, u16, u32, type ValueSize } from './codec.ts'
import { activity, address, preciseCoordinates, type SharedCodec, transfer, web } from './part-codecs.ts'

/** The features that are absent in some records. Each of them has one presence bit. */
export type PartName = Exclude<
  keyof RecordFeatures,
  'profile' | 'group' | 'category' | 'precisionMeters' | 'names' | 'identifiers' | 'added'
>

/** One optional part of the layout. */
export interface Part {
  readonly name: PartName
  readonly codec: PartCodec
}

interface PartCodec {
  readonly size: ValueSize
  write(writer: ByteWriter, value: unknown, features: RecordFeatures): void
  read(reader: ByteReader, draft: FeatureDraft): unknown
}

type ValueOf<Name extends PartName> = NonNullable<RecordFeatures[Name]>

function part<Name extends PartName>(name: Name, codec: Codec<ValueOf<Name>> | SharedCodec<ValueOf<Name>>): Part {
  return { name, codec: codec as PartCodec }
}

/**
 * The optional parts by presence bit, in the order of their bytes. This table is the only description of the parts:
 * `encodeFeatures`, `decodeFeatures` and `FeatureView` use it. All 16 bits are taken. Further features are added parts,
 * see `added-parts.ts`.
 */
export const PARTS: readonly Part[] = [
  part('supplier', u32),
  part('coordinates', preciseCoordinates),
  part('country', text),
  part('city', text),
  part('postcode', text),
  part('address', address),
  part('phone', u32),
  part('web', web),
  part('stars', tenths),
  part('rooms', u16),
  part('brand', text),
  part('operator', u32),
  part('licence', u32),
  part('activity', activity),
  part('transfer', transfer),
  part('towns', listOf(point)),
]

/** Returns the presence bit of a part, 0 to 15. */
export function bitOf(name: PartName): number {
  return PARTS.findIndex((each) => each.name === name)
}

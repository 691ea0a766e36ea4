import type { FileHandle } from 'node:fs/promises'
import type { SchemaElement } from 'hyparquet'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { checkThrift } from './check-thrift.ts'
import {
  CompressionCodecs,
  ConvertedTypes,
  deserializeTCompactProtocol,
  FieldRepetitionTypes,
  ParquetTypes,
} from './page-decoder.ts'
import { invalidParquet, tooLargeParquet, unsupportedParquet } from './parquet-error.ts'

/** The part of a row group that has the values of one column. */
export interface ColumnChunk {
  readonly path: readonly string[]
  readonly type: string
  readonly codec: string
  /** First byte and byte after the last. */
  readonly start: number
  readonly end: number
}

export interface RowGroup {
  readonly rows: number
  readonly columns: readonly ColumnChunk[]
}

/** The metadata at the end of a Parquet file. */
export interface Footer {
  /** The root, then all elements in depth-first order. */
  readonly schema: readonly SchemaElement[]
  readonly groups: readonly RowGroup[]
  /** Names of columns that contain geometries as WKB. */
  readonly geometries: ReadonlySet<string>
}

const MAGIC = 'PAR1'
const ENCRYPTED_MAGIC = 'PARE'
const TAIL_BYTES = 8
const STATISTICS_BYTES = 64 * 1024
/** File, row group, column chunk, column metadata: statistics are deeper. */
const LEVELS_ABOVE_STATISTICS = 4

/** A decoded structure of Thrift: its fields by `field_N`. The types are claims of the file. */
type Struct = Record<string, unknown>

/** @throws {FeedError} `invalid_parquet`, `unsupported_parquet` or `parquet_too_large` */
export async function readFooter(file: FileHandle, fileBytes: number, name: string): Promise<Footer> {
  if (fileBytes < MAGIC.length + TAIL_BYTES) throw invalidParquet(name, 'it is too short')
  const tail = Buffer.alloc(TAIL_BYTES)
  await file.read(tail, 0, TAIL_BYTES, fileBytes - TAIL_BYTES)
  const magic = tail.toString('latin1', 4)
  if (magic === ENCRYPTED_MAGIC) throw unsupportedParquet(name, 'encryption')
  if (magic !== MAGIC) throw invalidParquet(name, 'it does not end with PAR1, so it is cut or another kind of file')
  const bytes = tail.readUInt32LE(0)
  if (bytes > fileBytes - MAGIC.length - TAIL_BYTES) throw invalidParquet(name, 'its metadata is larger than the file')
  if (bytes > FEED_LIMITS.parquetMetadataBytes) {
    throw tooLargeParquet(name, 'bytes of metadata', bytes, FEED_LIMITS.parquetMetadataBytes)
  }
  const footer = Buffer.alloc(bytes)
  await file.read(footer, 0, bytes, fileBytes - TAIL_BYTES - bytes)
  try {
    const limits = {
      values: FEED_LIMITS.parquetMetadataValues,
      textBytes: STATISTICS_BYTES,
      shallowLevels: LEVELS_ABOVE_STATISTICS,
    }
    if (checkThrift(footer, 0, limits) === undefined) throw new Error('its metadata is cut')
    const view = new DataView(footer.buffer, footer.byteOffset, footer.byteLength)
    return toFooter(deserializeTCompactProtocol({ view, offset: 0 }) as Struct, fileBytes - TAIL_BYTES - bytes)
  } catch (error) {
    throw invalidParquet(name, (error as Error).message, error)
  }
}

function toFooter(raw: Struct, dataEnd: number): Footer {
  return {
    schema: structs(raw.field_2).map(toElement),
    groups: structs(raw.field_4).map((group) => ({
      rows: count(group.field_3, 'rows'),
      columns: structs(group.field_1).map((column) => toChunk(column, dataEnd)),
    })),
    geometries: geometriesIn(raw.field_5),
  }
}

function toElement(raw: Struct): SchemaElement {
  const logical = isStruct(raw.field_10) ? logicalType(raw.field_10) : undefined
  const converted = ConvertedTypes[raw.field_6 as number] ?? convertedFor(logical)
  const element: Record<string, unknown> = {
    name: text(raw.field_4),
    type: ParquetTypes[raw.field_1 as number],
    type_length: raw.field_2,
    repetition_type: FieldRepetitionTypes[raw.field_3 as number],
    num_children: raw.field_5,
    converted_type: converted,
    scale: raw.field_7 ?? (logical?.type === 'DECIMAL' ? logical.scale : undefined),
    precision: raw.field_8,
    logical_type: logical,
  }
  for (const key of Object.keys(element)) if (element[key] === undefined) delete element[key]
  return element as unknown as SchemaElement
}

/** Some writers name only the newer of the two kinds of type. The decoder recognizes these types by the older kind. */
function convertedFor(logical: Struct | undefined): string | undefined {
  const type = logical?.type
  return type === 'LIST' || type === 'MAP' || type === 'DECIMAL' || type === 'DATE' || type === 'JSON'
    ? type
    : undefined
}

/** Names of the fields of `LogicalType`, from field 1 on; see the specification of Parquet. */
const LOGICAL_TYPES: readonly string[] = [
  ...[
    '',
    'STRING',
    'MAP',
    'LIST',
    'ENUM',
    'DECIMAL',
    'DATE',
    'TIME',
    'TIMESTAMP',
    '',
    'INTEGER',
    'NULL',
    'JSON',
    'BSON',
  ],
  ...['UUID', 'FLOAT16', 'VARIANT', 'GEOMETRY', 'GEOGRAPHY'],
]
const UNITS = ['', 'MILLIS', 'MICROS', 'NANOS']

function logicalType(raw: Struct): Struct | undefined {
  const at = LOGICAL_TYPES.findIndex((type, index) => type !== '' && raw[`field_${index}`] !== undefined)
  if (at === -1) return undefined
  const type = LOGICAL_TYPES[at]
  const details = raw[`field_${at}`]
  if (!isStruct(details)) return { type }
  const { field_1: first, field_2: second } = details
  if (type === 'DECIMAL') return { type, scale: first, precision: second }
  if (type === 'INTEGER') return { type, bitWidth: first, isSigned: second }
  if (type !== 'TIME' && type !== 'TIMESTAMP') return { type }
  const unit = UNITS.find((_, index) => isStruct(second) && second[`field_${index}`] !== undefined) ?? 'MILLIS'
  return { type, isAdjustedToUTC: first, unit }
}

function toChunk(column: Struct, dataEnd: number): ColumnChunk {
  if (column.field_1 !== undefined) throw new Error('its values are in another file')
  const { field_3: meta } = column
  if (!isStruct(meta)) throw new Error('a column has no metadata')
  const path = list(meta.field_3).map(text)
  const firstPage = count(meta.field_9, 'bytes')
  const dictionary = meta.field_11 === undefined ? firstPage : count(meta.field_11, 'bytes')
  const start = dictionary > 0 ? Math.min(dictionary, firstPage) : firstPage
  const end = start + count(meta.field_7, 'bytes')
  if (end > dataEnd) throw new Error(`the column ${JSON.stringify(path.join('.').slice(0, 60))} ends beyond the file`)
  const type = ParquetTypes[meta.field_1 as number]
  const codec = CompressionCodecs[meta.field_4 as number]
  if (type === undefined || codec === undefined) throw new Error('a column has an unknown type or compression')
  return { path, type, codec, start, end }
}

/** Returns the columns that GeoParquet declares as WKB. */
function geometriesIn(raw: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  const entry = list(raw ?? []).find((each) => isStruct(each) && isBytes(each.field_1) && text(each.field_1) === 'geo')
  if (!isStruct(entry) || !isBytes(entry.field_2)) return names
  try {
    const { columns } = JSON.parse(text(entry.field_2)) as { columns?: Record<string, { encoding?: unknown }> }
    for (const [name, column] of Object.entries(columns ?? {})) if (column?.encoding === 'WKB') names.add(name)
  } catch {
    // Without valid metadata, a geometry is recognized by its name and its bytes.
  }
  return names
}

function structs(value: unknown): Struct[] {
  const values = list(value)
  if (!values.every(isStruct)) throw new Error('its metadata has another form')
  return values
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('its metadata lacks a list')
  return value
}

function isStruct(value: unknown): value is Struct {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isBytes(value)
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array
}

function text(value: unknown): string {
  if (!isBytes(value)) throw new Error('its metadata lacks a name')
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8')
}

function count(value: unknown, what: string): number {
  const number = typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) {
    throw new Error(`its metadata has an impossible number of ${what}`)
  }
  return number
}

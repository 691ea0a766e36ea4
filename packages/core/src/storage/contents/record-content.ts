import { lettersOf } from '../../fields/field-paths.ts'
import { IDENTIFYING_FIELDS } from '../../fields/identifying-fields.ts'
import { LOCATION_FIELDS } from '../../fields/location-fields.ts'
import { RECORD_FIELDS } from '../../fields/record-fields.ts'
import type { SupplierRecord } from '../../model/supplier-record.ts'
import type { RecordRow } from '../rows.ts'
import { type CompactRow, CompactRows } from './compact-rows.ts'
import { decodeTime, encodeTime } from './encode-time.ts'

const ONLY_DETAILED = 1

/** A record without its separately stored parts, as a compact JSON row. */
type Content = readonly [
  record: CompactRow,
  contentHash: string,
  firstSeenAt: string,
  /** The time of the last update; 0 if it equals `firstSeenAt`. */
  updatedAt: string | 0,
  /** The other fields of the row; 1 if `detailed` is the only other field. */
  others?: object | typeof ONLY_DETAILED,
]

/** A record without the parts that an index and preconditions need. Storages store these parts separately. */
export type RecordBody = Omit<RecordRow, 'id' | 'revision' | 'keys' | 'features'>

const RECORD: CompactRows = new CompactRows({
  ...lettersOf(Object.entries({ ...IDENTIFYING_FIELDS, ...RECORD_FIELDS })),
  extra: 'x',
})
const DETAILED = { detailed: true } as const
const LOCATED = 'l'
/**
 * The encoding for records whose location is a list, as in foreign rows. Otherwise, the decoder would mistake such a
 * list for a compact row.
 */
const NO_FIELD_IDS: CompactRows = new CompactRows({})

const LOCATION: CompactRows = new CompactRows(lettersOf(Object.entries(LOCATION_FIELDS)))

/** Encodes a {@link RecordBody} compactly. */
export function recordContent({ record, contentHash, firstSeenAt, updatedAt, ...others }: RecordBody): string {
  const content: unknown[] = [
    compactOf(record),
    contentHash,
    encodeTime(firstSeenAt),
    updatedAt === firstSeenAt ? 0 : encodeTime(updatedAt),
  ]
  const names = Object.keys(others)
  if (names.length === 1 && others.detailed === true) content.push(ONLY_DETAILED)
  else if (names.length > 0) content.push(others)
  return JSON.stringify(content)
}

/** Decodes the result of {@link recordContent}. */
export function recordBodyOf(content: string): RecordBody {
  const [lettered, contentHash, first, updated, others] = JSON.parse(content) as Content
  const record = RECORD.decode(lettered)
  const { location } = record
  if (lettered[0].includes(LOCATED) && Array.isArray(location))
    record.location = LOCATION.decode(location as unknown as CompactRow)
  const firstSeenAt = decodeTime(first)
  return {
    record: record as unknown as SupplierRecord,
    contentHash,
    firstSeenAt,
    updatedAt: updated === 0 ? firstSeenAt : decodeTime(updated),
    ...(others === ONLY_DETAILED ? DETAILED : others),
  }
}

function compactOf(record: SupplierRecord): CompactRow {
  const location: unknown = record.location
  if (typeof location !== 'object' || location === null) return RECORD.encode(record)
  if (Array.isArray(location)) return NO_FIELD_IDS.encode(record)
  return RECORD.encode({ ...record, location: LOCATION.encode(location) })
}

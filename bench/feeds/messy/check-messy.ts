import { Readable } from 'node:stream'
import { parseRecord, type SupplierRecord } from '@utpid/core'
import { createFeedStats, type FeedStats, readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import type { MessyHotel } from './hotels.ts'
import type { MessyFile } from './messy-file.ts'

/** The fate of the rows and columns of one file. */
export interface MessyFate {
  readonly rows: number
  readonly records: number
  /** Rows that are an error with a code, of the reader or of the record parser. */
  readonly errors: number
  /** Rows that are neither. */
  readonly lostRows: number
  readonly columns: number
  /** Columns that became a field. */
  readonly used: number
  /** Columns that the report names as ignored. */
  readonly named: number
  /** Columns that the report does not have. */
  readonly lost: readonly string[]
  /** Hotels whose coordinates are those of the file. */
  readonly placed: number
  readonly misplaced: readonly string[]
  /** Hotels whose name is that of the file. */
  readonly spelt: number
  readonly misspelt: readonly string[]
  /** The error that ended the reading. */
  readonly refused: string | undefined
}

const PIECE_BYTES = 5_000

/** Reads a file as an import does, and compares the records with the hotels. */
export async function checkMessy(file: MessyFile): Promise<MessyFate> {
  const stats = createFeedStats()
  const records = new Map<string, SupplierRecord>()
  let [accepted, errors] = [0, 0]
  let refused: string | undefined
  try {
    for await (const item of readFeed(Readable.from(piecesOf(file.bytes)), { stats })) {
      const parsed =
        'error' in item ? undefined : parseRecord(item.record, { supplier: 'messy', gazetteer: loadGazetteer() })
      if (parsed === undefined || 'rejection' in parsed) errors += 1
      else {
        accepted += 1
        records.set(parsed.record.code, parsed.record)
      }
    }
  } catch (error) {
    refused = String(error)
  }
  const rows = file.hotels.length + file.controls
  return {
    rows,
    records: accepted,
    errors,
    lostRows: Math.max(0, rows - accepted - errors),
    ...columnsOf(file, stats),
    ...hotelsOf(file, records),
    refused,
  }
}

function columnsOf(file: MessyFile, stats: FeedStats): Pick<MessyFate, 'columns' | 'used' | 'named' | 'lost'> {
  const reported = new Map(stats.columns?.columns.map(({ path, targets }) => [path, targets]))
  const isUsed = (path: string): boolean => (reported.get(path) ?? []).some((target) => target !== 'extra')
  const found = file.columns.filter((path) => reported.has(path))
  const used = found.filter(isUsed).length
  return {
    columns: file.columns.length,
    used,
    named: found.length - used,
    lost: file.columns.filter((path) => !reported.has(path)),
  }
}

function hotelsOf(
  file: MessyFile,
  records: ReadonlyMap<string, SupplierRecord>,
): Pick<MessyFate, 'placed' | 'misplaced' | 'spelt' | 'misspelt'> {
  const found = file.hotels.flatMap((hotel) => {
    const record = records.get(hotel.code)
    return record === undefined ? [] : [{ hotel, record }]
  })
  const misplaced = found.filter(({ hotel, record }) => !isPlaced(hotel, record, file.tolerance))
  const misspelt = found.filter(({ hotel, record }) => record.name !== file.nameOf(hotel))
  return {
    placed: found.length - misplaced.length,
    misplaced: misplaced.map(({ hotel, record }) => {
      const { coordinates } = record.location ?? {}
      return `${hotel.latitude}, ${hotel.longitude} is ${JSON.stringify(coordinates ?? 'absent')}`
    }),
    spelt: found.length - misspelt.length,
    misspelt: misspelt.map(({ hotel, record }) => `${file.nameOf(hotel)} is ${record.name}`),
  }
}

function isPlaced(hotel: MessyHotel, { location }: SupplierRecord, tolerance: number): boolean {
  if (location?.coordinates === undefined) return false
  const [latitude, longitude] = location.coordinates
  return Math.abs(latitude - hotel.latitude) <= tolerance && Math.abs(longitude - hotel.longitude) <= tolerance
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES)
}

import { gzipSync } from 'node:zlib'
import { type FeedFormat, type FeedItem, readFeed } from '@utpid/feed'

/** Document formats. Each format has a function that creates a document from rows. */
export const DOCUMENTS: Readonly<
  Record<string, { readonly format: FeedFormat; readonly of: (rows: Row[]) => Buffer }>
> = {
  json: { format: 'json', of: (rows) => Buffer.from(JSON.stringify(rows)) },
  ndjson: { format: 'jsonl', of: lines },
  csv: { format: 'csv', of: csv },
  gzip: { format: 'jsonl', of: (rows) => gzipSync(lines(rows), { level: 1 }) },
}

/** Values of a record by the names of the feed's fields. */
export type Row = Readonly<Record<string, string>>

function lines(rows: readonly Row[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** Creates a CSV document. All rows have the columns of the first row. */
function csv(rows: readonly Row[]): Buffer {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`
  return Buffer.from(line(columns) + rows.map((row) => line(columns.map((column) => row[column] ?? ''))).join(''))
}

const PIECE_BYTES = 64 * 1024

/** Reads a document in chunks, as they arrive from a network. */
export async function readDocument(bytes: Buffer, format: FeedFormat): Promise<FeedItem[]> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES)
  }
  const items: FeedItem[] = []
  for await (const item of readFeed(pieces(), { format })) items.push(item)
  return items
}

/** Measures the CPU time of a function in milliseconds, including all threads of the process. */
export async function cpuOf(run: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

/** Fits a power law to pairs of size and time. Returns its exponent: 1 for linear growth. */
export function fittedExponent(points: readonly (readonly [size: number, time: number])[]): number {
  const logs = points.map(([size, time]) => [Math.log(size), Math.log(Math.max(time, 0.001))] as const)
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(logs.map(([size]) => size)), mean(logs.map(([, time]) => time))]
  const covariance = mean(logs.map(([size, time]) => (size - x) * (time - y)))
  return covariance / mean(logs.map(([size]) => (size - x) ** 2))
}

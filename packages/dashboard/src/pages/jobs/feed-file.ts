import type { FeedFormat } from '../../data/feed/feed-format.ts'

/** Returns the format by file name, also for gzipped files. */
export function formatOf(name: string): FeedFormat {
  const plain = name.toLowerCase().replace(/\.gz$/, '')
  if (/\.(xlsx|xml|parquet|pq|zip|zst)$/.test(plain)) return 'other'
  if (/\.(jsonl|ndjson)$/.test(plain)) return 'ndjson'
  return plain.endsWith('.json') ? 'json' : 'csv'
}

const GZIP = [0x1f, 0x8b] as const
const UTF_16: readonly (readonly [number, number])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** Whether the dashboard can preview a file. Gzip and UTF-16 files are sent unchanged, without a preview. */
export function isReadable(bytes: Uint8Array): boolean {
  const begins = ([first, second]: readonly [number, number]): boolean => bytes[0] === first && bytes[1] === second
  return ![GZIP, ...UTF_16].some(begins)
}

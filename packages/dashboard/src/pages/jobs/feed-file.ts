import type { FeedFormat } from '../../data/feed/feed-format.ts'

/** By the name of a file, also of a gzipped one. */
export function formatOf(name: string): FeedFormat {
  const plain = name.toLowerCase().replace(/\.gz$/, '')
  if (/\.(jsonl|ndjson)$/.test(plain)) return 'ndjson'
  return plain.endsWith('.json') ? 'json' : 'csv'
}

const GZIP = [0x1f, 0x8b] as const
const UTF_16: readonly (readonly [number, number])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** Whether the columns of a file can be looked at here. What is gzipped or UTF-16 is left to the service as it is. */
export function isReadable(bytes: Uint8Array): boolean {
  const begins = ([first, second]: readonly [number, number]): boolean => bytes[0] === first && bytes[1] === second
  return ![GZIP, ...UTF_16].some(begins)
}

import { gzipSync } from 'node:zlib'

/** A body designed to use much memory or time. */
export interface HostileUpload {
  readonly what: string
  readonly path: '/registry/import' | '/registry/batch-map'
  readonly type: 'text/csv' | 'application/json' | 'application/x-ndjson'
  /** Yields the body in pieces, so that no process needs memory for the whole body. */
  pieces(): Iterable<Uint8Array<ArrayBuffer>>
}

const MEGABYTE = 1_000_000
const BYTES = 100 * MEGABYTE
/** Maximum size of a JSON body. */
const JSON_BYTES = 10 * MEGABYTE
/** A line length just below the limit. */
const LINE_BYTES = 950_000
const CSV_HEADER = 'code,name,lat,lon\n'

/** Returns bodies of 100 MB, or of 10 MB for JSON. Each has another effect on the reader. */
export function hostileUploads(): readonly HostileUpload[] {
  const table = { path: '/registry/import', type: 'text/csv' } as const
  const lines = { path: '/registry/import', type: 'application/x-ndjson' } as const
  const list = { path: '/registry/import', type: 'application/json' } as const
  const batch = { path: '/registry/batch-map' } as const
  return [
    {
      what: 'CSV, a quote that never ends, then line ends',
      ...table,
      pieces: () => repeated(`${CSV_HEADER}1,"`, '\n'),
    },
    { what: 'CSV, one cell of 100 MB', ...table, pieces: () => repeated(`${CSV_HEADER}1,`, 'x') },
    {
      what: 'CSV, cells of 950 KB in quotes',
      ...table,
      pieces: () => repeated(CSV_HEADER, `1,"${cell('""x')}",1,2\n`),
    },
    { what: 'CSV, rows of nothing but delimiters', ...table, pieces: () => repeated(CSV_HEADER, `${cell(',')}\n`) },
    {
      what: 'CSV, a header of 300,000 columns',
      ...table,
      pieces: () => repeated(`name,${cell('a,')}\n`, `${cell('b,')}\n`),
    },
    {
      what: 'CSV, quotes that open and close nothing',
      ...table,
      pieces: () => repeated(CSV_HEADER, `1,${'"a"b",'.repeat(200)}c\n`),
    },
    { what: 'CSV, coordinates of spaces', ...table, pieces: () => repeated(CSV_HEADER, `1,x,"1${cell(' ')}x",2\n`) },
    {
      what: 'CSV, packed: 100 MB in 100 KB',
      ...table,
      pieces: () => [new Uint8Array(packed(`${CSV_HEADER}1,"`, '\n'))],
    },
    { what: 'JSON Lines, lists in lists', ...lines, pieces: () => repeated('', `{"name":[${cell('[],')}1]}\n`) },
    { what: 'JSON Lines, 80,000 keys each', ...lines, pieces: () => repeated('', `{"name":"x"${keys()}}\n`) },
    { what: 'JSON Lines, coordinates of spaces', ...lines, pieces: () => repeated('', `{"lat":"1${cell(' ')}x"}\n`) },
    { what: 'JSON Lines, none of them closed', ...lines, pieces: () => repeated('', `{"name":${cell('[')}\n`) },
    { what: 'JSON, a list of 10 MB of lists', ...list, pieces: () => repeated('[{"name":[', '[],', JSON_BYTES) },
    {
      what: 'a batch, an input of 10 MB of lists',
      ...batch,
      type: 'application/json',
      pieces: () => repeated('{"inputs":[{"name":[', '[],', JSON_BYTES),
    },
    {
      what: 'a batch of JSON Lines, each with a ref of 950 KB',
      ...batch,
      type: 'application/x-ndjson',
      pieces: () => numbered((at) => `{"ref":"${at}${cell('x')}"}\n`),
    },
    {
      what: 'a batch of CSV, a quote that never ends',
      ...batch,
      type: 'text/csv',
      pieces: () => repeated(`${CSV_HEADER}1,"`, '\n'),
    },
  ]
}

function cell(text: string): string {
  return text.repeat(Math.floor(LINE_BYTES / text.length))
}

function keys(): string {
  return Array.from({ length: 80_000 }, (_, at) => `,"k${at}":1`).join('')
}

function* repeated(first: string, text: string, bytes = BYTES): Generator<Uint8Array<ArrayBuffer>> {
  yield Buffer.from(first)
  const piece = Buffer.from(text.repeat(Math.max(1, Math.floor(LINE_BYTES / text.length))))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

function* numbered(line: (at: number) => string): Generator<Uint8Array<ArrayBuffer>> {
  for (let [at, sent] = [0, 0]; sent < BYTES; at++) {
    const piece = Buffer.from(line(at))
    sent += piece.length
    yield piece
  }
}

function packed(first: string, text: string): Buffer {
  return gzipSync(first + text.repeat(BYTES / text.length))
}

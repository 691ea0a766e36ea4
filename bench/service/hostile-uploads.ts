import { gzipSync } from 'node:zlib'

type Piece = Uint8Array<ArrayBuffer>
/** Bodies by their description. */
type Pieces = Readonly<Record<string, () => Iterable<Piece>>>

/** A body designed to use much memory or time. */
export interface HostileUpload {
  readonly what: string
  readonly path: '/registry/import' | '/registry/batch-map'
  readonly type: 'text/csv' | 'application/json' | 'application/x-ndjson'
  /** Yields the body in pieces, so that no process needs memory for the whole body. */
  readonly pieces: () => Iterable<Piece>
}

const MEGABYTE = 1_000_000
const BYTES = 100 * MEGABYTE
/** Maximum size of a JSON body. */
const JSON_BYTES = 10 * MEGABYTE
/** A line length just below the limit. */
const LINE_BYTES = 950_000
const CSV_HEADER = 'code,name,lat,lon\n'

/** Returns bodies of 100 MB, or of 10 MB for JSON. Each has another effect on the reader. */
export function hostileUploads(): HostileUpload[] {
  const csv = (first: string, text: string) => () => repeated(first, text)
  const ndjson = (line: string) => csv('', `${line}\n`)
  const json = (first: string) => () => repeated(first, '[],', JSON_BYTES)
  const table: Pieces = {
    'CSV, a quote that never ends, then line ends': csv(`${CSV_HEADER}1,"`, '\n'),
    'CSV, one cell of 100 MB': csv(`${CSV_HEADER}1,`, 'x'),
    'CSV, cells of 950 KB in quotes': csv(CSV_HEADER, `1,"${cell('""x')}",1,2\n`),
    'CSV, rows of nothing but delimiters': csv(CSV_HEADER, `${cell(',')}\n`),
    'CSV, a header of 300,000 columns': csv(`name,${cell('a,')}\n`, `${cell('b,')}\n`),
    'CSV, quotes that open and close nothing': csv(CSV_HEADER, `1,${'"a"b",'.repeat(200)}c\n`),
    'CSV, coordinates of spaces': csv(CSV_HEADER, `1,x,"1${cell(' ')}x",2\n`),
    'CSV, packed: 100 MB in 100 KB': () => [new Uint8Array(packed(`${CSV_HEADER}1,"`, '\n'))],
  }
  const lines: Pieces = {
    'JSON Lines, lists in lists': ndjson(`{"name":[${cell('[],')}1]}`),
    'JSON Lines, 80,000 keys each': ndjson(`{"name":"x"${keys()}}`),
    'JSON Lines, coordinates of spaces': ndjson(`{"lat":"1${cell(' ')}x"}`),
    'JSON Lines, none of them closed': ndjson(`{"name":${cell('[')}`),
  }
  const references = (): Iterable<Piece> => numbered((at) => `{"ref":"${at}${cell('x')}"}\n`)
  return [
    ...uploadsOf('/registry/import', 'text/csv', table),
    ...uploadsOf('/registry/import', 'application/x-ndjson', lines),
    ...uploadsOf('/registry/import', 'application/json', { 'JSON, a list of 10 MB of lists': json('[{"name":[') }),
    ...uploadsOf('/registry/batch-map', 'application/json', {
      'a batch, an input of 10 MB of lists': json('{"inputs":[{"name":['),
    }),
    ...uploadsOf('/registry/batch-map', 'application/x-ndjson', {
      'a batch of JSON Lines, each with a ref of 950 KB': references,
    }),
    ...uploadsOf('/registry/batch-map', 'text/csv', {
      'a batch of CSV, a quote that never ends': csv(`${CSV_HEADER}1,"`, '\n'),
    }),
  ]
}

function uploadsOf(path: HostileUpload['path'], type: HostileUpload['type'], all: Pieces): HostileUpload[] {
  return Object.entries(all).map(([what, pieces]) => ({ what, path, type, pieces }))
}

function cell(text: string): string {
  return text.repeat(Math.floor(LINE_BYTES / text.length))
}

function keys(): string {
  return Array.from({ length: 80_000 }, (_, at) => `,"k${at}":1`).join('')
}

function* repeated(first: string, text: string, bytes = BYTES): Generator<Piece> {
  yield Buffer.from(first)
  const piece = Buffer.from(text.repeat(Math.max(1, Math.floor(LINE_BYTES / text.length))))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

function* numbered(line: (at: number) => string): Generator<Piece> {
  for (let [at, sent] = [0, 0]; sent < BYTES; at++) {
    const piece = Buffer.from(line(at))
    sent += piece.length
    yield piece
  }
}

function packed(first: string, text: string): Buffer {
  return gzipSync(first + text.repeat(BYTES / text.length))
}

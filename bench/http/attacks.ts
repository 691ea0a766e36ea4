import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { RawRequest } from './requests/raw-status.ts'

/** A malicious request, and its allowed responses. */
export interface Attack {
  readonly id: string
  readonly what: string
  /** Response statuses that `docs/guide/serve.md` and the API contract allow; 0 for a closed connection. */
  readonly statuses: readonly number[]
  /** Number of concurrent attacks. When an attack ends, the next one starts. */
  readonly concurrency: number
  /** Milliseconds between the end of an attack and the next one. */
  readonly pauseMs: number
  /** Creates the n-th attack. */
  readonly make: (turn: number) => RawRequest
}

const MB = 1_000_000
const PIECE = Buffer.alloc(64_000, 'a')
const LINE = '{"name":"Hotel Adlon","location":{"city":"Berlin","country":"DE"}}\n'
const LINES = Buffer.from(LINE.repeat(1_000))
/** Another client address. Its failed authentications do not count against the address of the valid requests. */
const OTHER_ADDRESS = '127.0.0.2'

/** Creates all attacks before the measurement. */
export function attacksOf(key: string): readonly Attack[] {
  const zeros = Buffer.alloc(256 * MB)
  const [gzipBomb, brotliBomb] = [gzipSync(zeros, { level: 1 }), brotliBombOf(zeros)]
  const deep = `{"input":{"name":"a","extra":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`
  const wide = `{"input":{"name":"a",${Array.from({ length: 60_000 }, (_, at) => `"k${at}":0`).join(',')}}}`
  const proto =
    '{"input":{"name":"Hotel Adlon","__proto__":{"isAdmin":true},"constructor":{"prototype":{"verified":true}}}}'
  const post = (path: string, headers: Headers, body: Iterable<string | Buffer>): RawRequest => ({
    pieces: pieces(headOf('POST', path, { ...headers, Authorization: `Bearer ${key}` }), body),
  })
  const match = (body: string | Buffer, headers: Headers = {}): RawRequest =>
    post('/registry/match', { ...JSON_TYPE, 'Content-Length': String(Buffer.byteLength(body)), ...headers }, [body])
  const get = (path: string, headers: Headers = {}): RawRequest => ({
    pieces: [headOf('GET', path, { Authorization: `Bearer ${key}`, ...headers })],
  })
  const usual = { concurrency: 4, pauseMs: 50 }
  const few = { concurrency: 2, pauseMs: 500 }
  return [
    {
      id: 'json',
      what: 'JSON of 400,000 brackets, of 60,000 keys, of 50 MB',
      statuses: [200, 400, 413, 422],
      ...few,
      make: (turn) =>
        [match(deep), match(wide), post('/registry/match', CHUNKED, chunks(PIECE, 50 * MB))][turn % 3] as RawRequest,
    },
    {
      id: 'bombs',
      what: 'gzip and brotli of 256 MB',
      statuses: [413],
      ...few,
      make: (turn) =>
        turn % 2 === 0
          ? match(gzipBomb, { 'Content-Encoding': 'gzip' })
          : match(brotliBomb, { 'Content-Encoding': 'br' }),
    },
    {
      id: 'streams',
      what: 'streams of 1 GB: lines, one line without an end, CSV',
      statuses: [413, 422],
      ...few,
      make: (turn) =>
        [
          post(
            '/registry/batch-map',
            { ...CHUNKED, 'Content-Type': 'application/x-ndjson' },
            chunks(LINES, 1_000 * MB),
          ),
          post(
            '/registry/batch-map',
            { ...CHUNKED, 'Content-Type': 'application/x-ndjson' },
            chunks(PIECE, 1_000 * MB),
          ),
          post('/registry/batch-map', { ...CHUNKED, 'Content-Type': 'text/csv' }, chunks(PIECE, 1_000 * MB)),
        ][turn % 3] as RawRequest,
    },
    {
      id: 'heads',
      what: 'floods of headers, long ones, long URLs',
      statuses: [414, 431],
      ...usual,
      make: (turn) =>
        [
          get('/registry/stats', Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`X-${at}`, 'y']))),
          get('/registry/stats', { 'X-Long': 'y'.repeat(17_000) }),
          get(`/registry/search?q=${'a'.repeat(20_000)}`),
          { pieces: [`GET /health HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(200_000)}`] },
        ][turn % 4] as RawRequest,
    },
    {
      id: 'texts',
      what: 'names that make patterns go back, __proto__',
      statuses: [200, 422],
      ...usual,
      make: (turn) =>
        turn % 4 === 0
          ? match(proto)
          : turn % 4 === 1
            ? get(
                `/registry/search?q=${encodeURIComponent((SLOW_TEXTS[turn % SLOW_TEXTS.length] as string).slice(0, 256))}`,
              )
            : match(
                JSON.stringify({ input: { name: SLOW_TEXTS[turn % SLOW_TEXTS.length], phone: '+1'.repeat(5_000) } }),
              ),
    },
    {
      id: 'encodings',
      what: 'broken UTF-8, gzip and types',
      statuses: [400, 415],
      ...usual,
      make: (turn) =>
        [
          match(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
          match('not gzip at all', { 'Content-Encoding': 'gzip' }),
          match('{}', { 'Content-Encoding': 'zstd' }),
          match('{}', { 'Content-Type': 'text/plain' }),
          match('{"input":'),
        ][turn % 5] as RawRequest,
    },
    {
      id: 'keys',
      what: 'junk keys, from another address',
      statuses: [401, 429],
      concurrency: 16,
      pauseMs: 10,
      make: (turn) => ({
        ...get('/registry/stats', { Authorization: `Bearer utp_live_${String(turn).padStart(36, 'x')}` }),
        from: OTHER_ADDRESS,
      }),
    },
    {
      id: 'slow-heads',
      what: '500 heads that do not come',
      statuses: [408],
      concurrency: 500,
      pauseMs: 0,
      make: () => ({ pieces: pieces('GET /health HTTP/1.1\r\nHost: a\r\n', endless('X-S: y\r\n')), pauseMs: 2_000 }),
    },
    {
      id: 'slow-bodies',
      what: '500 bodies that hardly come',
      statuses: [408],
      concurrency: 500,
      pauseMs: 0,
      make: () => ({
        ...post('/registry/match', { ...JSON_TYPE, 'Content-Length': '100000' }, endless('[')),
        pauseMs: 2_000,
      }),
    },
  ]
}

type Headers = Readonly<Record<string, string>>

const JSON_TYPE: Headers = { 'Content-Type': 'application/json' }
const CHUNKED: Headers = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }

const SLOW_TEXTS: readonly string[] = [
  `${'a'.repeat(9_000)}!`,
  `${' '.repeat(9_000)}x`,
  `${'a b '.repeat(2_500)}`,
  `a${'\u0301'.repeat(9_000)}`,
  `${'('.repeat(5_000)}${')'.repeat(4_000)}`,
  `${'-.,'.repeat(3_000)}1`,
  `${'1'.repeat(9_000)}.`,
  '﷽'.repeat(3_000),
]

function headOf(method: string, path: string, headers: Headers): string {
  const lines = Object.entries({ Host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

function* pieces(head: string, body: Iterable<string | Buffer>): Generator<string | Buffer> {
  yield head
  yield* body
}

function* chunks(piece: Buffer, bytes: number): Generator<Buffer> {
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  for (let sent = 0; sent < bytes; sent += piece.length) yield chunk
  yield Buffer.from('0\r\n\r\n')
}

function* endless(piece: string): Generator<string> {
  for (;;) yield piece
}

function brotliBombOf(zeros: Buffer): Buffer {
  return brotliCompressSync(zeros, { params: { 1: 1 } })
}

import { gzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

const CSV = 'text/csv'
const JSON_LIST = 'application/json'
const NDJSON = 'application/x-ndjson'
const IMPORTS = '/registry/import?supplier=own'
const BATCHES = '/registry/batch-map'

const XML = `<?xml version="1.0"?>\n<hotels>\n${'<hotel><name>Adlon</name></hotel>\n'.repeat(2_000)}</hotels>\n`
const HTML = `  \n<!doctype html><html><body>Not found</body></html>\n`
const UNKNOWN_COLUMNS = `colour;size\n${'red;1\n'.repeat(5_000)}`
const BINARY = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * at * 31 + at * 7) % 256))
const WRAPPED = `{"foo":{"bar":[${Array.from({ length: 3_000 }, (_, at) => `{"name":"H${at}"}`)}]}}`
const TABLE = `code,name\n${'1,Hotel Adlon\n'.repeat(5_000)}`
const UTF_16 = Buffer.from('code,name\n1,Hotel Adlon\n', 'utf16le')

function send(
  { fetch, key }: HostedTestService,
  path: string,
  type: string,
  body: string | Buffer<ArrayBuffer>,
): Promise<Response> {
  return fetch(path, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': type }, body })
}

async function jobsOf({ ask }: HostedTestService): Promise<unknown[]> {
  const lists = await Promise.all(['/registry/import', BATCHES].map(async (path) => jsonOf(await ask('GET', path))))
  return lists.flatMap(({ results }) => results)
}

const REFUSED: readonly (readonly [
  what: string,
  path: string,
  type: string,
  body: string | Buffer<ArrayBuffer>,
  why: RegExp,
])[] = [
  ['CSV of some thousand rows whose header is not understood', IMPORTS, CSV, UNKNOWN_COLUMNS, /no column is a name/],
  ['the same in a batch', BATCHES, CSV, UNKNOWN_COLUMNS, /no column is a name/],
  ['a few such rows', IMPORTS, CSV, UNKNOWN_COLUMNS.slice(0, 100), /no column is a name/],
  ['XML as CSV', IMPORTS, CSV, XML, /is XML, but the given format is/],
  ['XML as JSON', IMPORTS, JSON_LIST, XML, /is XML, but the given format is/],
  ['XML as lines of JSON', IMPORTS, NDJSON, XML, /is XML, but the given format is/],
  ['packed XML', IMPORTS, CSV, gzipSync(XML), /is XML, but the given format is/],
  ['XML in a batch of CSV', BATCHES, CSV, XML, /is XML, but the given format is/],
  ['a page of HTML', IMPORTS, JSON_LIST, HTML, /is an HTML page/],
  ['nothing as CSV', IMPORTS, CSV, '', /is empty/],
  ['nothing as JSON', IMPORTS, JSON_LIST, '', /is empty/],
  ['nothing as lines of JSON', IMPORTS, NDJSON, '', /is empty/],
  ['a batch of no line', BATCHES, NDJSON, '\n\n', /is empty/],
  ['blank lines', IMPORTS, NDJSON, '\n \n', /has no record/],
  ['a list of nothing', IMPORTS, JSON_LIST, '[]', /has no record/],
  ['packed nothing', IMPORTS, CSV, gzipSync(''), /has no record/],
  ['only a header', IMPORTS, CSV, 'code,name\n', /a header and no row/],
  ['only a header in a batch', BATCHES, CSV, 'code,name\n', /a header and no row/],
  ['binary data', IMPORTS, CSV, BINARY, /is binary data/],
  ['binary data as JSON', IMPORTS, JSON_LIST, BINARY, /is binary data/],
  ['CSV as JSON', IMPORTS, JSON_LIST, TABLE, /If it is CSV, use CSV \(text\/csv\)/],
  ['CSV as lines of JSON', IMPORTS, NDJSON, TABLE, /If it is CSV, use CSV \(text\/csv\)/],
  ['a text as JSON', IMPORTS, JSON_LIST, '"just a string"', /is not JSON/],
  ['numbers as JSON', IMPORTS, JSON_LIST, '[1, 2, 3]', /is a JSON list, but not of objects/],
  ['JSON as CSV', IMPORTS, CSV, WRAPPED, /is JSON, .* use JSON \(application\/json\)/],
  ['an empty list as CSV', IMPORTS, CSV, '[]', /is JSON, .* \(application\/json\)/],
  ['JSON in a batch of CSV', BATCHES, CSV, '{}', /is JSON, .* \(application\/json\)/],
  [
    'a table without a header',
    IMPORTS,
    CSV,
    '44840|Hotel Sol|2.65|39.57\n40162|Hotel Luna|2.66|39.58\n',
    /the first row is data and not a header/,
  ],
  ['an unknown encoding', `${IMPORTS}&encoding=ebcdic-x`, CSV, TABLE, /there is no encoding "ebcdic-x"/],
  [
    'records that are not there',
    `${IMPORTS}&records=hotels`,
    JSON_LIST,
    '{"items":[{"name":"A"}]}',
    /has no records at hotels\[\]; its lists of objects are items\[\]/,
  ],
  ['a cut zip archive', IMPORTS, CSV, Buffer.from('PK\u0003\u0004 and more'), /is a zip archive that ends too early/],
]

it('rejects an unreadable feed by its first bytes, with the reason and without a job', async () => {
  const service = await hostedTestService()
  for (const [what, path, type, body, why] of REFUSED) {
    const response = await send(service, path, type, body)
    const problem = await jsonOf(response)
    expect([what, response.status, problem.code]).toEqual([what, 422, 'validation_failed'])
    expect(problem.detail).toMatch(why)
  }
  expect(await jobsOf(service)).toEqual([])
})

it.each<[string, string, string, Buffer<ArrayBuffer> | string]>([
  ['a list inside an object', '', JSON_LIST, WRAPPED.replaceAll('{"name"', '{"code":"7","name"')],
  [
    'a list that is named',
    '&records=b',
    JSON_LIST,
    '{"a":[{"code":"1","name":"Hotel Ritz"}],"b":[{"code":"7","name":"Hotel Adlon"}]}',
  ],
  ['pages as lines of JSON', '', NDJSON, '{"hotels":[{"code":"7","name":"Hotel Adlon"}]}\n'.repeat(3)],
  ['UTF-16 without a mark', '', CSV, UTF_16],
  ['a table without a header', '&columns=code,name', CSV, '7;Hotel Adlon\n'],
  [
    'an encoding that is told',
    '&encoding=windows-1251',
    CSV,
    Buffer.from([...Buffer.from('code;name\n7;'), 0xce, 0xf2, 0x0a]),
  ],
  ['zstd', '', 'application/zstd', Buffer.from('KLUv/QRYoQAAY29kZSxuYW1lCjcsQWRsb24gSQrMd8oh', 'base64')],
  ['gzip of a type that names no format', '', 'application/gzip', gzipSync(TABLE)],
])('imports %s', async (_what, query, type, body) => {
  const service = await hostedTestService()
  const response = await send(service, `${IMPORTS}${query}`, type, body)
  expect(response.status).toBe(202)
  const { id } = await jsonOf(response)
  const job = await vi.waitFor(async () => {
    const answer = await jsonOf(await service.ask('GET', `/registry/import/${id}`))
    expect(['completed', 'failed']).toContain(answer.status)
    return answer
  })
  expect([job.status, job.counts.rejected ?? 0, job.counts.unreadable ?? 0]).toEqual(['completed', 0, 0])
})

it.each([
  ['declared in the header', { 'content-encoding': 'gzip' }],
  ['visible in the bytes only', {}],
])('rejects a gzip body that unpacks above the limit, without a job: gzip %s', async (_how, headers) => {
  const service = await hostedTestService()
  const { fetch, key } = service
  const bytes = Buffer.concat([Buffer.from('[{"code":"1","name":"Hotel Adlon"},'), Buffer.alloc(10_000_000, ' ')])
  const response = await fetch(IMPORTS, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': JSON_LIST, ...headers },
    body: gzipSync(bytes),
  })
  const problem = await jsonOf(response)
  expect([response.status, problem.code]).toEqual([413, 'payload_too_large'])
  expect(problem.detail).toBe('The body is larger than 10,000,000 bytes; split it.')
  expect(await jobsOf(service)).toEqual([])
})

it.each([
  ['broken lines', NDJSON, `{"name"\n${'x\n'.repeat(3)}`, 4, /^None of the 4 lines .* Line 1: Not valid JSON/],
  [
    'texts in a list',
    JSON_LIST,
    '["Adlon",\n"{Ritz}"]',
    2,
    /^None of the 2 lines .* Line 1: A record must be a JSON object/,
  ],
  ['an empty object', JSON_LIST, '{}', 1, /^None of the 1 records could be used, .* Line 1: /],
  ['rows without a code', CSV, `name\n${'Hotel Adlon\n'.repeat(40)}`, 40, /^None of the 40 records .* Line 2: /],
  ['rows without a usable record', CSV, `code,name\n-,x\n1\n`, 2, /^None of the 2 lines could be used, .* Line 2: /],
  ['1,000 rows with other columns', CSV, `code,name\n${'1\n'.repeat(1_000)}`, 1_000, /Line 2: The row has 1 columns/],
])('fails the job of a feed without an accepted record: %s', async (_what, type, body, lines, why) => {
  const service = await hostedTestService()
  const response = await send(service, IMPORTS, type, body)
  expect(response.status).toBe(202)
  const { id } = await jsonOf(response)
  const job = await vi.waitFor(async () => {
    const answer = await jsonOf(await service.ask('GET', `/registry/import/${id}`))
    expect(['completed', 'failed']).toContain(answer.status)
    return answer
  })
  const { processed, unreadable = 0, rejected = 0 } = job.counts
  expect([job.status, processed, unreadable + rejected]).toEqual(['failed', lines, lines])
  expect(job.error).toMatchObject({ code: 'validation_failed', message: expect.stringMatching(why) })
  const { results } = await jsonOf(await service.ask('GET', `/registry/import/${id}/results?limit=5`))
  expect(results[0].outcome).toMatch(/^(unreadable|rejected)$/)
})

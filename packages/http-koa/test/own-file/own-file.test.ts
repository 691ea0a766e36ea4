import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { openPostgresServiceStore } from '@utpid/adapter-postgres/service'
import { MAX_READ_ROWS } from '@utpid/core/storage'
import { hostedService, MemoryServiceStore, SERVICE_TABLES, type ServiceStore } from '@utpid/service'
import type { ServiceTable } from '@utpid/service/internal'
import { longTest } from '@utpid/testing'
import { writeXlsx } from '@utpid/testing/files'
import { expect, it, onTestFinished, vi } from 'vitest'
import { EmptiedSchemas } from '../../../adapter-postgres/test/support/emptied-schemas.ts'
import { testServer } from '../../../adapter-postgres/test/support/server/test-server.ts'
import { createApp, ROUTES, serviceAccessControl, Uploads } from '../../src/index.ts'
import { type HostedTestOptions, type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { listeningApp } from '../support/listening-app.ts'
import { jsonOf } from '../support/test-service.ts'

const DAY = 86_400_000
const IMPORT = '/registry/import?supplier=own'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const HEADER = 'code;name;city;country;note'
const FEED = `\ufeff${HEADER}\r\n1;Hotel Adlon Kempinski;Berlin;DE;"a ""b"""\r\n2;;;;\r\n3;"Hotel\nGloria";Köln;DE;x\r\n`
const KEPT_TABLES: readonly ServiceTable[] = ['kept_files', 'kept_file_parts', 'kept_file_tallies']

interface Sent {
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

function post({ fetch, key }: HostedTestService, { body = FEED, type = 'text/csv', path = IMPORT, headers }: Sent) {
  return fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
    body,
  })
}

/** Sends a file and waits until its job is over. */
async function run(service: HostedTestService, sent: Sent = {}) {
  const answer = await post(service, sent)
  expect(answer.status).toBe(202)
  const path = answer.headers.get('location') as string
  return await vi.waitFor(async () => {
    const job = await jsonOf(await service.ask('GET', path))
    expect(job.finishedAt).not.toBeNull()
    return { ...job, path }
  }, 20_000)
}

async function downloaded({ ask }: HostedTestService, url: string): Promise<string> {
  const answer = await ask('GET', url)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer()).toString()
}

async function problemOf({ ask }: HostedTestService, url: string): Promise<[number, string]> {
  const answer = await ask('GET', url)
  return [answer.status, (await jsonOf(answer)).code]
}

/** Counts the rows of kept files. */
async function keptRows(store: ServiceStore): Promise<number[]> {
  return await Promise.all(
    KEPT_TABLES.map(async (table) => (await store.range(table, { limit: MAX_READ_ROWS })).length),
  )
}

async function serving(options: HostedTestOptions = {}) {
  const store = new MemoryServiceStore()
  const service = await hostedTestService([], {}, { place: { storage: createMemoryStorage(), store }, ...options })
  return { ...service, store }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'utpid-kept-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('returns the file of an import with the result of each row appended', async () => {
  const service = await serving()
  const job = await run(service, { path: `${IMPORT}&fileName=${encodeURIComponent('C:\\Müller\\東京 "1".csv')}` })
  expect(job.file).toEqual({
    url: `${job.path}/file`,
    name: '東京 "1".csv',
    bytes: Buffer.byteLength(FEED),
    expiresAt: '2026-11-29T12:00:00.000Z',
    notKept: null,
  })
  const answer = await service.ask('GET', job.file.url)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%E6%9D%B1%E4%BA%AC%20%221%22.csv")
  const text = Buffer.from(await answer.arrayBuffer()).toString()
  const [header, first, second] = text.split('\r\n')
  expect(header).toBe(`\ufeff${HEADER};utpid;confidence;status;reason`)
  expect(first).toMatch(/^1;Hotel Adlon Kempinski;Berlin;DE;"a ""b""";[A-Z0-9-]+;[\d.]+;created;$/i)
  expect(second).toMatch(/^2;;;;;;;rejected;\w+$/)
  expect(text).toContain('3;"Hotel\nGloria";Köln;DE;x;')
})

const WORKBOOK = writeXlsx({
  sheets: [
    {
      rows: [
        ['code', 'name'],
        ['1', 'Hotel A'],
      ],
    },
  ],
})

const FORMATS: readonly (readonly [string, string | Buffer, string, string, string, RegExp])[] = [
  ['gzip', gzipSync(FEED), 'application/gzip', 'feed.csv.gz', 'feed.csv', /^.code;.*status;reason\r\n1;/],
  ['XLSX', WORKBOOK, XLSX, 'a.xlsx', 'a.xlsx', /^PK/],
  ['Windows-1252', Buffer.from(FEED.slice(1), 'latin1'), 'text/csv', 'a', 'a.csv', /K\ufffdln;DE;x;/],
  [
    'JSON',
    '{"v":1,"hotels":[ {"code":"1","name":"Hotel A"} ]}',
    'application/json',
    'a.json',
    'a.json',
    /^{"v":1,"hotels":\[ {"code":"1","name":"Hotel A",\s?"utpid":/,
  ],
  [
    'JSON lines',
    '{"code":"1","name":"Hotel A"}\n\n7\n{"code":"2","name":"Hotel B"}\n',
    'application/x-ndjson',
    '',
    '.jsonl',
    /^{"code":"1".*}\n\n7\n{"code":"2".*created.*}\n$/,
  ],
]
/** Each download starts a thread, so that most formats are for the long run. */
const SHORT: ReadonlySet<string> = new Set(['XLSX', 'Windows-1252'])

for (const [format, body, type, name, shown, text] of FORMATS) {
  const register = SHORT.has(format) ? it : longTest
  register(`returns a file in its format: ${format}`, async () => {
    const service = await serving()
    const sent = typeof body === 'string' ? body : new Uint8Array(body)
    const job = await run(service, { body: sent, type, path: `${IMPORT}&fileName=${name}` })
    const answer = await service.ask('GET', job.file.url)
    expect(answer.headers.get('content-disposition')).toContain(shown)
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toMatch(text)
  })
}

it.each([
  ['CSV', 'text/csv', (at: number) => (at === -1 ? 'code,name,city' : `${at},Hotel ${at} Palace,Berlin`)],
  ['NDJSON', 'application/x-ndjson', (at: number) => (at === -1 ? '' : JSON.stringify({ name: `Hotel ${at} Palace` }))],
] as const)('returns the file of a batch job: %s', async (_, type, lineOf) => {
  const service = await serving()
  const lines = Array.from({ length: 1_203 }, (__, at) => lineOf(at - 1))
  const job = await run(service, { type, path: '/registry/batch-map?fileName=b', body: `${lines.join('\n')}\n` })
  const rows = (await downloaded(service, job.file.url)).split('\n')
  expect(rows).toHaveLength(lines.length + 1)
  for (const row of rows.slice(1, -1)) expect(row).toMatch(/no_match/)
  expect(rows.slice(1, -1).map((row, at) => row.startsWith((lines[at + 1] as string).replace(/}$/, '')))).not.toContain(
    false,
  )
})

it('keeps no file of a batch that is answered directly, or of a JSON batch', async () => {
  const service = await serving()
  const direct = await post(service, { path: '/registry/batch-map', body: 'name,city\nHotel A,Berlin\n' })
  expect(direct.status).toBe(200)
  const body = JSON.stringify({ mode: 'async', inputs: [{ name: 'Hotel A' }] })
  const job = await run(service, { path: '/registry/batch-map', type: 'application/json', body })
  expect(job.file).toBeUndefined()
  expect(await problemOf(service, `${job.path}/file`)).toEqual([404, 'file_not_kept'])
  expect(await keptRows(service.store)).toEqual([0, 0, 0])
})

it.each([
  ['declined', { path: `${IMPORT}&keep=false` }, {}],
  [
    'format',
    {
      body: '<h><r><code>1</code><name>Hotel Adlon</name><city>Berlin</city></r><r><code>2</code><name>Hotel Gloria</name><city>Bonn</city></r></h>',
      type: 'application/xml',
    },
    {},
  ],
  ['account_full', {}, { maxAccountBytes: 100 }],
  ['service_full', {}, { maxBytes: 100 }],
  ['off', {}, { days: 0 }],
])('imports without keeping the file: %s', async (reason, sent, files) => {
  const service = await serving({ files })
  const job = await run(service, sent)
  expect(job).toMatchObject({ status: 'completed', file: { url: null, notKept: reason } })
  const answer = await service.ask('GET', `${job.path}/file`)
  expect(await jsonOf(answer)).toMatchObject({ status: 404, code: 'file_not_kept' })
  expect(await keptRows(service.store)).toEqual([0, 0, 0])
})

it('keeps files up to the limit of the account, and further ones once a file has expired', async () => {
  const service = await serving({ files: { maxAccountBytes: 250 } })
  const first = await run(service)
  expect((await run(service)).file.notKept).toBe(null)
  expect((await run(service)).file.notKept).toBe('account_full')
  service.advance(7 * DAY)
  expect(await problemOf(service, first.file.url)).toEqual([410, 'file_expired'])
  await service.service.jobs.create({ kind: 'retention' })
  await vi.waitFor(async () => expect(await keptRows(service.store)).toEqual([0, 0, 0]))
  expect((await run(service)).file.notKept).toBe(null)
  expect((await jsonOf(await service.ask('GET', first.path))).file.url).toBe(first.file.url)
})

it('shows no file to another account, or before the job is done', async () => {
  const service = await serving({ isIdle: true })
  const { headers } = await post(service, {})
  const url = `${headers.get('location')}/file`
  expect(await problemOf(service, url)).toEqual([409, 'job_unfinished'])
  const other = await service.newKey(['*'])
  expect((await service.ask('GET', url, { key: other.key })).status).toBe(404)
})

it('returns the rows that a cancelled job did not reach as not processed', async () => {
  const service = await serving({ isIdle: true })
  const path = (await post(service, {})).headers.get('location')
  await service.ask('POST', `${path}/cancel`, { body: {} })
  const text = await downloaded(service, `${path}/file`)
  expect(text.split('\r\n')[1]).toBe('1;Hotel Adlon Kempinski;Berlin;DE;"a ""b""";;;not_processed;')
})

it('keeps nothing of a body that is no feed, and one file of a repeated request', async () => {
  const service = await serving()
  expect((await post(service, { body: `<html>${'x'.repeat(10_000)}` })).status).toBe(422)
  const short = `code,name\n${'1,Hotel A\n'.repeat(2_000)}`
  expect((await post(service, { body: gzipSync(short).subarray(0, -12), type: 'application/gzip' })).status).toBe(422)
  expect(await keptRows(service.store)).toEqual([0, 0, 0])
  const headers = { 'idempotency-key': 'one' }
  await Promise.all([post(service, { headers }), post(service, { headers })])
  await post(service, { headers })
  expect(await keptRows(service.store)).toEqual([1, 1, 2])
})

it('deletes the files of a deleted account and of deleted jobs', async () => {
  const service = await serving()
  await run(service)
  expect(await service.service.files.deleteOfAccount(service.accountId)).toBe(1)
  expect(await keptRows(service.store)).toEqual([0, 0, 0])
  const job = await run(service)
  await service.store.write([{ table: 'jobs', key: job.id, row: undefined }])
  await service.service.jobs.create({ kind: 'retention' })
  await vi.waitFor(async () => expect(await keptRows(service.store)).toEqual([0, 0, 0]))
})

it('ends a download when its client disconnects, and removes its temporary file', async () => {
  const folder = await newFolder()
  const service = await serving({ isIdle: true, uploads: new Uploads({ folder }) })
  const row = (at: number): string => `${at},Hotel ${at} ${'x'.repeat(400)},Berlin\n`
  const body = `code,name,city\n${Array.from({ length: 12_000 }, (_, at) => row(at)).join('')}`
  const path = (await post(service, { body })).headers.get('location')
  await service.ask('POST', `${path}/cancel`, { body: {} })
  const aborter = new AbortController()
  const { key } = service
  const answer = await service.fetch(`${path}/file`, {
    headers: { authorization: `Bearer ${key}` },
    signal: aborter.signal,
  })
  await answer.body?.getReader().read()
  expect(await readdir(folder)).toHaveLength(1)
  aborter.abort()
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]))
  // The slot of the account is free again.
  expect(await downloaded(service, `${path}/file`)).toContain('not_processed')
})

it('keeps files in a folder', async () => {
  const folder = join(await newFolder(), 'files')
  const service = await serving({ files: { folder } })
  const job = await run(service)
  expect(await readdir(folder)).toHaveLength(1)
  expect(await downloaded(service, job.file.url)).toContain(';created;')
  service.advance(8 * DAY)
  await service.service.jobs.create({ kind: 'retention' })
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]))
})

it('imports also when the folder for files cannot be written', async () => {
  const onError = vi.fn()
  const folder = '/dev/null/files'
  const service = await serving({ files: { folder } })
  vi.spyOn(service.service.files, 'onError').mockImplementation(onError)
  expect((await run(service)).file.notKept).toBe('storage_failed')
  expect(onError).toHaveBeenCalled()
  expect(await keptRows(service.store)).toEqual([0, 0, 0])
})

it('returns a file from another process over the same database', async () => {
  const schemas = new EmptiedSchemas()
  const schema = await schemas.take()
  onTestFinished(() => schemas.drop(), 60_000)
  const opened = async () =>
    await openPostgresServiceStore({ connectionString: await testServer(), schema }, SERVICE_TABLES)
  const place = { storage: createMemoryStorage(), store: await opened() }
  const service = await hostedTestService([], {}, { place })
  // Long notes make the file longer than one of the pieces in which it is stored.
  const note = (): string => Array.from({ length: 40 }, () => Math.random()).join(' ')
  const noise = Array.from({ length: 400 }, (_, at) => `${at},Hotel ${(at * 7_919) % 99_991} Palace,Berlin,${note()}`)
  const body = `code,name,city,note\n${noise.join('\n')}\n`
  const job = await run(service, { body })
  const store = await opened()
  const { registry } = service
  const other = await hostedService({ registry, store, instance: 'other', environment: service.service.environment })
  const uploads = new Uploads()
  const app = createApp({
    registry,
    service: other,
    accessControl: serviceAccessControl(other),
    routes: ROUTES,
    uploads,
  })
  await other.join()
  const { fetch } = await listeningApp(app, async () => {
    await uploads.close()
    await other.stop()
    await store.close()
  })
  const answer = await fetch(job.file.url, { headers: { authorization: `Bearer ${service.key}` } })
  expect(answer.status).toBe(200)
  const rows = (await answer.text()).split('\n')
  expect(rows).toHaveLength(noise.length + 2)
  expect(rows.slice(1, -1).map((row) => row.split(',').slice(0, 4).join(','))).toEqual(noise)
}, 120_000)

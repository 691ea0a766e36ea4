import { gzipSync } from 'node:zlib'
import type { BatchEnvelope, InputItem } from '@utpid/service/reading'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { Uploads } from '../../src/index.ts'
import { limitStoredSize } from '../../src/uploads/limit-stored-size.ts'
import { readUpload } from '../../src/uploads/read-upload.ts'
import type { UploadForm } from '../../src/uploads/upload-form.ts'
import type { UploadRules } from '../../src/uploads/upload-rules.ts'
import type { Upload } from '../../src/uploads/uploads.ts'

const BYTES = { maxBytes: 1_000_000_000 }
const NDJSON: UploadForm = { kind: 'import', format: 'jsonl', ...BYTES }
const HOSTILE = new URL('../support/hostile-upload-child.mjs', import.meta.url)

function uploadsOf(rules: Partial<UploadRules> = {}, threadFile?: URL): Uploads {
  const uploads = new Uploads(rules, threadFile)
  onTestFinished(() => uploads.close())
  return uploads
}

async function* piecesOf(text: string | Buffer, size = 60_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

function uploadOf(body: Upload['body'], more: Partial<Upload> = {}): Upload {
  return { accountId: 'a', form: NDJSON, body, at: 0, signal: new AbortController().signal, ...more }
}

async function itemsOf(items: AsyncIterable<InputItem>): Promise<InputItem[]> {
  const all: InputItem[] = []
  for await (const item of items) all.push(item)
  return all
}

const COUNT = 1_000
const LINES = Array.from({ length: COUNT }, (_, at) => `{"code":"${at}","name":"Hôtel ${at}","ref":"r${at}"}\n`).join(
  '',
)
const TABLE = `code,name\n${Array.from({ length: COUNT }, (_, at) => (at % 9 === 0 ? `${at},"Hotel\n ""${at}"""` : `${at},Hôtel ${at}`)).join('\n')}`

const IDLE = { receiving: 0, reading: 0, waiting: 0 }

/** Most tests share these uploads, since starting a thread is slow. */
const shared = new Uploads({ maxThreads: 1 })
afterAll(() => shared.close())

/** Starts to read an upload. Returns a function that reads the rest of the upload. */
async function heldReading(uploads: Uploads, upload: Upload): Promise<() => Promise<number>> {
  const items = uploads.read(upload)
  const first = await items.next()
  expect(first.done).toBe(false)
  return async () => 1 + (await itemsOf(items)).length
}

/** A body whose rest arrives when the test releases it. */
class HeldBody {
  readonly body: AsyncGenerator<Uint8Array>
  #go: () => void = () => undefined
  isEnded = false

  constructor(text: string) {
    const rest = new Promise<void>((resolve) => {
      this.#go = resolve
    })
    const held = this
    this.body = (async function* () {
      try {
        yield* piecesOf(text)
        await rest
        yield* piecesOf(text)
      } finally {
        held.isEnded = true
      }
    })()
  }

  goOn(): void {
    this.#go()
  }
}

it.each<[string, UploadForm, string | Buffer]>([
  ['lines', NDJSON, `${LINES}{"name":\n[1]\n`],
  ['a list', { kind: 'import', format: 'json', ...BYTES }, `[${LINES.trim().replaceAll('\n', ',\n')}, 5]`],
  ['a table', { kind: 'import', format: 'csv', ...BYTES }, `${TABLE}\nx\n`],
  ['a gzip table', { kind: 'import', format: 'csv', ...BYTES }, gzipSync(TABLE)],
  [
    'a table with a mapping',
    {
      kind: 'import',
      format: 'csv',
      ...BYTES,
      mapping: { columns: [{ target: 'name', column: 'code' }], constants: [] },
    },
    TABLE,
  ],
  [
    'a batch of lines',
    { kind: 'batch-map', format: 'ndjson', ...BYTES, maxInputs: 10_000 },
    LINES.repeat(7).replaceAll('ref', 'x'),
  ],
  [
    'a batch',
    { kind: 'batch-map', format: 'json', ...BYTES, maxInputs: 10_000 },
    `{"inputs":[${LINES.repeat(7).replaceAll('ref', 'x').trim().replaceAll('\n', ',')}],"mode":"async","options":{"limit":2}}`,
  ],
  ['a batch of CSV', { kind: 'batch-map', format: 'csv', ...BYTES, maxInputs: 10_000 }, TABLE],
])('reads %s on a thread as on the main thread', async (_what, form, body) => {
  const uploads = shared
  const [here, there]: [BatchEnvelope, BatchEnvelope] = [{ mode: 'auto' }, { mode: 'auto' }]
  const items = await itemsOf(uploads.read(uploadOf(piecesOf(body), { form, envelope: there })))
  const turns = { yieldIfDue: async () => undefined }
  expect(items).toEqual(await itemsOf(readUpload(piecesOf(body), form, here, turns)))
  expect(items.length).toBeGreaterThanOrEqual(COUNT)
  expect(there).toEqual(here)
})

it.each<[string, UploadForm, string, object]>([
  [
    'too many inputs',
    { kind: 'batch-map', format: 'ndjson', ...BYTES, maxInputs: 5_999 },
    '{"x":1}\n'.repeat(60_000),
    { code: 'batch_too_large' },
  ],
  [
    'a repeated ref',
    { kind: 'batch-map', format: 'ndjson', ...BYTES, maxInputs: 9_999 },
    LINES.repeat(7),
    { code: 'duplicate_ref', details: { indices: [0, COUNT] } },
  ],
  [
    'a truncated list',
    { kind: 'import', format: 'json', ...BYTES },
    `[${LINES.trim().replaceAll('\n', ',')}`,
    { code: 'invalid_json', details: { reason: 'truncated_json' } },
  ],
  [
    'an input with several megabytes',
    { kind: 'batch-map', format: 'json', ...BYTES, maxInputs: 9 },
    `{"inputs":[1,${'[[],'.repeat(300_000)}`,
    { code: 'validation_failed', message: expect.stringContaining('after 1 inputs') },
  ],
])('rejects %s as on the main thread, and the thread reads the next upload', async (_what, form, body, error) => {
  const uploads = shared
  await expect(itemsOf(uploads.read(uploadOf(piecesOf(body), { form })))).rejects.toMatchObject(error)
  expect(await itemsOf(uploads.read(uploadOf(piecesOf(LINES))))).toHaveLength(COUNT)
  expect(uploads.state).toEqual(IDLE)
})

const LONG_HEADER = ['name', ...Array.from({ length: 60 }, (_, at) => `${at}`.padStart(1_000, 'n'))].join()

it.each<[string, UploadForm, string]>([
  [
    'long column names in each row',
    { kind: 'import', format: 'csv', ...BYTES },
    `${LONG_HEADER}\n${`H${',1'.repeat(60)}\n`.repeat(2_000)}`,
  ],
  [
    'long column names in each input',
    { kind: 'batch-map', format: 'csv', ...BYTES, maxInputs: 10_000 },
    `${LONG_HEADER}\n${`H${',1'.repeat(60)}\n`.repeat(2_000)}`,
  ],
])('rejects records that are many times larger than their body: %s', async (_what, form, body) => {
  let characters = 0
  const reading = async (): Promise<void> => {
    for await (const item of readUpload(piecesOf(body), form, {}, { yieldIfDue: async () => undefined })) {
      characters += 'text' in item ? item.text.length : 0
    }
  }
  await expect(reading()).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('64,000,000 characters and 8 for each byte'),
    details: { reason: 'records_too_large' },
  })
  expect(characters).toBeLessThan(80_000_000)
})

it('soon ends with an error for a gzip body with a gigabyte of empty records', async () => {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < 1_000; at++) yield Buffer.from('{}\n'.repeat(333_333))
  }
  let items = 0
  const reading = async (): Promise<void> => {
    for await (const _ of limitStoredSize(linesOf(body()), () => 3 * items)) items++
  }
  async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<InputItem> {
    for await (const piece of bytes) for (let at = 0; at < piece.length; at += 3) yield { text: '{}' }
  }
  await expect(reading()).rejects.toMatchObject({ details: { reason: 'records_too_large' } })
  expect(items).toBeLessThan(400_000)
})

it('also counts the stored size of unreadable lines', async () => {
  async function* items(): AsyncGenerator<InputItem> {
    for (let line = 1; ; line++) yield { line, error: { code: 'invalid_json', message: 'x'.repeat(999_800) } }
  }
  const reading = itemsOf(limitStoredSize(items(), () => 250_000))
  await expect(reading).rejects.toMatchObject({ details: { reason: 'records_too_large', limit: 66_000_000, line: 67 } })
})

it('reads one upload of an account at a time, and uploads of other accounts concurrently', async () => {
  const uploads = uploadsOf()
  const goOn = await heldReading(uploads, uploadOf(piecesOf(LINES), { at: 1 }))
  expect(uploads.state).toEqual({ receiving: 0, reading: 1, waiting: 0 })
  const coming = new HeldBody(LINES)
  const last = itemsOf(uploads.read(uploadOf(coming.body, { at: 2 })))
  await vi.waitFor(() => expect(uploads.state.receiving).toBe(1))
  const second = itemsOf(uploads.read(uploadOf(piecesOf(LINES), { at: 3 })))
  await vi.waitFor(() => expect(uploads.state.waiting).toBe(1))
  const third = itemsOf(
    uploads.read(uploadOf(piecesOf(TABLE), { at: 4, form: { kind: 'import', format: 'csv', ...BYTES } })),
  )
  await vi.waitFor(() => expect(uploads.state).toEqual({ receiving: 1, reading: 1, waiting: 2 }))
  expect(uploads.of('a', 'import').map(({ at, status, position }) => [at, status, position])).toEqual([
    [1, 'reading', 0],
    [3, 'waiting', 1],
    [4, 'waiting', 2],
    [2, 'receiving', 3],
  ])
  expect(uploads.of('a', 'batch-map')).toEqual([])
  expect(await itemsOf(uploads.read(uploadOf(piecesOf(LINES), { accountId: 'b' })))).toHaveLength(COUNT)
  // Small uploads do not wait for a thread.
  expect(await itemsOf(uploads.read(uploadOf(piecesOf('{"name":"x"}\n'))))).toHaveLength(1)
  expect(uploads.state).toEqual({ receiving: 1, reading: 1, waiting: 2 })
  expect([await goOn(), (await second).length, (await third).length]).toEqual([COUNT, COUNT, COUNT])
  expect(uploads.of('a', 'import')).toEqual([{ status: 'receiving', at: 2, position: 0 }])
  coming.goOn()
  expect(await last).toHaveLength(2 * COUNT)
  expect([uploads.state, uploads.of('a', 'import'), uploads.storedBytes]).toEqual([IDLE, [], 0])
})

it('limits the number of threads, and assigns them in order of arrival', async () => {
  const uploads = uploadsOf({ maxThreads: 2, shortBytes: 0 })
  const ends: string[] = []
  const goOns = [await heldReading(uploads, uploadOf(piecesOf(LINES), { accountId: 'a' }))]
  goOns.push(await heldReading(uploads, uploadOf(piecesOf(LINES), { accountId: 'b' })))
  const waiting: Promise<unknown>[] = []
  for (const accountId of ['c', 'd']) {
    const each = itemsOf(uploads.read(uploadOf(piecesOf(LINES), { accountId })))
    waiting.push(each.then(() => ends.push(accountId)))
    await vi.waitFor(() => expect(uploads.state.waiting).toBe(waiting.length))
  }
  await goOns[0]?.()
  await Promise.all(waiting)
  expect(ends).toEqual(['c', 'd'])
  expect(uploads.state).toEqual({ receiving: 0, reading: 1, waiting: 0 })
  await goOns[1]?.()
})

it('reads short uploads while long uploads of others use all threads, compressed or not', async () => {
  const uploads = uploadsOf({ maxThreads: 1, shortBytes: 100_000 })
  const long = LINES.repeat(3)
  const goOn = await heldReading(uploads, uploadOf(piecesOf(long)))
  const waiting = [
    itemsOf(uploads.read(uploadOf(piecesOf(long), { accountId: 'b' }))),
    itemsOf(uploads.read(uploadOf(piecesOf(gzipSync(long)), { accountId: 'c' }))),
  ]
  await vi.waitFor(() => expect(uploads.state).toEqual({ receiving: 0, reading: 1, waiting: 2 }))
  for (const body of [LINES, gzipSync(LINES)]) {
    expect(await itemsOf(uploads.read(uploadOf(piecesOf(body), { accountId: 'd' })))).toHaveLength(COUNT)
  }
  expect(uploads.state).toEqual({ receiving: 0, reading: 1, waiting: 2 })
  await goOn()
  expect((await Promise.all(waiting)).map(({ length }) => length)).toEqual([3 * COUNT, 3 * COUNT])
})

it('assigns no thread to uploads whose bodies are still arriving', async () => {
  const uploads = uploadsOf({ maxThreads: 1 })
  const slow = ['b', 'c', 'd', 'e'].map((accountId) => ({ accountId, held: new HeldBody(LINES) }))
  const reading = slow.map(({ accountId, held }) => itemsOf(uploads.read(uploadOf(held.body, { accountId }))))
  await vi.waitFor(() => expect(uploads.state).toEqual({ receiving: 4, reading: 0, waiting: 0 }))
  expect(await itemsOf(uploads.read(uploadOf(piecesOf(LINES))))).toHaveLength(COUNT)
  expect(uploads.state).toEqual({ receiving: 4, reading: 0, waiting: 0 })
  for (const { held } of slow) held.goOn()
  expect((await Promise.all(reading)).every(({ length }) => length === 2 * COUNT)).toBe(true)
})

it('ends an aborted upload, both while it is read and while it waits', async () => {
  const uploads = uploadsOf({ maxThreads: 1, shortBytes: 0 })
  const [leaveFirst, leaveSecond] = [new AbortController(), new AbortController()]
  const goOn = await heldReading(uploads, uploadOf(piecesOf(LINES.repeat(9)), { signal: leaveFirst.signal }))
  const waiting = itemsOf(uploads.read(uploadOf(piecesOf(LINES), { accountId: 'b', signal: leaveSecond.signal })))
  waiting.catch(() => undefined)
  await vi.waitFor(() => expect(uploads.state).toEqual({ receiving: 0, reading: 1, waiting: 1 }))
  leaveSecond.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
  leaveFirst.abort()
  await expect(goOn()).rejects.toMatchObject({ code: 'aborted' })
  expect([uploads.state, uploads.storedBytes]).toEqual([IDLE, 0])
  expect(await itemsOf(uploads.read(uploadOf(piecesOf(LINES))))).toHaveLength(COUNT)
})

it('passes on the error of a body, and discards an upload that is not read further', async () => {
  const uploads = uploadsOf({ maxThreads: 1 })
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* piecesOf(LINES)
    throw new Error('The body broke.')
  }
  await expect(itemsOf(uploads.read(uploadOf(broken())))).rejects.toThrow('The body broke.')
  for await (const item of uploads.read(uploadOf(piecesOf(LINES)))) {
    expect(item).toMatchObject({ line: 1 })
    break
  }
  expect(uploads.state).toEqual(IDLE)
  expect(await itemsOf(uploads.read(uploadOf(piecesOf(LINES))))).toHaveLength(COUNT)
})

it('rejects waiting and new uploads after close', async () => {
  const uploads = uploadsOf({ maxThreads: 1 })
  const goOn = await heldReading(uploads, uploadOf(piecesOf(LINES.repeat(9))))
  const waiting = itemsOf(uploads.read(uploadOf(piecesOf(LINES))))
  waiting.catch(() => undefined)
  await vi.waitFor(() => expect(uploads.state).toEqual({ receiving: 0, reading: 1, waiting: 1 }))
  await uploads.close()
  await expect(waiting).rejects.toMatchObject({ code: 'closed' })
  await expect(goOn()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(itemsOf(uploads.read(uploadOf(piecesOf(LINES))))).rejects.toMatchObject({ code: 'closed' })
})

it.each([
  ['never ends', 'stuck', 'validation_failed', 'after line or input 7 takes more than 0.2 s of processor time'],
  ['takes all memory', 'hungry', 'validation_failed', 'after line or input 7 needs more than 80 MB of memory'],
  ['exits unexpectedly', 'dies', 'unavailable', 'send the upload again'],
])('a thread that %s fails its upload and nothing else', async (_what, text, code, message) => {
  const uploads = uploadsOf(
    { maxThreads: 1, hangMs: text === 'stuck' ? 200 : 60_000, checkMs: 20, heapMegabytes: 80 },
    HOSTILE,
  )
  const upload = itemsOf(uploads.read(uploadOf(piecesOf(text.padEnd(5_000)))))
  await expect(upload).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  expect(uploads.state).toEqual(IDLE)
  await expect(itemsOf(uploads.read(uploadOf(piecesOf('dies'.padEnd(5_000)))))).rejects.toMatchObject({
    code: 'unavailable',
  })
})

it('does not count bytes as progress: a body without a record for too long counts as hanging', async () => {
  const uploads = uploadsOf({ maxThreads: 1, hangMs: 100, checkMs: 20 })
  const reading = itemsOf(uploads.read(uploadOf(piecesOf(gzipSync('\n'.repeat(30_000_000))))))
  await expect(reading).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('takes more than 0.1 s of processor time'),
  })
})

it('a feed with a recipe has the fields of the recipe, in a thread and without one', async () => {
  const line = JSON.stringify({ code: 7, name: { content: 'Hotel Seven' }, categoryCode: '4EST', shade: 'blue' })
  const form: UploadForm = { ...NDJSON, recipe: 'hotelbeds-content' }
  const record = { code: '7', name: 'Hotel Seven', category: 'hotel', stars: 4, extra: { shade: 'blue' } }
  const turns = { yieldIfDue: () => Promise.resolve() }
  for (const items of [shared.read(uploadOf(piecesOf(line), { form })), readUpload(piecesOf(line), form, {}, turns)]) {
    const [item] = await itemsOf(items)
    expect(item !== undefined && 'text' in item ? JSON.parse(String(item.text)) : item).toMatchObject(record)
  }
})

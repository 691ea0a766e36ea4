import { expect, test } from 'vitest'
import { type Job, type MappedInput, readLines, UtpidError } from '../src/index.ts'
import { hotels, servedRegistry } from './support/served-registry.ts'

test('a batch is sent, reports progress, and returns results in order', async () => {
  const { client } = await servedRegistry(hotels(10))
  const inputs = Array.from({ length: 250 }, (_, at) => ({ ref: `row-${at}`, ...(hotels(10)[at % 10] as object) }))
  const seen: Job[] = []
  const { job, results } = await client.runBatch(inputs, { limit: 1 }, { onProgress: (each) => void seen.push(each) })
  expect(job).toMatchObject({ status: 'completed', progress: 1, counts: { total: 250, processed: 250 } })
  expect(seen.at(-1)).toEqual(job)
  const answers: MappedInput[] = []
  for await (const answer of results()) answers.push(answer)
  expect(answers.map(({ index }) => index)).toEqual(inputs.map((_, at) => at))
  expect(answers[17]).toMatchObject({ ref: 'row-17', decision: 'match', matches: [{ name: expect.any(String) }] })
})

test('inputs may be generated during the upload', async () => {
  const { client } = await servedRegistry()
  async function* made(): AsyncGenerator<object> {
    for (const record of hotels(4)) yield record
    yield { nothing: 'to ask about' }
  }
  const { job, results } = await client.runBatch(made())
  expect(job.counts).toMatchObject({ total: 5, match: 4, invalid: 1 })
  const answers: MappedInput[] = []
  for await (const answer of results()) answers.push(answer)
  expect(answers[4]).toMatchObject({ decision: 'invalid', error: { code: expect.any(String) } })
})

test('a feed can be a text, bytes, a Blob, a stream or records', async () => {
  const { client, registry } = await servedRegistry([])
  const lines = (from: number): string =>
    hotels(10)
      .slice(from, from + 2)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('')
  const csv = 'code,name,city\nx1,Pension Morgenrot,Bonn\n'
  await client.runImport(lines(0))
  await client.runImport(new TextEncoder().encode(lines(2)))
  await client.runImport(new Blob([lines(4)]).stream())
  await client.runImport(new Blob([csv]), { format: 'csv', supplier: 'zimmer' })
  const job = await client.runImport(hotels(10).slice(6, 8))
  expect(job.counts).toMatchObject({ total: 2, processed: 2 })
  expect((await registry.stats()).records.total).toBe(9)
  expect(await registry.locate({ supplier: 'zimmer', code: 'x1' })).toMatchObject({ status: 'active' })
})

test('the outcome of each line of an import is returned', async () => {
  const { client } = await servedRegistry([])
  const { id } = await client.runImport([...hotels(2), { supplier: 'expo', code: '9' }])
  const outcomes: string[] = []
  for await (const { outcome } of client.streamImportResults(id)) outcomes.push(outcome)
  expect(outcomes).toEqual(['created', 'created', 'rejected'])
})

test('a failed job reports the reason', async () => {
  const { client } = await servedRegistry()
  const failing = client.runImport('{"supplier":"expo"\n', { full: true, supplier: 'expo' })
  await expect(failing).rejects.toBeInstanceOf(UtpidError)
  await expect(failing).rejects.toMatchObject({ code: 'feed_incomplete' })
})

test('an import that would end too many records fails with their list, and can be repeated', async () => {
  const { client, registry } = await servedRegistry(hotels(10))
  const before = (await registry.stats()).change
  const csv = 'code,name,action\n1,Hotel One,U\n2,,D\n3,,del\nzz,,DEL\n'
  const query = { format: 'csv', supplier: 'expo', removedWhen: 'action=D,DEL' } as const
  const { id } = await client.startImport(csv, query)
  expect(await client.waitForJob('import', id)).toMatchObject({ status: 'failed', error: { code: 'excessive_loss' } })
  const rows: unknown[] = []
  for await (const row of client.streamImportResults(id)) rows.push(row)
  expect(rows).toMatchObject([
    { outcome: 'loss', ending: 2, suppliers: [{ supplier: 'expo', known: 10, ending: 2 }] },
    { outcome: 'ending', code: '2', reason: 'removed' },
    { outcome: 'ending', code: '3', reason: 'removed' },
  ])
  expect((await registry.stats()).change).toBe(before)
  const job = await client.runImport(csv, { ...query, allowLoss: 0.2 })
  expect(job.counts).toMatchObject({ removed: 2, absent: 1 })
  expect(await registry.locate({ supplier: 'expo', code: '3' })).toMatchObject({ status: 'retired' })
})

test('a concordance is stored, and a cut file is refused with its list', async () => {
  const { client, registry } = await servedRegistry(hotels(3))
  const rows = Array.from({ length: 20 }, (_, at) => ({ id: `s${at}`, provider: 'expo', code: `${at}` }))
  const job = await client.runConcordanceImport('giata', rows, { source: 'a list' })
  expect(job).toMatchObject({ progress: 1, counts: { total: 20, processed: 20, added: 20 } })
  expect(await registry.listConcordances()).toMatchObject([{ name: 'giata', codes: 20, source: 'a list' }])
  const { id } = await client.startConcordanceImport('giata', rows.slice(3))
  expect(await client.waitForJob('concordance', id)).toMatchObject({
    status: 'failed',
    error: { code: 'excessive_loss' },
  })
  const results: unknown[] = []
  for await (const row of client.streamConcordanceResults(id)) results.push(row)
  expect(results).toMatchObject([
    { outcome: 'loss', known: 20, ending: 3 },
    ...['0', '1', '2'].map((code) => ({ outcome: 'ending', supplier: 'expo', code, sets: [`s${code}`] })),
  ])
  const accepted = await client.runConcordanceImport('giata', rows.slice(3), { allowLoss: 0.15 })
  expect(accepted.counts).toMatchObject({ removed: 3, codes: 17 })
  const none = client.runConcordanceImport('giata', [{ nothing: 1 }])
  await expect(none).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('Line 1: The row has no id of a set.'),
  })
})

test('a list of codes is removed', async () => {
  const { client, registry } = await servedRegistry(hotels(10))
  const job = await client.runImport('4\n5\n', { format: 'csv', supplier: 'expo', removedOnly: true, allowLoss: 0.3 })
  expect(job.counts).toMatchObject({ total: 2, removed: 2 })
  expect((await registry.stats()).records.total).toBe(8)
  for (const query of [
    { removedOnly: true, full: true },
    { removedOnly: true, removedWhen: 'deleted' },
    { removedWhen: 'deleted=' },
  ]) {
    await expect(client.startImport('4\n', { format: 'csv', supplier: 'expo', ...query })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  }
})

test('the file of a job is returned with UTPIDs', async () => {
  const { client } = await servedRegistry(hotels(1))
  const csv = 'code,name,city\nx1,Pension Morgenrot,Bonn\n'
  const { id, file } = await client.runImport(csv, { format: 'csv', supplier: 'own', fileName: 'own.csv' })
  expect(file).toMatchObject({ name: 'own.csv', bytes: csv.length, notKept: null })
  const text = await new Response(await client.downloadFile('import', id)).text()
  expect(text).toMatch(
    /^code,name,city,utpid,confidence,status,reason\nx1,Pension Morgenrot,Bonn,UTP-\S+,1,created,\n$/,
  )
  const declined = await client.runImport(csv, { format: 'csv', supplier: 'own', keep: false })
  await expect(client.downloadFile('import', declined.id)).rejects.toMatchObject({ code: 'file_not_kept' })
})

test('an export is available as bytes and row by row', async () => {
  const { client, registry } = await servedRegistry(hotels(3))
  const rows: unknown[] = []
  for await (const row of client.exportRows()) rows.push(row)
  const own: unknown[] = []
  for await (const row of registry.export()) own.push(JSON.parse(JSON.stringify(row)))
  const withoutTime = (list: unknown[]): unknown[] => list.map((row) => ({ ...(row as object), at: 0, checksum: 0 }))
  expect(withoutTime(rows)).toEqual(withoutTime(own))
  const lines: string[] = []
  for await (const line of readLines(await client.export('crosswalk'))) lines.push(line)
  expect(lines[0]).toBe('utpid,supplier,code,name,city,country,confidence,status,method,since')
  expect(lines).toHaveLength(4)
  const codes: unknown[] = []
  for await (const row of client.exportRows('crosswalk')) codes.push(row)
  const ownCodes: unknown[] = []
  for await (const row of registry.crosswalk()) ownCodes.push(row)
  expect(codes).toEqual(ownCodes)
  const products: unknown[] = []
  for await (const row of client.exportRows('crosswalk', { layout: 'wide' })) products.push(row)
  expect(products).toMatchObject(Array(3).fill({ utpid: expect.any(String), codes: expect.any(Object) }))
})

test('a stream that the caller stops reading is cancelled', async () => {
  const { client } = await servedRegistry(hotels(50))
  for await (const row of client.exportRows()) {
    expect(row).toMatchObject({ kind: 'utpid-export' })
    break
  }
  expect(await client.stats()).toMatchObject({ products: { total: 50 } })
})

test('a signal aborts waiting', async () => {
  const { client } = await servedRegistry()
  const end = new AbortController()
  const { id } = await client.startBatch(hotels(3))
  await client.waitForJob('batch', id)
  const waiting = client.waitForJob('batch', id, { signal: end.signal, onProgress: () => end.abort('enough') })
  // The job had already finished at the first poll.
  expect(await waiting).toMatchObject({ status: 'completed' })
  await expect(client.waitForJob('batch', id, { signal: end.signal })).rejects.toBe('enough')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

const PATH = '/registry/concordance-import'
const MULTI_CODES = `<?xml version="1.0"?><properties>${[1, 2]
  .map(
    (id) =>
      `<property giataId="${id}"><name>Hotel ${id}</name><propertyCodes><provider providerCode="Iberostar"><code><value>A${id}</value></code></provider><provider providerCode="dotw"><code><value>B${id}</value></code><code><value>C${id}</value></code></provider></propertyCodes></property>`,
  )
  .join('')}</properties>`

async function sent({ fetch, key }: HostedTestService, query: string, body: string | Buffer, type = 'text/csv') {
  return await fetch(`${PATH}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body: Buffer.from(body) as Buffer<ArrayBuffer>,
  })
}

/** Sends a file and waits for its job. */
async function stored(service: HostedTestService, ...file: [query: string, body: string | Buffer, type?: string]) {
  const answer = await sent(service, ...file)
  expect(answer.status).toBe(202)
  const { id } = await jsonOf(answer)
  const job = await vi.waitFor(
    async () => {
      const found = await jsonOf(await service.ask('GET', `${PATH}/${id}`))
      expect(['completed', 'failed']).toContain(found.status)
      return found
    },
    { timeout: 50_000 },
  )
  return { job, results: (await jsonOf(await service.ask('GET', `${PATH}/${id}/results`))).results }
}

describe('a concordance sent as a file', { timeout: 120_000 }, () => {
  it.each<[string, string, string | Buffer, string]>([
    ['CSV', 'name=giata', 'id;provider;code\n7;north;1\n7;South;A\n8;south;B\n', 'text/csv'],
    ['packed CSV', 'name=giata', gzipSync('id,provider,code\n7,north,1\n7,south,A\n8,south,B\n'), 'application/gzip'],
    [
      'JSON Lines without suppliers',
      'name=giata&supplier=north',
      '{"setId":7,"hotelCode":"1"}\n{"setId":7,"hotelCode":"A"}\n{"setId":8,"hotelCode":"B"}\n',
      'application/x-ndjson',
    ],
    [
      'JSON in an envelope',
      'name=giata&records=data.rows',
      '{"data":{"rows":[{"id":"7","provider":"north","code":1},{"id":"7","provider":"south","code":"A"},{"id":"8","provider":"south","code":"B"}]}}',
      'application/octet-stream',
    ],
    ['CSV without a header', 'name=giata&columns=id,provider,code', '7,north,1\n7,south,A\n8,south,B\n', 'text/csv'],
  ])('is stored from %s', async (_what, query, body, type) => {
    const service = await hostedTestService()
    const { job, results } = await stored(service, query, body, type)
    expect(job).toMatchObject({ status: 'completed', progress: 1, counts: { total: 3, processed: 3, added: 3 } })
    expect(results).toMatchObject([{ outcome: 'stored', name: 'giata', codes: 3, listed: 0, more: false }])
    expect(await service.registry.listConcordances()).toMatchObject([{ name: 'giata', codes: 3 }])
  })

  it('is stored by a recipe', async () => {
    const service = await hostedTestService()
    const { job } = await stored(service, 'name=giata&recipe=giata-multicodes', MULTI_CODES, 'application/xml')
    expect(job).toMatchObject({ status: 'completed', counts: { total: 2, added: 6 } })
  })

  const formats = process.env.UTPID_DATA
  it.skipIf(formats === undefined)('is stored from the published sample', async () => {
    const service = await hostedTestService()
    const sample = readFileSync(join(formats ?? '', 'formats/giata-multicodes.xml'))
    const { job } = await stored(service, 'name=giata&recipe=giata-multicodes', sample, 'application/xml')
    expect(job).toMatchObject({ status: 'completed', counts: { unreadable: 0, rejected: 0 } })
    expect(job.counts.added).toBeGreaterThan(0)
  })

  it('lists unusable lines, then contradictions, of a file that a thread reads', async () => {
    const service = await hostedTestService()
    const rows = Array.from({ length: 3_000 }, (_, at) => `${at},north,${at}`)
    const file = `id,provider,code\n${rows.join('\n')}\n,north,x\nother,north,7\n`
    const { job, results } = await stored(service, 'name=giata&source=May', file)
    expect(job.counts).toMatchObject({ total: 3_002, unreadable: 1, added: 3_000, contradictions: 1 })
    expect(results).toMatchObject([
      { outcome: 'unreadable', line: 3_002, error: { message: 'The row has no id of a set.' } },
      { outcome: 'contradiction', kind: 'several_sets', code: { supplier: 'north', code: '7' }, sets: ['7', 'other'] },
      { outcome: 'stored', rows: 3_002, listed: 1 },
    ])
    const cut = await stored(service, 'name=giata', `id,provider,code\n${rows.slice(0, 2_000).join('\n')}\n`)
    expect(cut.job).toMatchObject({ status: 'failed', error: { code: 'excessive_loss' }, counts: { ending: 1_000 } })
    expect(cut.results[0]).toMatchObject({ outcome: 'loss', known: 3_000, ending: 1_000, allowLoss: 0.1 })
    const entries = [{ supplier: 'north', code: '1', set: '1' }]
    const direct = await service.ask('POST', '/registry/concordances/giata', { body: { entries } })
    expect([direct.status, await jsonOf(direct)]).toMatchObject([
      409,
      { code: 'excessive_loss', loss: { known: 3_000, ending: 2_999, codes: { length: 1_000 } } },
    ])
    const accepted = await service.ask('POST', '/registry/concordances/giata', { body: { entries, allowLoss: 1 } })
    expect(await jsonOf(accepted)).toMatchObject({ removed: 2_999, codes: 1 })
  })

  it.each([
    ['name=giata', '', 'text/csv', 'The body is empty'],
    ['name=giata', '<html><body>Not found</body></html>', 'text/csv', ''],
    ['name=GIATA', 'id,provider,code\n1,a,1\n', 'text/csv', 'query.name'],
    ['name=giata&recipe=hotelbeds-content', 'id,provider,code\n1,a,1\n', 'text/csv', 'query.recipe'],
    ['name=giata&allowLoss=2', 'id,provider,code\n1,a,1\n', 'text/csv', 'query.allowLoss'],
    ['', 'id,provider,code\n1,a,1\n', 'text/csv', 'query.name'],
  ])('is refused without a job: %s %s', async (query, body, type, detail) => {
    const service = await hostedTestService()
    const answer = await sent(service, query, body, type)
    expect([answer.status, (await jsonOf(answer)).detail]).toEqual([422, expect.stringContaining(detail)])
    expect((await jsonOf(await service.ask('GET', PATH))).results).toEqual([])
  })

  it('needs a key that may write for every supplier', async () => {
    const service = await hostedTestService()
    const { key } = await service.newKey(['registry:read'])
    expect((await sent({ ...service, key }, 'name=giata', 'id,provider,code\n1,a,1\n')).status).toBe(403)
  })
})

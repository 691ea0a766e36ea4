import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { parseScoringModel } from '@utpid/core/scoring'
import { createApp, httpServer, OPEN_ACCESS, ROUTES } from '@utpid/http-koa'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { schema } from '../support/schemas/views-schema.ts'
import { houseFiles, labelFiles, NORTH, QUERIES, QUERY, SCHEMA_FILE, SOUTH, viewOf } from './houses.ts'

const write = houseFiles()

async function filled(storage: Storage = createMemoryStorage()): Promise<Registry> {
  const registry = await createRegistry({ storage, schema })
  await registry.upsert({ ...NORTH, supplier: 'north' })
  await registry.upsert({ ...SOUTH, supplier: 'south' })
  return registry
}

/** Returns how a registry matches a query that only the custom key connects, and how it explains the pair. */
async function answers(registry: Registry): Promise<unknown> {
  const sides = [
    { supplier: 'north', code: 'N1' },
    { supplier: 'south', code: 'S1' },
  ] as const
  return {
    match: await registry.match(QUERY, { explain: true }),
    batch: await registry.mapBatch(QUERIES, { explain: true, minConfidence: 0 }),
    why: await registry.explainMatch(...sides),
  }
}

test('scores, links and explains by the schema, and the same after it is opened again', async () => {
  const storage = createMemoryStorage()
  const registry = await filled(storage)
  expect((await registry.stats()).products.total).toBe(1)
  const { decision, matches } = await registry.match(QUERY, { explain: true })
  expect(decision).toBe('match')
  expect(viewOf(matches[0]?.explanation)).toEqual({ level: 'same', bits: 40 })
  const { pair, together } = await registry.explainMatch(
    { supplier: 'north', code: 'N1' },
    { supplier: 'south', code: 'S1' },
  )
  expect([together, viewOf(pair)]).toEqual([true, { level: 'same', bits: 40 }])
  const again = await createRegistry({ storage, schema })
  expect(await answers(again)).toEqual(await answers(registry))
  expect(await again.import([{ ...NORTH, supplier: 'north' }])).toMatchObject({ unchanged: 1 })
})

test('trains, and the trained model scores', async () => {
  const { records, pairs } = labelFiles(write)
  const out = write('model.json', [])
  const trained = await runCli([
    'train',
    '--pairs',
    pairs,
    '--records',
    records,
    '--out',
    out,
    '--name',
    'views-1',
    '--schema',
    SCHEMA_FILE,
  ])
  expect(trained.code, trained.err).toBe(0)
  const model = parseScoringModel(JSON.parse(readFileSync(out, 'utf8')), schema)
  const { same, different } = model.profiles.lodging.bits.view ?? {}
  expect(model.comparisons).toEqual({ view: 1 })
  expect(same).toBeGreaterThan(0)
  expect(different).toBeLessThan(0)
  const registry = await filled()
  await registry.rescore({ model })
  const found = await registry.match(QUERY, { explain: true, minConfidence: 0 })
  expect(viewOf(found.matches[0]?.explanation)).toEqual({ level: 'same', bits: same })
})

test('answers over HTTP', async () => {
  const registry = await createRegistry({ storage: createMemoryStorage(), schema })
  const errors: unknown[] = []
  const app = createApp({
    registry,
    accessControl: OPEN_ACCESS,
    routes: ROUTES,
    onInternalError: (e) => errors.push(e),
  })
  const server = httpServer(app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // biome-ignore lint/suspicious/noExplicitAny: the test checks the fields that it reads.
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return await (await fetch(`${address}${path}`, { method, headers, ...sent })).json()
  }
  const { code: north, ...record } = NORTH
  const { code: south, ...other } = SOUTH
  const { utpid } = await ask('PUT', `/registry/supplier/north/code/${north}`, record)
  expect(
    await ask('PUT', `/registry/supplier/south/code/${south}`, { ...other, seaView: other.meerblick }),
  ).toMatchObject({ outcome: 'linked', utpid })
  expect((await ask('GET', `/registry/supplier/north/code/${north}`)).record.seaView).toBe(NORTH.seaView)
  const found = await ask('POST', '/registry/match', { input: QUERY, options: { explain: true } })
  expect([found.decision, viewOf(found.matches[0].explanation)]).toEqual(['match', { level: 'same', bits: 40 }])
  const sides = { a: { supplier: 'north', code: north }, b: { supplier: 'south', code: south } }
  const { pair } = await ask('POST', '/registry/explain', sides)
  expect(viewOf(pair)).toEqual({ level: 'same', bits: 40 })
  const { components } = await ask('GET', '/openapi.json')
  expect(components.schemas.SupplierRecord.properties.seaView).toMatchObject({ title: 'Sea view', maxLength: 100 })
  expect(errors).toEqual([])
})

import { createRegistry, type Registry } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { afterAll, expect, test } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { EmptiedSchemas } from '../support/emptied-schemas.ts'
import { testServer } from '../support/server/test-server.ts'

const TWO_MINUTES_MS = 120_000
const RECORDS = [...generateFeeds({ seed: 20, products: 120 }).records].map((row) =>
  toRecord({ ...row, supplier: row.source }),
)
const schemas = new EmptiedSchemas()
afterAll(() => schemas.drop(), TWO_MINUTES_MS)

test('of several processes that count words, one counts and the others follow', {
  timeout: TWO_MINUTES_MS,
}, async () => {
  const schema = await schemas.take()
  const connectionString = await testServer()
  const open = async (): Promise<Registry> =>
    await createRegistry({ storage: await openPostgresStorage({ connectionString, schema }) })
  const registries = [await open()]
  try {
    await registries[0]?.import(RECORDS)
    registries.push(await open(), await open())
    const counts = await Promise.allSettled(registries.map((each) => each.countTermFrequencies({ force: true })))
    const outcomes = counts.map((each) => (each.status === 'fulfilled' ? each.value.outcome : each.reason.code))
    // A process that started later may have counted again.
    expect(outcomes.filter((outcome) => outcome === 'counted').length).toBeGreaterThan(0)
    for (const outcome of outcomes) expect(['counted', 'generation_open']).toContain(outcome)
    const questions = RECORDS.slice(0, 20).map(({ supplier: _, code: __, ...input }) => input)
    const [first, ...others] = await Promise.all(registries.map((each) => each.mapBatch(questions)))
    for (const other of others) expect(other).toEqual(first)
    const written = registries.map((each, at) =>
      each.import(RECORDS.slice(0, 30).map((row) => ({ ...row, code: `${row.code}-${at}` }))),
    )
    for (const report of await Promise.all(written)) expect(report.read).toBe(30)
    const stats = await Promise.all(registries.map((each) => each.stats()))
    expect(new Set(stats.map(({ modelVersion }) => modelVersion.tfVersion)).size).toBe(1)
  } finally {
    for (const each of registries) await each.close()
    await schemas.giveBack(schema)
  }
})

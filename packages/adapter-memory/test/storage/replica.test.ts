import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import type { ReplicaProgress } from '@utpid/core/copy'
import { replica } from '@utpid/core/copy'
import { testStorage } from '@utpid/storage-conformance'
import { expect, test } from 'vitest'

testStorage({
  name: 'replica in memory of a registry in memory',
  createStorage: async (settings) => {
    return await replica({ primary: createMemoryStorage(settings), local: () => createMemoryStorage() })
  },
  capabilities: { durable: false, sharedWriters: false, exactTotals: true },
  histories: 3,
})

test('reports its progress to the end', async () => {
  const primary = createMemoryStorage()
  const registry = await createRegistry({ storage: primary })
  const records = Array.from({ length: 2_500 }, (_, at) => ({
    supplier: 'expo',
    code: String(at),
    name: `Inn ${at.toString(36)} of its own`,
  }))
  await registry.import(records)
  await registry.deactivate({ supplier: 'expo', code: '7' })
  const { records: held, products } = await registry.stats()
  const told: ReplicaProgress[] = []
  const copy = await replica({
    primary,
    local: () => createMemoryStorage(),
    onProgress: (progress) => told.push(progress),
  })
  const total = held.total + products.total
  expect(told.length).toBeGreaterThan(2)
  expect(told.map(({ rows }) => rows)).toEqual(told.map(({ rows }) => rows).toSorted((a, b) => a - b))
  expect(told.at(-1)).toEqual({ rows: total, total })
  await copy.close()
})

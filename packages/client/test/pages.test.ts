import { expect, test } from 'vitest'
import { hotels, servedRegistry } from './support/served-registry.ts'

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

test('a search yields all items of all pages, each product once', async () => {
  const { client } = await servedRegistry(hotels(23))
  const found = await listOf(client.all.search({ q: 'hotel', limit: 5 }))
  expect(found).toHaveLength(23)
  expect(new Set(found.map(({ utpid }) => utpid)).size).toBe(23)
})

test('a page is requested only when it is needed', async () => {
  const { client } = await servedRegistry(hotels(23))
  let asked = 0
  for await (const _ of client.all.search({ q: 'hotel', limit: 5 }, { onResponse: () => void asked++ })) break
  expect(asked).toBe(1)
})

test('changes continue after a given change, until now', async () => {
  const { client, registry } = await servedRegistry([])
  for (const record of hotels(7)) await registry.upsert(record)
  const changes = await listOf(client.all.changes({ limit: 2 }))
  const { change } = await registry.stats()
  expect(changes.at(-1)?.change).toBe(change)
  expect(changes.map((each) => each.change)).toEqual([...new Set(changes.map((each) => each.change))])
  expect(await listOf(client.all.changes({ after: change }))).toEqual([])
  expect(await listOf(client.all.changes({ after: changes[2]?.change, limit: 1 }))).toEqual(changes.slice(3))
})

test('alerts and duplicates are read page by page', async () => {
  const { client, registry } = await servedRegistry(hotels(6))
  const [first, ...others] = (await registry.search('hotel')).products.map(({ utpid }) => utpid)
  for (const other of others) await client.resolveDuplicate(first ?? '', { duplicate: other, resolution: 'dismiss' })
  const { total } = await client.alerts({ status: 'all' })
  expect(await listOf(client.all.alerts({ status: 'all', limit: 2 }))).toHaveLength(total)
  const duplicates = await client.duplicates(first ?? '', { status: 'all' })
  const all = await listOf(client.all.duplicates(first ?? '', { status: 'all', limit: 1 }))
  expect(all).toHaveLength(duplicates.total)
})

test('jobs, logs and the audit log are read with their cursors', async () => {
  const { client, service } = await servedRegistry([])
  for (let at = 0; at < 5; at++) await client.startBatch([{ name: `Hotel ${at}` }])
  for (let at = 0; at < 3; at++) await client.runImport(hotels(1))
  for (let at = 0; at < 3; at++) await client.createService({ name: `Engine ${at}` })
  expect(await listOf(client.all.batchJobs({ limit: 2 }))).toHaveLength(5)
  expect(await listOf(client.all.importJobs({ limit: 1 }))).toHaveLength(3)
  const audit = await listOf(client.all.audit({ limit: 2 }))
  expect(audit.filter(({ action }) => /service/.test(action))).toHaveLength(3)
  await service.recorder.flush()
  const logs = await listOf(client.all.logs({ limit: 2, method: 'POST' }))
  expect(logs.length).toBe(11)
})

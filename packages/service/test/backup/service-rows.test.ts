import { expect, it } from 'vitest'
import { restoreServiceRows, serviceRows, type TableRow } from '../../src/backup/service-rows.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import type { ServiceStore } from '../../src/store/service-store.ts'

async function running(): Promise<ServiceStore> {
  const store = new MemoryServiceStore()
  await store.write([
    { table: 'limit_group', key: 'group', row: { writer: 'one' } },
    { table: 'limit_members', key: 'member/one', row: { size: 1, processCount: 1 } },
    {
      table: 'limit_buckets',
      key: 'a/k/key-sustained',
      row: { requests: 1, perSeconds: 60, level: 0, filledAt: 0, leases: {} },
    },
  ])
  return store
}

it('a backup excludes the current state of processes, and can be restored beside such state', async () => {
  const store = await running()
  const quota = { table: 'quotas', key: 'a/2026-11', row: { leased: 5 } } as const
  await store.write([quota])
  const rows: TableRow[] = []
  for await (const row of serviceRows(store)) rows.push(row)
  expect(rows).toEqual([quota])
  async function* backup() {
    yield* rows
  }
  const other = await running()
  expect(await restoreServiceRows(other, backup())).toBe(1)
  expect((await other.range('quotas', { limit: 10 })).map(({ key }) => key)).toEqual([quota.key])
  await expect(restoreServiceRows(other, backup())).rejects.toMatchObject({ code: 'storage_not_empty' })
})

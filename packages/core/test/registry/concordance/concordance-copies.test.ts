import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry } from '@utpid/core'
import { replica, restoreRegistry } from '@utpid/core/copy'
import type { ConcordanceEntry, ExportRow } from '@utpid/core/operations'
import { applyDelta, readDelta } from '@utpid/core/storage'
import { expect, it } from 'vitest'
import { ExportChecksum } from '../../../src/registry/export/export-checksum.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameRegistry } from '../../support/same-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const ENTRIES: readonly ConcordanceEntry[] = [
  { supplier: 'alpha', code: 'A1', set: '1' },
  { supplier: 'beta', code: 'B1', set: '2' },
  { supplier: 'gamma', code: 'unknown', set: '3' },
  { supplier: 'gamma', code: 'unknown', set: '4' },
]

async function rowsOf(registry: Registry, after?: number): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const row of registry.export(after === undefined ? {} : { after }))
    rows.push(JSON.parse(JSON.stringify(row)))
  return rows
}

async function sample() {
  const opened = await openRegistry()
  await opened.registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
  await opened.registry.storeConcordance('giata', ENTRIES, { source: 'a file' })
  return opened
}

it('an export contains concordances, and a restored registry continues with them', async () => {
  const { registry, storage } = await sample()
  const copy = createMemoryStorage()
  await restoreRegistry(copy, await rowsOf(registry))
  await expectSameRegistry(copy, storage)
  const { registry: restored } = await openRegistry({ storage: copy })
  expect(await restored.listConcordances()).toEqual(await registry.listConcordances())
  const { change } = await copy.ledger.head()
  expect(await restored.storeConcordance('giata', ENTRIES)).toMatchObject({ added: 0, changed: 0, change })
})

it('a delta contains changed and removed rows of concordances', async () => {
  const { registry, storage } = await sample()
  const copy = createMemoryStorage()
  await restoreRegistry(copy, await rowsOf(registry))
  const { change } = await storage.ledger.head()
  await registry.storeConcordance('giata', ENTRIES.slice(1), { allowLoss: 1 })
  await registry.storeConcordance('vendor', ENTRIES.slice(0, 1))
  await applyDelta(copy.ledger, await readDelta(await rowsOf(registry, change)))
  await expectSameRegistry(copy, storage)
})

it('restores an export of the format without concordances', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, QUILL])
  const checksum = new ExportChecksum()
  const rows = (await rowsOf(registry)) as ExportRow[]
  const earlier = rows.map(({ checksum: _, ...row }) =>
    checksum.withChecksum(row.kind === 'utpid-export' ? { ...row, format: 2 } : row),
  )
  const copy = createMemoryStorage()
  await restoreRegistry(copy, earlier)
  await expectSameRegistry(copy, storage)
})

it('a replica follows concordances, and writes them to its primary', async () => {
  const { registry, storage } = await sample()
  const copy = createMemoryStorage()
  const follower = await replica({ primary: storage, local: () => copy, pollMilliseconds: 1 })
  await registry.removeConcordance('giata')
  await registry.storeConcordance('vendor', ENTRIES)
  await follower.waitFor((await storage.ledger.head()).change)
  expect(await copy.ledger.scanConcordances(undefined, 100)).toEqual(
    await storage.ledger.scanConcordances(undefined, 100),
  )
  const { registry: behind } = await openRegistry({ storage: follower })
  await behind.storeConcordance('own', ENTRIES)
  expect(await registry.listConcordances()).toEqual(await behind.listConcordances())
  await behind.close()
})

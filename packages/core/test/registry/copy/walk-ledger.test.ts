import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Ledger, LedgerRow } from '@utpid/core/storage'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { expect, test } from 'vitest'
import { replicateLedger } from '../../../src/registry/copy/replicate-ledger.ts'
import { scanLedger } from '../../../src/registry/copy/scan-ledger.ts'
import { emptyCommit } from '../../../src/storage/commit.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameRegistry } from '../../support/same-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const AT = '2026-01-01T00:00:00.000Z'

function overlaid<Name extends keyof Ledger>(ledger: Ledger, name: Name, method: Ledger[Name]): Ledger {
  return new Proxy(ledger, {
    get(target, asked: keyof Ledger) {
      return ((asked === name ? method : target[asked]) as (...args: unknown[]) => unknown).bind(target)
    },
  })
}

test('a scan that never catches up ends with an error', async () => {
  const { ledger } = createMemoryStorage()
  const restless = overlaid(ledger, 'head', async () => {
    await ledger.commit({ ...emptyCommit(AT, 0), aliases: [{ alias: 'TW-1', productId: 1 }] })
    return ledger.head()
  })
  const walk = async (): Promise<void> => {
    for await (const _ of scanLedger(restless));
  }
  await expect(walk()).rejects.toMatchObject({ code: 'unavailable' })
})

test('an export ends, however much the process writes meanwhile', async () => {
  const inner = createMemoryStorage()
  let reads = 0
  // Slows down the change feed, so that the writer below writes much before the response.
  const ledger = overlaid(inner.ledger, 'changes', async (after, limit) => {
    const changes = await inner.ledger.changes(after, limit)
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    reads++
    return changes
  })
  const { registry } = await openRegistry({ storage: { ...inner, ledger } })
  await registry.import([ZEPHYR, QUILL])
  let isOpen = true
  let written = 0
  const writing = (async () => {
    while (isOpen) {
      await registry.upsert({ ...ZEPHYR, stars: (written++ % 5) + 1 })
      await setImmediate()
    }
  })()
  const kinds: string[] = []
  for await (const row of registry.export()) kinds.push(row.kind)
  isOpen = false
  await writing
  expect(kinds.at(-1)).toBe('end')
  expect(written).toBeGreaterThan(0)
  expect(reads).toBeLessThan(10)
})

test('a scan after a change returns only later changes, and fails after their expiry', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR])
  const { change: after } = await storage.ledger.head()
  await registry.import([QUILL])
  const rows: LedgerRow[] = []
  for await (const page of scanLedger(storage.ledger, { after })) rows.push(...page.rows)
  const codes = rows.flatMap((row) => (row.kind === 'record' ? [row.row.record.code] : []))
  expect(codes).toEqual([QUILL.code])
  await storage.setNextChange(after + 2)
  await expect(replicateLedger(storage.ledger, createMemoryStorage().ledger, { after })).rejects.toMatchObject({
    code: 'changes_expired',
  })
})

test('a replica with an expired change feed catches up by a scan, including removals', async () => {
  const { registry, storage } = await openRegistry()
  const mirror = createMemoryStorage()
  const bridge = { ...ZEPHYR, supplier: 'gamma', code: 'G1' }
  // Two products become one, and an edge is removed.
  await registry.import([ZEPHYR, { ...ZEPHYR_BY_BETA, name: 'Quill', phone: '', website: '' }, bridge])
  await replicateLedger(storage.ledger, mirror.ledger)
  await registry.import([ZEPHYR_BY_BETA])
  await registry.import([{ ...bridge, name: 'Annex of Elsewhere', phone: '', website: '', location: QUILL.location }])
  expect((await storage.ledger.scanLineage(-1, 100)).some(({ status }) => status !== 'active')).toBe(true)
  await storage.setNextChange(1_000)
  await replicateLedger(storage.ledger, mirror.ledger)
  await expectSameRegistry(mirror, storage)
})

test('a replica has the product to which a record would return, even without other changes', async () => {
  const { registry, storage } = await openRegistry()
  const mirror = createMemoryStorage()
  await registry.import([ZEPHYR])
  const [stored] = await storage.ledger.scanRecords(-1, 1)
  if (stored?.link === undefined) throw new Error('nothing was imported')
  const ended = { ...stored.row, revision: 2, keys: [], deactivatedAt: AT, formerProduct: stored.link.productId }
  const counters = { records: -1, [`records.supplier.${ended.record.supplier}`]: -1 }
  await storage.ledger.commit({ ...emptyCommit(AT, 0), records: [ended], unlinked: [ended.id], counters })
  const after = await replicateLedger(storage.ledger, mirror.ledger)
  await storage.ledger.commit({ ...emptyCommit(AT, 0), records: [{ ...ended, formerProduct: 7 }] })
  await replicateLedger(storage.ledger, mirror.ledger, { after })
  expect((await mirror.ledger.getRecords([ended.id]))[0]?.row.formerProduct).toBe(7)
})

test('a registry opens on a replica, matches, follows its changes, and continues alone', async () => {
  const { registry, storage } = await openRegistry()
  const mirror = createMemoryStorage()
  for (let stars = 1; stars <= 5; stars++) await registry.upsert({ ...ZEPHYR, stars })
  await registry.import([ZEPHYR_BY_BETA])
  const after = await replicateLedger(storage.ledger, mirror)
  const { registry: copy } = await openRegistry({ storage: mirror })
  const { supplier: _, code: __, ...input } = ZEPHYR
  const matched = await copy.match(input)
  expect(matched).toMatchObject({ decision: 'match', utpid: (await registry.match(input)).utpid })
  await registry.import([QUILL])
  await replicateLedger(storage.ledger, mirror, { after })
  expect((await copy.search('quill')).total).toBe(1)
  const { change } = await storage.ledger.head()
  await copy.upsert({
    ...QUILL,
    supplier: 'gamma',
    code: 'G9',
    name: 'Oriel',
    location: { city: 'Bergen' },
    phone: '',
    website: '',
  })
  const minted = (await mirror.ledger.scanProducts(-1, 10)).map(({ mintedChange }) => mintedChange)
  expect(Math.max(...minted)).toBeGreaterThan(change)
})

test('a replica with an interrupted first call is no registry yet', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, QUILL])
  const mirror = createMemoryStorage()
  const signal = {
    get aborted() {
      return stopped
    },
  }
  let stopped = false
  const stopping = overlaid(storage.ledger, 'scanLineage', async (after, limit) => {
    stopped = true
    return storage.ledger.scanLineage(after, limit)
  })
  await expect(replicateLedger(stopping, mirror, { signal })).rejects.toMatchObject({ code: 'aborted' })
  await expect(openRegistry({ storage: mirror })).rejects.toMatchObject({ code: 'restore_unfinished' })
  await replicateLedger(storage.ledger, mirror)
  await expectSameRegistry(mirror, storage)
  await openRegistry({ storage: mirror })
})

test('a replica detects a reindex, and a new scan copies the rows of the new index', async () => {
  const { registry, storage } = await openRegistry()
  const mirror = createMemoryStorage()
  await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
  const after = await replicateLedger(storage.ledger, mirror.ledger)
  await registry.reindex({ rules: ARTIFICIAL_RULES })
  await expect(replicateLedger(storage.ledger, mirror.ledger, { after })).rejects.toMatchObject({
    code: 'changes_expired',
  })
  await replicateLedger(storage.ledger, mirror.ledger)
  await expectSameRegistry(mirror, storage)
})

test.each([1, 2])('an export fails if a reindex finishes after line %i, and never mixes two indexes', async (taken) => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR, QUILL])
  const rows = registry.export()[Symbol.asyncIterator]()
  for (let line = 0; line < taken; line++) await rows.next()
  await registry.reindex({ rules: ARTIFICIAL_RULES })
  const rest = async (): Promise<void> => {
    while (!(await rows.next()).done);
  }
  await expect(rest()).rejects.toMatchObject({ code: 'changes_expired' })
})

test('a scan fails if the index version has changed at its end, even without a change', async () => {
  const { ledger } = createMemoryStorage()
  const versions = ['1-a', '2-b']
  const renewed = overlaid(ledger, 'head', async () => ({
    ...(await ledger.head()),
    indexVersion: versions.length > 1 ? (versions.shift() as string) : (versions[0] as string),
  }))
  const walk = async (): Promise<void> => {
    for await (const _ of scanLedger(renewed));
  }
  await expect(walk()).rejects.toMatchObject({ code: 'changes_expired', message: expect.stringContaining('1-a') })
})

test('a scan yields the details of few records at a time, and the rest of a page once', async () => {
  const { registry, storage } = await openRegistry()
  const records = Array.from({ length: 230 }, (_, at) => ({
    ...QUILL,
    code: `A${at}`,
    phone: '',
    fax: `+33 1 40 20 50 ${at + 10}`,
  }))
  await registry.import(records)
  const pages: number[] = []
  const details = new Map<number, unknown>()
  for await (const { rows, from } of scanLedger(storage.ledger)) {
    const own = rows.flatMap((row) => (row.kind === 'record' ? [row] : []))
    if (from === 'scan' && own.length > 0) pages.push(own.length)
    for (const row of own) details.set(row.row.id, row.details)
  }
  expect(pages).toEqual([100, 100, 30])
  const ids = [...details.keys()]
  expect([...details.values()]).toEqual(await storage.ledger.details(ids))
})

test('a scan reads a long change feed in pages of few records', async () => {
  const { registry, storage } = await openRegistry()
  for (let batch = 0; batch < 30; batch++) await storage.ledger.commit({ ...emptyCommit(AT, 0), suppliers: [] })
  const records = Array.from({ length: 700 }, (_, at) => ({ ...QUILL, code: `A${at}`, phone: '', website: '' }))
  for (let version = 0; version < 10; version++) {
    await registry.import(records.map((record) => ({ ...record, bookings: version })))
  }
  const sizes: number[] = []
  let reached = 0
  for await (const page of scanLedger(storage.ledger, { after: 0 })) {
    sizes.push(page.rows.filter(({ kind }) => kind === 'record').length)
    expect(page.reached ?? 0).toBeGreaterThanOrEqual(reached)
    reached = page.reached ?? reached
  }
  expect(sizes.filter((size) => size > 0)).toEqual([700, 700])
  expect(reached).toBe((await storage.ledger.head()).change)
})

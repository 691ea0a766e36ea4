import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Ledger, LedgerRow, Storage } from '@utpid/core'
import { expect, test } from 'vitest'
import { mirrorLedger } from '../../src/registry/mirror-ledger.ts'
import { walkLedger } from '../../src/registry/walk-ledger.ts'
import { emptyCommit } from '../../src/storage/commit.ts'
import { openRegistry } from './support/open-registry.ts'
import { expectSameRegistry } from './support/same-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from './support/sample-hotels.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** A ledger to which somebody writes whenever it is read by id. */
function restless({ ledger }: Storage): Ledger {
  return new Proxy(ledger, {
    get(target, name: keyof Ledger) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>
      return async (...args: unknown[]) => {
        if (name === 'head') await target.commit({ ...emptyCommit(AT, 0), aliases: [{ alias: 'TW-1', productId: 1 }] })
        return method.apply(target, args)
      }
    },
  })
}

test('a walk that nobody lets come to rest ends with an error, not never', async () => {
  const walk = async (): Promise<void> => {
    for await (const _ of walkLedger(restless(createMemoryStorage())));
  }
  await expect(walk()).rejects.toMatchObject({ code: 'unavailable' })
})

test('other writes of the process wait while the last rows of an export are read, and no longer', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR, QUILL])
  let open = true
  let written = 0
  const writing = (async () => {
    while (open) await registry.upsert({ ...ZEPHYR, stars: (written++ % 5) + 1 })
  })()
  const kinds: string[] = []
  for await (const row of registry.export()) kinds.push(row.kind)
  open = false
  await writing
  expect(kinds[0]).toBe('utpid-export')
  expect(kinds.at(-1)).toBe('end')
  expect(written).toBeGreaterThan(1)
})

test('a walk after a change tells only of what came later, and fails where the feed has been let go', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR])
  const { change: after } = await storage.ledger.head()
  await registry.import([QUILL])
  const rows: LedgerRow[] = []
  for await (const page of walkLedger(storage.ledger, { after })) rows.push(...page.rows)
  const codes = rows.flatMap((row) => (row.kind === 'record' ? [row.row.record.code] : []))
  expect(codes).toEqual([QUILL.code])
  await storage.continueAfter(after + 1)
  await expect(mirrorLedger(storage.ledger, createMemoryStorage().ledger, { after })).rejects.toMatchObject({
    code: 'changes_expired',
  })
})

test('a mirror whose feed was let go catches up by a scan, also with what has gone meanwhile', async () => {
  const { registry, storage } = await openRegistry()
  const mirror = createMemoryStorage()
  const bridge = { ...ZEPHYR, supplier: 'gamma', code: 'G1' }
  // Two products that become one, and an edge that goes.
  await registry.import([ZEPHYR, { ...ZEPHYR_BY_BETA, name: 'Quill', phone: '', website: '' }, bridge])
  await mirrorLedger(storage.ledger, mirror.ledger)
  await registry.import([ZEPHYR_BY_BETA])
  await registry.import([{ ...bridge, name: 'Annex of Elsewhere', phone: '', website: '', location: QUILL.location }])
  expect((await storage.ledger.scanLineage(-1, 100)).some(({ status }) => status !== 'active')).toBe(true)
  await storage.continueAfter(1_000)
  await mirrorLedger(storage.ledger, mirror.ledger)
  await expectSameRegistry(mirror, storage)
})

import type { AlertRow } from '@utpid/core/storage'
import { expect, test } from 'vitest'
import { emptyCommit } from '../../../src/storage/commit.ts'
import { TWIN_A } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'

test('a rebuild describes an alert about copies by all records of both products', async () => {
  const { registry, storage } = await openRegistry()
  const { ledger } = storage
  await registry.import([TWIN_A, { ...TWIN_A, code: 'A9' }])
  await registry.import([{ ...TWIN_A, supplier: 'beta', code: 'Z1', bookings: 50 }])
  const [alert] = (await ledger.scanAlerts(undefined, 10)) as [AlertRow]
  // A closed alert keeps its tags. By the time that it opens again, the records of the products may be others.
  const { change } = await ledger.head()
  const at = '2026-01-02T00:00:00.000Z'
  const products = (await ledger.getProducts(alert.products)).flatMap((row) => row ?? [])
  await ledger.commit({
    ...emptyCommit(at, change),
    products: products.map((row) => ({ ...row, revision: row.revision + 1, duplicates: 0 })),
    counters: { 'alerts.open': -1, 'alerts.withdrawn': 1 },
    alerts: [
      {
        ...alert,
        status: 'withdrawn',
        resolvedAt: at,
        resolution: { by: 'machine' },
        tags: ['supplier:old'],
        bookings: 3,
      },
    ],
  })
  await registry.reindex({ force: true })
  const [now] = await ledger.getAlerts([alert.id])
  expect(now).toMatchObject({ status: 'open', copies: 2, tags: alert.tags, bookings: 50 })
  expect(now?.tags).toContain('supplier:beta')
  await expectConsistent(storage)
})

import { describe, expect, test } from 'vitest'
import { eventsAfter, expectRefused, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

describe('end', () => {
  test('deactivates one record: its product continues with the others', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.stats()
    expect(await registry.deactivate({ supplier: 'Alpha', code: ' A1 ' })).toEqual({
      deactivated: 1,
      retired: 0,
      change: change + 1,
    })
    expect((await registry.get(utpid))?.suppliers.map(({ id }) => id)).toEqual(['beta'])
    expect(await eventsAfter(registry, change)).toEqual([
      { type: 'product.updated', utpid, fields: expect.arrayContaining(['suppliers']) },
    ])
    expect(await registry.deactivate(ZEPHYR)).toEqual({ deactivated: 0, retired: 0, change: change + 1 })
    await expectConsistent(storage)
  })

  test('of the last record retires the product, which its code reactivates', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    const utpid = await utpidOf(registry, ZEPHYR)
    expect(await registry.deactivate(ZEPHYR)).toMatchObject({ deactivated: 1, retired: 1 })
    expect(await registry.get(utpid)).toBeUndefined()
    expect(await registry.locate({ utpid })).toEqual({ status: 'retired', requested: utpid, utpid: null })
    // The code identifies its product, whatever content the record has now.
    expect(await registry.upsert({ ...ZEPHYR, stars: 5 })).toMatchObject({ utpid })
    await expectConsistent(storage)
  })

  test('of an unknown code is rejected', async () => {
    const world = await openRegistry()
    await expectRefused(world, (registry) => registry.deactivate(ZEPHYR), { code: 'not_found' })
  })
})

describe('deactivateSupplier', () => {
  test('deactivates all its records, with progress and date', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const progress: number[] = []
    const report = await registry.deactivateSupplier('alpha', { onProgress: (ended) => progress.push(ended) })
    expect(report).toMatchObject({ deactivated: 2, retired: 1, change: (await registry.stats()).change })
    expect(progress).toEqual([2])
    expect(await registry.suppliers()).toMatchObject([
      { id: 'alpha', deactivatedAt: expect.any(String) },
      { id: 'beta' },
    ])
    expect((await registry.stats()).records.total).toBe(1)
    expect(await registry.deactivateSupplier('alpha')).toEqual({ deactivated: 0, retired: 0, change: report.change })
    await expectConsistent(storage)
  })

  test('a supplier that sends records again is active again', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    await registry.deactivateSupplier('alpha')
    await registry.upsert(ZEPHYR)
    expect((await registry.suppliers())[0]).not.toHaveProperty('deactivatedAt')
  })

  test('ends what others send while it runs, too', async () => {
    const { registry, storage } = await openRegistry()
    const { registry: other } = await openRegistry({ storage, random: () => 77 })
    await registry.import([ZEPHYR, QUILL])
    let isWritten = false
    const { scanCodes } = storage.ledger
    storage.ledger.scanCodes = async (...asked) => {
      const page = await scanCodes.call(storage.ledger, ...asked)
      if (page.length === 0 && !isWritten) {
        isWritten = true
        await other.upsert({ ...ZEPHYR, code: 'A0' })
      }
      return page
    }
    expect(await registry.deactivateSupplier('alpha')).toMatchObject({
      deactivated: 3,
      change: (await registry.stats()).change,
    })
    expect(await registry.suppliers()).toMatchObject([{ id: 'alpha', deactivatedAt: expect.any(String) }])
    expect((await registry.stats()).records.total).toBe(0)
    await expectConsistent(storage)
  })

  test('one that others begin to send again as it ends has not ended', async () => {
    for (const isLate of [false, true]) {
      const { registry, storage } = await openRegistry()
      const { registry: other } = await openRegistry({ storage })
      await registry.import([ZEPHYR, QUILL])
      const { commit } = storage.ledger
      storage.ledger.commit = async (step) => {
        const [row] = step.suppliers
        if (step.records.length > 0 || row?.deactivatedAt === undefined) return commit.call(storage.ledger, step)
        storage.ledger.commit = commit
        // A writer before the deactivation cannot see that the supplier is inactive. A writer after it makes the
        // supplier active again.
        if (!isLate) await other.upsert(ZEPHYR)
        const result = await storage.ledger.commit(step)
        if (isLate) await other.upsert(ZEPHYR)
        return result
      }
      const { change } = await registry.deactivateSupplier('alpha')
      const { changes, ...stats } = { changes: change, ...(await registry.stats()) }
      expect((await registry.suppliers())[0]).not.toHaveProperty('deactivatedAt')
      expect(stats.records.total).toBe(1)
      expect(changes).toBe(stats.change)
      await expectConsistent(storage)
    }
  })

  test('a supplier that others permanently send stays active', async () => {
    const { registry, storage } = await openRegistry()
    const { registry: other } = await openRegistry({ storage })
    await registry.import([ZEPHYR])
    const { commit } = storage.ledger
    storage.ledger.commit = async (step) => {
      const result = await commit.call(storage.ledger, step)
      if (step.unlinked.length > 0) await other.upsert(ZEPHYR)
      return result
    }
    expect((await registry.deactivateSupplier('alpha')).deactivated).toBeGreaterThan(1)
    expect((await registry.suppliers())[0]).not.toHaveProperty('deactivatedAt')
    await expectConsistent(storage)
  })

  test('keeps its deactivations when stopped, and continues when called again', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR, QUILL])
    const stop = new AbortController()
    stop.abort()
    await expectRefused(world, (registry) => registry.deactivateSupplier('alpha', { signal: stop.signal }), {
      code: 'aborted',
    })
    expect(await world.registry.deactivateSupplier('alpha')).toMatchObject({ deactivated: 2 })
  })

  test('of an unknown supplier is rejected', async () => {
    const world = await openRegistry()
    await expectRefused(world, (registry) => registry.deactivateSupplier('nobody'), { code: 'not_found' })
  })
})

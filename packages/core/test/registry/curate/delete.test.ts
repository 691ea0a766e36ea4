import { describe, expect, test } from 'vitest'
import { ACTOR, codesOf, eventsAfter, expectRefused, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

describe('delete', () => {
  test('removes a product: its UTPID and its codes report that for ever', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.stats()
    expect(await registry.delete(utpid, { ...ACTOR, note: 'a test entry' })).toEqual({
      change: change + 1,
      utpids: [],
      inactive: [{ utpid, into: null }],
      changed: true,
    })
    expect(await registry.get(utpid)).toBeUndefined()
    expect(await registry.locate({ utpid })).toEqual({ status: 'deleted', requested: utpid, utpid: null })
    for (const each of [ZEPHYR, ZEPHYR_BY_BETA]) {
      expect(await registry.locate({ supplier: each.supplier, code: each.code })).toMatchObject({
        status: 'deleted',
        utpid: null,
      })
    }
    expect(await eventsAfter(registry, change)).toEqual([{ type: 'product.deleted', utpid }])
    expect((await registry.stats()).records.total).toBe(1)
    expect((await registry.search('Zephyr Marlowe')).total).toBe(0)
    await expectRefused({ registry, storage }, () => registry.delete(utpid, ACTOR), { code: 'product_deleted' })
  })

  test('closes its alerts', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([TWIN_A, TWIN_B])
    await registry.delete(await utpidOf(registry, TWIN_A), ACTOR)
    expect((await registry.alerts()).total).toBe(0)
    expect(await registry.get(await utpidOf(registry, TWIN_B))).toMatchObject({ duplicates: 0 })
    await expectConsistent(storage)
  })

  test('suppresses its codes and reports them, until it is undone', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const utpid = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.delete(utpid, ACTOR)
    for (const record of [ZEPHYR, { ...ZEPHYR, stars: 5 }, { ...QUILL, code: 'A1' }]) {
      expect(await registry.upsert(record)).toMatchObject({ outcome: 'suppressed', utpid, confidence: 0 })
    }
    expect(await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])).toMatchObject({ suppressed: 2, created: 1 })
    expect(await registry.locate({ supplier: 'alpha', code: 'A1' })).toMatchObject({ status: 'deleted' })
    await registry.undo(change, ACTOR)
    expect((await codesOf(registry, utpid)).sort()).toEqual(['alpha:A1', 'beta:B1'])
    expect(await registry.upsert({ ...ZEPHYR, stars: 5 })).toMatchObject({ outcome: 'updated', utpid })
    expect((await registry.lineage(utpid))?.steps.map(({ kind }) => kind)).toEqual(['minted', 'deleted', 'revived'])
    await expectConsistent(storage)
  })

  test('suppresses codes that were inactive before, also of merged products', async () => {
    const { registry, storage } = await openRegistry()
    const gone = { ...QUILL, supplier: 'beta', code: 'B2' }
    await registry.import([ZEPHYR, QUILL, gone])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    await registry.deactivate(gone)
    await registry.merge(zephyr, quill, { ...ACTOR, survivor: zephyr })
    await registry.delete(zephyr, ACTOR)
    expect(await registry.locate(gone)).toMatchObject({ status: 'deleted' })
    expect(await registry.upsert(gone)).toMatchObject({ outcome: 'suppressed' })
    await expectConsistent(storage)
  })

  test('of a merged UTPID removes the surviving product', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    await registry.merge(zephyr, quill, { ...ACTOR, survivor: zephyr })
    await registry.delete(quill, ACTOR)
    expect(await registry.locate({ utpid: zephyr })).toMatchObject({ status: 'deleted' })
    expect(await registry.locate({ utpid: quill })).toEqual({ status: 'deleted', requested: quill, utpid: null })
  })
})

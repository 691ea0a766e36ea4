import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { orderlessState } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { crowd, seededRandom } from '../../support/small-world.ts'

describe('upsert', () => {
  test('returns the outcome of the record', async () => {
    const { registry } = await openRegistry()
    const created = await registry.upsert(ZEPHYR)
    expect(created).toMatchObject({ index: 0, outcome: 'created', supplier: 'alpha', code: 'A1', confidence: 1 })
    const linked = await registry.upsert(ZEPHYR_BY_BETA)
    expect(linked).toMatchObject({ outcome: 'linked', utpid: 'utpid' in created ? created.utpid : '' })
    expect(await registry.upsert({ ...ZEPHYR_BY_BETA, stars: 5 })).toMatchObject({ outcome: 'updated' })
    expect(await registry.upsert({ ...ZEPHYR_BY_BETA, stars: 5 })).toMatchObject({ outcome: 'unchanged' })
    expect(await registry.upsert({ name: 'No code', supplier: 'alpha' })).toMatchObject({
      outcome: 'rejected',
      rejection: { code: 'missing_code' },
    })
  })

  test('an update of what is not shown is a new revision without a new date', async () => {
    const { registry } = await openRegistry()
    const { utpid = '' } = (await registry.upsert(ZEPHYR)) as { utpid?: string }
    const before = await registry.get(utpid)
    await registry.upsert({ ...ZEPHYR, extra: { lift: true } })
    const after = await registry.get(utpid)
    expect(after?.revision).toBe((before?.revision ?? 0) + 1)
    expect(after?.lastUpdated).toBe(before?.lastUpdated)
    expect(after?.records[0]?.record.extra).toEqual({ lift: true })
  })

  test('many concurrent writers of one hotel create it once', async () => {
    const { registry, storage } = await openRegistry()
    const suppliers = Array.from({ length: 12 }, (_, at) => `s${at}`)
    const outcomes = await Promise.all(
      suppliers.flatMap((supplier) => [
        registry.upsert({ ...ZEPHYR, supplier }),
        registry.upsert({ ...ZEPHYR, supplier }),
      ]),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'created').length).toBe(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'unchanged').length).toBe(suppliers.length)
    expect((await registry.stats()).products.total).toBe(1)
    await expectConsistent(storage)
  })

  test('several concurrent registries on one storage create no duplicates and lose nothing', async () => {
    const storage = createMemoryStorage()
    const registries: Registry[] = []
    for (let writer = 0; writer < 3; writer++) {
      // The processes use different ids, since two real processes do not draw the same ones.
      let drawn = writer * 1_000
      registries.push((await openRegistry({ storage, random: () => ++drawn * 7_919 })).registry)
    }
    const names = ['Zephyr', 'Marlowe', 'Quill', 'Rondel', 'Pavane', 'Oriel', 'Larch', 'Solace']
    const record = (supplier: string, hotel: number): object => ({
      ...ZEPHYR,
      supplier,
      code: `c${hotel}`,
      name: `Hotel ${names[hotel]} ${names[(hotel + 3) % names.length]}`,
      phone: `+33 1 40 20 50 ${10 + hotel}`,
      website: `https://hotel-${hotel}.example/`,
      location: { ...ZEPHYR.location, address: `${10 + hotel * 2} Rue de la Pavane` },
    })
    const hotels = names.map((_, hotel) => hotel)
    const writes = hotels.flatMap((hotel) =>
      registries.flatMap((registry, writer) => [
        registry.upsert(record(`s${writer}`, hotel)),
        registry.upsert(record('shared', hotel)),
      ]),
    )
    await Promise.all(writes)
    const whole = await expectConsistent(storage)
    expect(whole.records.length).toBe(names.length * 4)
    const fresh = await openRegistry()
    await fresh.registry.import(
      hotels.flatMap((hotel) => ['s0', 's1', 's2', 'shared'].map((each) => record(each, hotel))),
    )
    expect((await orderlessState(storage)).groups).toEqual((await orderlessState(fresh.storage)).groups)
    expect(whole.products.length).toBe(names.length)
  })

  test('two registries that fill and empty a crowded block at once leave the edges of a full run', async () => {
    const storage = createMemoryStorage()
    let drawn = 0
    const random = (): number => ++drawn * 7_919
    const one = await openRegistry({ storage, random })
    const other = await openRegistry({ storage, random })
    const records = crowd(202, 4, seededRandom(8))
    const gone = (at: number): object => ({ ...records[at], location: { city: 'Paris' } })
    const expectFullRun = async (now: readonly unknown[]): Promise<number> => {
      const fresh = await openRegistry()
      await fresh.registry.import(now)
      const [lived, expected] = [await orderlessState(storage), await orderlessState(fresh.storage)]
      expect(lived.edges).toEqual(expected.edges)
      expect(lived.groups).toEqual(expected.groups)
      return lived.edges.length
    }
    await one.registry.import(records)
    expect(await expectFullRun(records)).toBe(0)
    // Each process sees 202 records and removes one. Only both removals together bring the key within its limit.
    await Promise.all([one.registry.upsert(gone(3)), other.registry.upsert(gone(7))])
    expect(
      await expectFullRun(records.map((record, at) => (at === 3 || at === 7 ? gone(at) : record))),
    ).toBeGreaterThan(100)
    await Promise.all([one.registry.upsert(records[3]), other.registry.upsert(records[7])])
    expect(await expectFullRun(records)).toBe(0)
  })

  test('two registries that meet in one product without a shared key do not overwrite each other', async () => {
    const storage = createMemoryStorage()
    let drawn = 0
    const random = (): number => ++drawn * 7_919
    const one = await openRegistry({ storage, random })
    const other = await openRegistry({ storage, random })
    const zephyr = (code: string, ...values: readonly string[]): object => ({
      supplier: `s${code}`,
      code,
      name: 'Zephyr Marlowe',
      identifiers: values.map((value) => ({ scheme: 'giata', value })),
    })
    await one.registry.upsert(zephyr('a', '1', '2'))
    await Promise.all([one.registry.upsert(zephyr('b', '1')), other.registry.upsert(zephyr('c', '2'))])
    await expectConsistent(storage)
    const fresh = await openRegistry()
    await fresh.registry.import([zephyr('a', '1', '2'), zephyr('b', '1'), zephyr('c', '2')])
    expect((await orderlessState(storage)).groups).toEqual((await orderlessState(fresh.storage)).groups)
  })

  describe('with an idempotency key', () => {
    test('a repeated call returns the current state and has one effect', async () => {
      const { registry, storage } = await openRegistry()
      const first = await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })
      const again = await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })
      expect(again).toEqual({ ...first, outcome: 'unchanged' })
      expect((await storage.ledger.head()).change).toBe(1)
    })

    test('a repeated call after another write does not revert that write', async () => {
      const { registry } = await openRegistry()
      const first = await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })
      await registry.upsert({ ...ZEPHYR, stars: 5 })
      const again = await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })
      expect(again).toEqual({ ...first, outcome: 'unchanged' })
      expect(await registry.get('utpid' in first ? (first.utpid ?? '') : '')).toMatchObject({ stars: 5 })
    })

    test('a repeated call after the record has moved returns an existing UTPID', async () => {
      const { registry } = await openRegistry()
      await registry.upsert(ZEPHYR)
      await registry.upsert(ZEPHYR_BY_BETA, { idempotencyKey: 't1' })
      const moved = await registry.upsert({ ...QUILL, supplier: 'beta', code: 'B1' })
      const again = await registry.upsert(ZEPHYR_BY_BETA, { idempotencyKey: 't1' })
      expect(again).toMatchObject({ outcome: 'unchanged', utpid: 'utpid' in moved ? moved.utpid : '' })
    })

    test('other content with a used key is rejected', async () => {
      const { registry } = await openRegistry()
      await registry.upsert(QUILL)
      const first = await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })
      await registry.upsert({ ...QUILL, stars: 3 })
      await expect(registry.upsert({ ...ZEPHYR, stars: 5 }, { idempotencyKey: 't1' })).rejects.toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('"t1" belongs to an earlier write with other content; nothing was written'),
      })
      await expect(registry.upsert({ ...QUILL, stars: 4 }, { idempotencyKey: 't1' })).rejects.toMatchObject({
        code: 'validation_failed',
      })
      expect(await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })).toEqual({ ...first, outcome: 'unchanged' })
    })

    test('repeating it is done also after a write of the same millisecond', async () => {
      const { registry } = await openRegistry({ clock: () => Date.UTC(2026, 0, 1) })
      const first = await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })
      await registry.upsert({ ...ZEPHYR, stars: 5 })
      expect(await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })).toEqual({ ...first, outcome: 'unchanged' })
    })

    test('a key that is no text is rejected', async () => {
      const { registry } = await openRegistry()
      const upsert = (options: object): Promise<unknown> => registry.upsert(ZEPHYR, options)
      await expect(upsert({ idempotencyKey: {} })).rejects.toMatchObject({ code: 'validation_failed' })
      await expect(upsert({ supplier: 5 })).rejects.toMatchObject({ code: 'validation_failed' })
    })

    test('a key of another record is rejected, and nothing is written', async () => {
      const { registry } = await openRegistry()
      await registry.upsert(ZEPHYR, { idempotencyKey: 't1' })
      await expect(registry.upsert(QUILL, { idempotencyKey: 't1' })).rejects.toMatchObject({
        code: 'validation_failed',
      })
      expect(await registry.locate({ supplier: 'alpha', code: 'A2' })).toBeUndefined()
    })
  })
})

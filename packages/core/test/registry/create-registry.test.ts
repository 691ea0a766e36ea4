import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, RegistryOptions } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import { INDEX_VERSION_TEXT } from '../../src/features/rules/index-version.ts'
import { createRegistry } from '../../src/registry/create-registry.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { openRegistry } from '../support/open-registry.ts'
import { QUILL, ZEPHYR } from '../support/sample-hotels.ts'

describe('createRegistry', () => {
  test.each([
    ['no options', undefined],
    ['no storage', {}],
    ['a storage that is none', { storage: {} }],
    ['a clock that is no function', { storage: createMemoryStorage(), clock: 5 }],
    ['an unknown option', { storage: createMemoryStorage(), colour: 'red' }],
    ['a gazetteer that is none', { storage: createMemoryStorage(), gazetteer: {} }],
    ['a format that cannot parse', { storage: createMemoryStorage(), format: { format: () => '' } }],
  ])('%s is refused', async (_, options) => {
    await expect(createRegistry(options as unknown as RegistryOptions)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('createRegistry'),
    })
  })

  test.each([
    ['an unknown rule', { order: ['loudest'] }, 'order[0] must be one of priority'],
    ['no rule', { order: [] }, 'order must be a list of rules'],
    ['a rule twice', { order: ['newest', 'newest'] }, 'order has a rule twice'],
    ['an unknown field', { fields: { colour: ['newest'] } }, 'fields.colour is not a field'],
    ['a union of a text', { fields: { phone: ['union'] } }, '"union" is only for lists'],
    ['a union before another rule', { fields: { images: ['union', 'newest'] } }, '"union" is only for lists'],
    ['an unknown member', { orders: ['newest'] }, 'orders is not a member'],
    ['suppliers that are no list', { order: [{ suppliers: 'expo' }] }, '{ "suppliers": ["id", ...] }'],
  ])('survivorship rules with %s are refused', async (_, survivorshipRules, message) => {
    const options = { storage: createMemoryStorage(), survivorshipRules } as unknown as RegistryOptions
    await expect(createRegistry(options)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(message),
    })
  })

  test.each([
    ['records that are none', (registry: Registry) => registry.import({} as unknown as unknown[])],
    ['text as records', (registry: Registry) => registry.import('abc' as unknown as unknown[])],
    ['options that are no object', (registry: Registry) => registry.match({}, 5 as unknown as object)],
    ['nothing to locate', (registry: Registry) => registry.locate(null as unknown as { utpid: string })],
    ['a supplier id that is no text', (registry: Registry) => registry.setSupplier({ id: 7 as unknown as string })],
    ['a city that is no text', (registry: Registry) => registry.search('', { city: 5 as unknown as string })],
    ['a search text that is none', (registry: Registry) => registry.search(5 as unknown as string)],
    ['a UTPID that is no text', (registry: Registry) => registry.get(5 as unknown as string)],
    ['a status that is none', (registry: Registry) => registry.alerts({ status: 'bogus' as 'open' })],
  ])('%s: refused with a code', async (_, run) => {
    const { registry } = await openRegistry()
    await expect(run(registry)).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test('null as options is none', async () => {
    const { registry } = await openRegistry()
    expect((await registry.alerts(null as unknown as object)).total).toBe(0)
  })

  test('an invalid model is rejected with the field', async () => {
    const model = { ...DEFAULT_MODEL, thresholds: { ...DEFAULT_MODEL.thresholds, match: 2 } }
    await expect(createRegistry({ storage: createMemoryStorage(), model })).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('thresholds.match'),
    })
  })

  test('an empty storage gets the index version, and a storage of another version is rejected', async () => {
    const storage = createMemoryStorage()
    await createRegistry({ storage })
    expect((await storage.ledger.head()).indexVersion).toBe(INDEX_VERSION_TEXT)
    await createRegistry({ storage })
    await storage.setIndexVersion('0-made-up')
    await expect(createRegistry({ storage })).rejects.toMatchObject({ code: 'index_outdated' })
  })

  test('an id that exists is drawn again', async () => {
    const draws = [7, 7, 8]
    const { registry } = await openRegistry({ random: () => draws.shift() ?? 99 })
    const ids = []
    for (const record of [ZEPHYR, QUILL]) ids.push((await registry.upsert(record)) as { utpid?: string })
    expect(new Set(ids.map(({ utpid }) => utpid)).size).toBe(2)
    const twice = [5, 5, 6]
    const batch = await openRegistry({ random: () => twice.shift() ?? 99 })
    expect(await batch.registry.import([ZEPHYR, QUILL])).toMatchObject({ created: 2 })
  })

  test('a closed registry rejects every call with closed, and both closings end together', async () => {
    let closed = 0
    const inner = createMemoryStorage()
    const storage = {
      ...inner,
      close: async () => {
        await inner.close()
        closed++
      },
    }
    const { registry } = await openRegistry({ storage })
    const upserting = registry.upsert(ZEPHYR)
    const closing = registry.close()
    await registry.close()
    expect(closed).toBe(1)
    await closing
    // Closing finishes pending work first.
    expect(await upserting).toMatchObject({ outcome: 'created' })
    const calls = [
      () => registry.import([]),
      () => registry.upsert(ZEPHYR),
      () => registry.get('x'),
      () => registry.locate({ utpid: 'x' }),
      () => registry.match({ name: 'x' }),
      () => registry.mapBatch([]),
      () => registry.search('x'),
      () => registry.duplicates('x'),
      () => registry.alerts(),
      () => registry.suppliers(),
      () => registry.setSupplier({ id: 'x' }),
      () => registry.stats(),
      () => registry.events(),
      () => firstOf(registry.export()),
      () => firstOf(registry.crosswalk()),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'closed' })
    await registry[Symbol.asyncDispose]()
    expect(closed).toBe(1)
  })

  test('a call that was aborted before its start does nothing', async () => {
    const { registry, storage } = await openRegistry()
    const signal = AbortSignal.abort(new Error('too late'))
    const calls = [
      () => registry.import([ZEPHYR], { signal }),
      () => registry.upsert(ZEPHYR, { signal }),
      () => registry.get('x', { signal }),
      () => registry.locate({ utpid: 'x' }, { signal }),
      () => registry.match({ name: 'x' }, { signal }),
      () => registry.mapBatch([], { signal }),
      () => registry.search('x', { signal }),
      () => registry.duplicates('x', { signal }),
      () => registry.alerts({ signal }),
      () => registry.suppliers({ signal }),
      () => registry.setSupplier({ id: 'x' }, { signal }),
      () => registry.stats({ signal }),
      () => registry.events({ signal }),
      () => firstOf(registry.export({ signal })),
      () => firstOf(registry.crosswalk({ signal })),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'aborted', cause: new Error('too late') })
    }
    expect((await storage.ledger.head()).change).toBe(0)
  })
})

async function firstOf<Row>(rows: AsyncIterable<Row>): Promise<Row | undefined> {
  for await (const row of rows) return row
  return undefined
}

import type { SearchOptions } from '@utpid/core'
import type { FoundProduct, FoundSummary } from '@utpid/core/operations'
import type { RegistryIndex } from '@utpid/core/storage'
import { ledgerProxy } from '@utpid/core/storage'
import { describe, expect, test } from 'vitest'
import type { RegistryContext } from '../../../src/registry/context/registry-context.ts'
import { namingSuppliers } from '../../../src/registry/read/naming-suppliers.ts'
import { RecordSuppliers } from '../../../src/registry/records/record-suppliers.ts'
import type { ProductRow } from '../../../src/storage/rows.ts'
import { openRegistry } from '../../support/open-registry.ts'

const CENTER = [45.76, 4.84] as const
/** Products with one or two records, of one or several suppliers, with and without city and coordinates. */
const RECORDS = [
  {
    supplier: 'alpha',
    code: '1',
    name: 'Grand Zephyr',
    location: { city: 'Lyon', country: 'FR', coordinates: CENTER },
  },
  { supplier: 'beta', code: '1', name: 'Grand Zephyr', location: { city: 'Lyon', country: 'FR', coordinates: CENTER } },
  { supplier: 'beta', code: '2', name: 'Zephyr Pavane', location: { country: 'FR', coordinates: [45.77, 4.83] } },
  { supplier: 'gamma', code: '3', name: 'Zephyr Inn', location: { city: 'Nice' } },
].map((record) => ({ category: 'hotel', ...record }))

function listed(product: FoundProduct): FoundSummary {
  const { utpid, name, category, location, verified, confidence, suppliers, duplicates, lastUpdated, revision } =
    product
  const { city, country, coordinates } = location
  const namedBy = product.provenance.name?.supplier
  return {
    ...{ utpid, name, category, verified, confidence, suppliers, duplicates, lastUpdated, revision },
    location: {
      ...(city === undefined ? {} : { city }),
      ...(country === undefined ? {} : { country }),
      ...(coordinates === undefined ? {} : { coordinates }),
    },
    ...(namedBy === undefined ? {} : { namedBy }),
    ...(product.distanceMeters === undefined ? {} : { distanceMeters: product.distanceMeters }),
  }
}

function withoutFeatures(index: RegistryIndex): RegistryIndex {
  return {
    apply: (changes) => index.apply(changes),
    at: () => index.at(),
    candidates: (lookups, recordsPerKey) => index.candidates(lookups, recordsPerKey),
    search: (query) => index.search(query),
    expand: (request) => index.expand(request),
  }
}

describe('search with a summary of each product', () => {
  const questions: readonly [text: string, options: SearchOptions][] = [
    ['zephyr', {}],
    ['zephyr', { limit: 1 }],
    ['zefyr', {}],
    ['', { near: { coordinates: CENTER, radiusMeters: 5_000 } }],
    ['', { supplier: 'beta' }],
    ['nothing of that name', {}],
  ]

  test.each(questions)('"%s" %o finds the same products, with the fields that lists show', async (text, options) => {
    const { registry } = await openRegistry({})
    await registry.import(RECORDS)
    await registry.setSupplier({ id: 'beta', name: 'Beta Voyages' })
    const searched = await registry.search(text, options)
    // In the second round, the records of the product are cached.
    for (let round = 0; round < 2; round++) {
      expect(await registry.search(text, { ...options, fields: 'summary' })).toEqual({
        ...searched,
        products: searched.products.map(listed),
      })
    }
  })

  test('a name that a person gave was given by no supplier', async () => {
    const { registry } = await openRegistry({})
    await registry.import(RECORDS)
    const [found] = (await registry.search('grand zephyr', { fields: 'summary' })).products
    expect(found?.suppliers.map(({ id }) => id)).toEqual(['alpha', 'beta'])
    expect(['alpha', 'beta']).toContain(found?.namedBy)
    await registry.pin(found?.utpid ?? '', { name: 'Grand Zephyr of Lyon' }, { actor: 'ada' })
    const [pinned] = (await registry.search('grand zephyr', { fields: 'summary' })).products
    expect(pinned).toMatchObject({ utpid: found?.utpid, name: 'Grand Zephyr of Lyon' })
    expect(pinned).not.toHaveProperty('namedBy')
  })

  test('features that are at hand say whose record it is; records are read where they are not, or cannot tell', async () => {
    // The hashes of these supplier ids in features are equal.
    const twins = ['sgzn8', 'sys90'] as const
    const byTwins = RECORDS.map((record, at) => ({ ...record, supplier: twins[at] ?? 'gamma' }))
    for (const [records, hasFeatures, isRead] of [
      [RECORDS, true, false],
      [RECORDS, false, true],
      [byTwins, true, true],
    ] as const) {
      const { registry, storage } = await openRegistry({})
      await registry.import(records)
      const [one, other] = (await registry.search('grand zephyr')).products
      // The two records seem to be of one supplier, so only a person joins them.
      if (one?.suppliers.length === 1) await registry.merge(one.utpid, other?.utpid as string, { actor: 'ada' })
      const expected = (await registry.search('grand zephyr')).products.map(listed)
      expect(expected[0]?.suppliers).toHaveLength(2)
      let read = 0
      const ledger = {
        ...ledgerProxy(() => storage.ledger),
        suppliersOf: (ids: readonly number[]) => {
          read += ids.length
          return storage.ledger.suppliersOf(ids)
        },
      }
      const { index } = storage
      const asked = (
        await openRegistry({ storage: { ...storage, ledger, index: hasFeatures ? index : withoutFeatures(index) } })
      ).registry
      expect((await asked.search('grand zephyr', { fields: 'summary' })).products).toEqual(expected)
      expect(read > 0).toBe(isRead)
    }
  })

  test('what a caller does to an answer is not in the next one', async () => {
    const { registry } = await openRegistry({})
    await registry.import(RECORDS)
    const [first] = (await registry.search('grand zephyr', { fields: 'summary' })).products
    const coordinates = first?.location.coordinates as unknown as number[]
    coordinates[0] = 0
    expect((await registry.search('grand zephyr', { fields: 'summary' })).products[0]?.location.coordinates).toEqual(
      CENTER,
    )
  })
})

test('of two records in one place the one asked for last is remembered, and neither has the supplier of the other', () => {
  const known = new RecordSuppliers()
  const [one, other] = [7, 7 + 2 ** 18]
  expect(known.get(one)).toBeUndefined()
  known.set(one, 'alpha')
  expect([known.get(one), known.get(other)]).toEqual(['alpha', undefined])
  known.set(other, 'beta')
  expect([known.get(one), known.get(other)]).toEqual([undefined, 'beta'])
})

test('of two products of one page whose records share a place each has its own supplier', async () => {
  const [one, other] = [7, 7 + 2 ** 18]
  const supplierOf = new Map([
    [one, 'alpha'],
    [other, 'beta'],
  ])
  const context = {
    ledger: { suppliersOf: async (ids: readonly number[]) => ids.map((id) => supplierOf.get(id)) },
    index: {},
    recordSuppliers: new RecordSuppliers(),
  } as unknown as RegistryContext
  const rows = [one, other].map(
    (name) => ({ provenance: { name }, suppliers: ['alpha', 'beta'] }) as unknown as ProductRow,
  )
  for (let round = 0; round < 2; round++) expect(await namingSuppliers(context, rows)).toEqual(['alpha', 'beta'])
})

describe('get with a summary', () => {
  test('returns the same product by its UTPID and by an alias, with the fields that lists show', async () => {
    const { registry } = await openRegistry({})
    await registry.import(RECORDS)
    for (const found of (await registry.search('zephyr')).products) {
      const alias = `old-${found.utpid}`
      await registry.addAliases([{ alias, utpid: found.utpid }])
      const product = listed((await registry.get(found.utpid)) as FoundProduct)
      for (const id of [found.utpid, alias]) expect(await registry.get(id, { fields: 'summary' })).toEqual(product)
    }
  })

  test('returns the survivor of a merged product, and nothing for a deleted one', async () => {
    const { registry } = await openRegistry({})
    await registry.import(RECORDS)
    const [one, other, third] = (await registry.search('zephyr')).products.map(({ utpid }) => utpid) as [
      string,
      string,
      string,
    ]
    await registry.merge(one, other, { actor: 'ada', survivor: one })
    await registry.delete(third, { actor: 'ada' })
    expect((await registry.get(other, { fields: 'summary' }))?.utpid).toBe(one)
    expect(await registry.get(third, { fields: 'summary' })).toBeUndefined()
  })
})

test.each(['', 'none', 1, null])('other fields (%o) are rejected', async (fields) => {
  const { registry } = await openRegistry({})
  await registry.import(RECORDS)
  const wrong = { fields } as never
  for (const call of [registry.search('zephyr', wrong), registry.get('UTP-7Q3K9-M2X4T-E', wrong)])
    await expect(call).rejects.toMatchObject({
      code: 'validation_failed',
      message: /fields must be "all" or "summary"/,
    })
})

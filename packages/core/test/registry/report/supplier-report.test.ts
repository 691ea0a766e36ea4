import { createMemoryStorage } from '@utpid/adapter-memory'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restoreRegistry } from '../../../src/copy.ts'
import type { Registry } from '../../../src/index.ts'
import { RegistryError } from '../../../src/model/registry-error.ts'
import { supplierAdvice } from '../../../src/registry/report/supplier-advice.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

async function codesOf(registry: Registry, supplier: string): Promise<string[]> {
  return (await registry.supplierReport(supplier)).advice.map(({ code, about = '' }) => `${code} ${about}`.trim())
}

test('counts records that are linked, alone or only with own records, by country and category', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR, QUILL, ZEPHYR_BY_BETA])
  const report = await registry.supplierReport('ALPHA')
  expect(report.records).toEqual({ records: 2, linked: 1, alone: 1, own: 0, doubtful: 0 })
  expect(report.byCountry.reduce((sum, { records }) => sum + records, 0)).toBe(2)
  expect(report.byCategory.reduce((sum, { records }) => sum + records, 0)).toBe(2)
  expect(report.lastImport).toMatchObject({ supplier: 'alpha', counts: { created: 2 } })
  await expect(registry.supplierReport('nix')).rejects.toThrow(RegistryError)
  await registry.deactivate({ supplier: QUILL.supplier, code: QUILL.code })
  expect((await registry.supplierReport('alpha')).records).toMatchObject({ records: 1, linked: 1 })
})

test('stores one summary of each supplier, and none when an import changes nothing', async () => {
  const { registry } = await openRegistry()
  const feed = [ZEPHYR, ZEPHYR_BY_BETA]
  await registry.import(feed, {
    source: () => ({ file: 'a.csv', ignored: [{ column: 'tel', filled: 2, guess: 'phone' }] }),
  })
  const { change } = await registry.import(feed)
  expect(change).toBe((await registry.listImports({ supplier: 'alpha' }))[0]?.change)
  expect(await registry.listImports({ supplier: 'beta' })).toMatchObject([
    {
      counts: { linked: 1, created: 0 },
      source: { file: 'a.csv', ignored: [{ column: 'tel', filled: 1, guess: 'phone' }] },
    },
  ])
  await registry.import([{ ...ZEPHYR, stars: 1 }])
  expect(await registry.listImports({ supplier: 'alpha', limit: 1 })).toMatchObject([{ counts: { updated: 1 } }])
  expect(await registry.listImports({ supplier: 'alpha', after: change + 1 })).toHaveLength(1)
  expect(await registry.listImports({ supplier: 'beta' })).toHaveLength(1)
  await expect(registry.listImports({ supplier: 'alpha', limit: 0 })).rejects.toThrow('it must be an integer')
})

test('counts rejections, repairs, categories and deactivated records', async () => {
  const { registry } = await openRegistry()
  const { category: _, ...plain } = QUILL as typeof QUILL & { category?: string }
  await registry.import([ZEPHYR, plain, { ...ZEPHYR, code: undefined }, { ...ZEPHYR, code: 'X', name: 'test' }], {
    supplier: 'alpha',
  })
  const [first] = await registry.listImports({ supplier: 'alpha' })
  expect(first).toMatchObject({
    counts: { created: 2, rejected: 2 },
    rejections: { missing_code: 1, placeholder_name: 1 },
  })
  expect(Object.values(first?.categories ?? {}).reduce((sum, each) => sum + each, 0)).toBe(2)
  expect(await codesOf(registry, 'alpha')).toEqual(expect.arrayContaining(['rejected missing_code']))
  await registry.import([ZEPHYR], { supplier: 'alpha', full: true, allowLoss: 1 })
  const [second] = await registry.listImports({ supplier: 'alpha' })
  expect(second).toMatchObject({ full: true, counts: { unchanged: 1, deactivated: 1 } })
})

test('a resumed import stores one summary with the counts of its earlier part', async () => {
  const { registry } = await openRegistry()
  const options = { importId: 'job-1', earlier: { created: 5, rejected: 1, processed: 6 } }
  await registry.import([ZEPHYR], options)
  await registry.import([{ ...ZEPHYR, stars: 1 }], options)
  const imports = await registry.listImports({ supplier: 'alpha' })
  expect(imports).toMatchObject([{ resumed: true, counts: { created: 6, rejected: 1, updated: 0 } }])
})

test('an export and its restored registry have the same summaries', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR, QUILL], { source: { file: 'a.csv', unreadable: 2 } })
  const storage = createMemoryStorage()
  await restoreRegistry(storage, registry.export())
  const imports = await registry.listImports({ supplier: 'alpha' })
  expect(await storage.ledger.imports('alpha', 0, 10)).toEqual(imports)
  expect(imports).toMatchObject([{ source: { unreadable: 2 } }])
})

test('a failed import stores nothing', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  function* broken() {
    yield QUILL
    throw new Error('cut off')
  }
  await expect(registry.import(broken())).rejects.toThrow('cut off')
  expect(await registry.listImports({ supplier: 'alpha' })).toHaveLength(1)
})

test('estimates the effect of a field from the link rates with it and without it', () => {
  const total = { records: 5_000, linked: 3_020, alone: 1_980, own: 0, doubtful: 118 }
  const effect = {
    field: 'coordinates',
    with: { records: 1_880, linked: 1_748 },
    without: { records: 3_120, linked: 1_272 },
  } as const
  const few = { field: 'phone', with: { records: 10, linked: 10 }, without: { records: 4_990, linked: 0 } } as const
  const advice = supplierAdvice(total, [few, effect], undefined)
  expect(advice.map(({ code }) => code)).toEqual(['missing_field', 'doubtful'])
  expect(advice[0]).toMatchObject({ records: 3_120, estimatedLinks: 1_629, about: 'coordinates' })
  expect(advice[0]?.message).toBe(
    '3,120 of 5,000 records have no coordinates. 93 % of the other records are linked, but only 41 % of these. Coordinates would link about 1,629 more (estimate).',
  )
})

test('the counts of a report add up to the active records of the supplier', async () => {
  const hotel = fc.record({
    supplier: fc.constantFrom('alpha', 'beta'),
    code: fc.constantFrom('1', '2', '3', '4'),
    name: fc.constantFrom('Hotel Zephyr', 'Hotel Quill', 'test'),
    category: fc.option(fc.constantFrom('hotel', 'zzz'), { nil: undefined }),
    location: fc.constantFrom(ZEPHYR.location, QUILL.location, undefined),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(hotel, { maxLength: 12 }), async (feed) => {
      const { registry } = await openRegistry()
      const imported = await registry.import(feed, { batchSize: 3 })
      const sums = { linked: 0, created: 0, alerted: 0, updated: 0 }
      const { suppliers } = await registry.stats()
      for (const { id, records } of suppliers.top) {
        const report = await registry.supplierReport(id)
        const { linked, alone, own } = report.records
        expect(report.records.records).toBe(records)
        expect(linked + alone + own).toBe(records)
        for (const groups of [report.byCountry, report.byCategory]) {
          expect(groups.reduce((sum, each) => sum + each.records, 0)).toBe(records)
        }
        for (const { with: having, without } of report.fields) expect(having.records + without.records).toBe(records)
        const [{ counts } = { counts: undefined }] = await registry.listImports({ supplier: id })
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += counts?.[name] ?? 0
      }
      expect(imported).toMatchObject(sums)
    }),
    runs(30),
  )
})

test('an import reports what would help all its suppliers; a dry run does so without alerts', async () => {
  const { registry } = await openRegistry()
  const source = { unreadable: 2, ignored: [{ column: 'Tel. no', filled: 1, guess: 'phone' }] }
  const { category: _, ...plain } = QUILL as typeof QUILL & { category?: string }
  const feed = [ZEPHYR, { ...ZEPHYR_BY_BETA, category: undefined }, { ...plain, supplier: 'gamma' }, { name: 'x' }]
  const dry = await (await registry.dryRun()).import(feed, { source })
  const { advice } = await registry.import(feed, { source })
  expect(advice.map(({ code, records, command }) => [code, records, command])).toEqual(
    expect.arrayContaining([
      ['rejected', 1, undefined],
      ['unreadable', 2, '--report FILE'],
      ['ignored_column', 3, '--column phone="Tel. no"'],
    ]),
  )
  expect(advice.filter(({ code }) => code !== 'doubtful')).toEqual(dry.advice)
  expect((await registry.import([], { source: {} })).advice).toEqual([])
  const { advice: others } = await registry.import([{ name: 'x' }, { name: 'y' }])
  expect(others).toMatchObject([{ code: 'rejected', records: 2, command: '--supplier ID' }])
})

test('an import with new alerts advises to review them', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  const alike = { ...ZEPHYR, code: 'Z2', name: `${ZEPHYR.name} Annexe` }
  const report = await registry.import([alike])
  expect(report).toMatchObject({ alerted: 1 })
  expect(report.advice).toMatchObject([{ code: 'doubtful', records: 1, command: 'utpid review' }])
})

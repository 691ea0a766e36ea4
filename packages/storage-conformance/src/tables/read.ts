import { LIMITS } from '@utpid/core'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import {
  deactivatedRecord,
  SAMPLE_TIME,
  sampleAlert,
  sampleEdge,
  sampleJudgement,
  sampleLineage,
  sampleLink,
  sampleProduct,
  sampleStay,
  sampleSupplier,
  sampleVerification,
  together,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** Tests that rows are read back as written, in input order. Missing rows are `undefined`. */
export function testRead(bench: StorageBench): void {
  describe('reading', () => {
    it('returns rows in input order, with duplicates and with undefined for missing rows', async () => {
      const { ledger, ...rest } = await bench.open()
      await write({ ledger, ...rest }, together(sampleStay(11, 1), sampleStay(12, 2)))
      const records = await ledger.getRecords([12, 99, 11, 12])
      expect(records.map((stored) => stored?.row.id)).toEqual([12, undefined, 11, 12])
      expect(await ledger.suppliersOf([12, 99, 11, 12])).toEqual(['alpha', undefined, 'alpha', 'alpha'])
      const products = await ledger.getProducts([2, 99, 1, 2])
      expect(products.map((row) => row?.id)).toEqual([2, undefined, 1, 2])
      const codes = ['A12', 'B1', 'A11'].map((code) => ({ supplier: 'alpha', code }))
      expect(await ledger.bySupplierCode(codes)).toEqual([12, undefined, 11])
      expect(await ledger.bySupplierCode([{ supplier: 'beta', code: 'A11' }])).toEqual([undefined])
      expect((await ledger.lineage([2, 99, 1])).map((row) => row?.id)).toEqual([2, undefined, 1])
      expect(await ledger.edges([99, 11])).toEqual([[], []])
      expect(await ledger.judgements([99])).toEqual([[]])
      expect(await ledger.verifications([99])).toEqual([[]])
      expect(await ledger.words(['nowhere'])).toEqual([0])
      expect(await ledger.byAlias(['nobody'])).toEqual([undefined])
      const alerts = [sampleAlert('b'.repeat(16), [1, 2], { status: 'withdrawn' }), sampleAlert('a'.repeat(16), [1, 2])]
      await write({ ledger, ...rest }, { alerts })
      const asked = ['b', 'c', 'a', 'b'].map((digit) => digit.repeat(16))
      expect(await ledger.getAlerts(asked)).toEqual([alerts[0], undefined, alerts[1], alerts[0]])
    })

    it('returns rows unchanged: unicode, lone surrogates, the largest numbers, missing keys', async () => {
      const storage = await bench.open()
      const big = Number.MAX_SAFE_INTEGER
      const stay = sampleStay(big, 2 ** 50 - 1, {
        record: {
          record: {
            supplier: 'alpha',
            code: 'ア パ/\n\u0000"\\€😀',
            name: 'アパホテル \ud83d – Ünïcode "quoted" \u2028',
            altNames: [{ name: 'مرحبا' }, { language: 'ja', name: '旅館' }],
            location: { coordinates: [-89.999_999_999, 179.123_456_789_012] },
            extra: { nested: { list: [1, null, true, 'x', { deep: [] }], big, small: 5e-324, huge: 1.5e300 } },
          },
          features: Uint8Array.from({ length: 256 }, (_, at) => at),
          keys: [0, 1, 2 ** 31, 2 ** 32 + 1, 2 ** 52, big],
        },
        product: {
          provenance: { name: big, __proto__x: 0 },
          terms: ['n:アパ', 'n:\ud83d', 'w:hotel 😀'],
          records: [big],
        },
      })
      await write(storage, stay)
      const [record] = await storage.ledger.getRecords([big])
      expect(record).toStrictEqual({ row: stay.records[0], link: stay.links[0] })
      expect(record?.row.features.constructor, 'features are a plain Uint8Array').toBe(Uint8Array)
      expect(await storage.ledger.getProducts([2 ** 50 - 1])).toStrictEqual([stay.products[0]])
      const code = stay.records[0]?.record.code as string
      expect(await storage.ledger.bySupplierCode([{ supplier: 'alpha', code }])).toEqual([big])
    })

    it('reads -0 as 0 or -0, and an id of 0 like any other id', async () => {
      const storage = await bench.open()
      const record = {
        supplier: 'alpha',
        code: 'zero',
        name: 'Null Island',
        location: { coordinates: [-0, 0] as const },
      }
      await write(storage, sampleStay(0, 0, { record: { record, keys: [0], features: new Uint8Array(0) } }))
      const [stored] = await storage.ledger.getRecords([0])
      expect(stored?.row.record.location?.coordinates?.map((degrees) => degrees + 0)).toEqual([0, 0])
      expect(stored?.link?.productId).toBe(0)
      expect((await storage.index.candidates([{ keys: [0] }], LIMITS.recordsPerKey)).recordIds).toEqual(
        Float64Array.of(0),
      )
      expect((await storage.ledger.scanProducts(-1, 10)).map((row) => row.id)).toEqual([0])
    })

    it('returns lineage, aliases, edges, judgements, verifications and suppliers complete', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      const merged = sampleLineage(2, {
        status: 'merged',
        into: 1,
        records: [12],
        decisions: [2, 7],
        history: [
          { change: 1, at: SAMPLE_TIME, kind: 'minted' },
          { change: 2, at: SAMPLE_TIME, kind: 'merged', other: 1 },
        ],
      })
      const edges = [sampleEdge(11, 12), sampleEdge(12, 13, { weight: -300 }), sampleEdge(3, 12)]
      const judgements = [sampleJudgement(11, 12, { verdict: 'same', note: 'seen there' }), sampleJudgement(12, 14)]
      const verification = sampleVerification(1, { evidence: 'https://example.org/1', note: 'called' })
      const suppliers = [
        sampleSupplier('beta', { priority: -3, updatePending: true }),
        sampleSupplier('alpha', { deactivatedAt: SAMPLE_TIME }),
      ]
      const aliases = [{ alias: 'TW-HTL-00291847', productId: 1 }]
      await write(storage, {
        lineage: [merged],
        edges,
        judgements: judgements,
        verifications: [verification],
        suppliers,
        aliases,
      })
      expect(await ledger.lineage([2])).toStrictEqual([merged])
      expect(await ledger.edges([12, 11, 3])).toStrictEqual([[edges[2], edges[0], edges[1]], [edges[0]], [edges[2]]])
      expect(await ledger.judgements([12, 14])).toStrictEqual([judgements, [judgements[1]]])
      expect(await ledger.verifications([1])).toStrictEqual([[verification]])
      expect(await ledger.suppliers()).toStrictEqual([suppliers[1], suppliers[0]])
      expect(await ledger.byAlias(['TW-HTL-00291847', 'tw-htl-00291847'])).toEqual([1, undefined])
    })

    it('replaces a row with the same id completely', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      await write(storage, {
        ...sampleStay(11, 1),
        edges: [sampleEdge(11, 12)],
        judgements: [sampleJudgement(11, 12, { note: 'far apart' })],
        suppliers: [sampleSupplier('alpha', { deactivatedAt: SAMPLE_TIME })],
        aliases: [{ alias: 'old', productId: 1 }],
      })
      const second = sampleStay(11, 2, {
        record: { revision: 2, record: { supplier: 'alpha', code: 'A11', name: 'New' } },
      })
      const judgement = sampleJudgement(11, 12, { withdrawnAt: SAMPLE_TIME })
      await write(storage, {
        ...second,
        edges: [sampleEdge(11, 12, { weight: 1 })],
        judgements: [judgement],
        suppliers: [sampleSupplier('alpha')],
        aliases: [{ alias: 'old', productId: 2 }],
      })
      expect(await ledger.getRecords([11])).toStrictEqual([{ row: second.records[0], link: second.links[0] }])
      expect(await ledger.edges([12])).toStrictEqual([[sampleEdge(11, 12, { weight: 1 })]])
      expect(await ledger.judgements([11]), 'a judgement that was undone is still listed').toStrictEqual([[judgement]])
      expect(await ledger.suppliers()).toStrictEqual([sampleSupplier('alpha')])
      expect(await ledger.byAlias(['old'])).toEqual([2])
    })

    it('stores the verification method, the pins, and the product that an inactive record left', async () => {
      const storage = await bench.open()
      const pins = {
        stars: { value: 5, actor: 'ines', at: SAMPLE_TIME },
        name: { value: 'アパ', actor: 'joão', at: SAMPLE_TIME },
      }
      const stay = sampleStay(11, 1, { product: { verified: true, verifiedBy: 'supplier', pins } })
      await write(storage, stay)
      expect(await storage.ledger.getProducts([1])).toStrictEqual(stay.products)
      const plain = sampleProduct(1, { revision: 2 })
      const ended = deactivatedRecord(12, 1, { formerProduct: 0 })
      await write(storage, { products: [plain], records: [ended] })
      expect(await storage.ledger.getProducts([1]), 'missing keys are missing again').toStrictEqual([plain])
      expect(await storage.ledger.getRecords([12])).toStrictEqual([{ row: ended }])
    })

    it('finds the first judgement also after a read without one', async () => {
      const storage = await bench.open()
      expect(await storage.ledger.judgements([11, 12])).toEqual([[], []])
      const judgement = sampleJudgement(11, 12)
      await write(storage, { judgements: [judgement] })
      expect(await storage.ledger.judgements([12, 13, 11])).toStrictEqual([[judgement], [], [judgement]])
    })

    it('lists verifications of a product oldest first, also within one transaction', async () => {
      const storage = await bench.open()
      const history = ['manual', 'reopened', 'checks', 'withdrawn', 'supplier'] as const
      const rows = history.map((method) =>
        sampleVerification(1, { method, verified: !['reopened', 'withdrawn'].includes(method) }),
      )
      await write(storage, { verifications: rows.slice(0, 2) })
      await write(storage, { verifications: [...rows.slice(2), sampleVerification(2)] })
      expect(await storage.ledger.verifications([1])).toStrictEqual([rows])
    })

    it('keeps an inactive record findable, without a link', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1))
      const { records } = sampleStay(11, 1, { record: { revision: 2, deactivatedAt: SAMPLE_TIME } })
      await write(storage, { records, unlinked: [11] })
      expect(await storage.ledger.getRecords([11])).toStrictEqual([{ row: records[0] }])
      expect(await storage.ledger.bySupplierCode([{ supplier: 'alpha', code: 'A11' }])).toEqual([11])
    })

    it('removes the row of an inactive product and keeps its lineage', async () => {
      const storage = await bench.open()
      await write(storage, together(sampleStay(11, 1), sampleStay(12, 2)))
      const lineage = [sampleLineage(2, { status: 'merged', into: 1, records: [12] })]
      await write(storage, { links: [sampleLink(12, 1)], removedProducts: [2], lineage })
      expect((await storage.ledger.getProducts([1, 2])).map((row) => row?.id)).toEqual([1, undefined])
      expect((await storage.ledger.lineage([2]))[0]?.into).toBe(1)
      expect((await storage.ledger.getRecords([12]))[0]?.link?.productId).toBe(1)
    })

    it('accepts the maximum number of ids and rejects one more', async () => {
      const { ledger } = await bench.open()
      const ids = Array.from({ length: LIMITS.idsPerRead }, (_, id) => id)
      expect(await ledger.getProducts(ids)).toHaveLength(LIMITS.idsPerRead)
      const tooMany = [...ids, 0]
      const texts = tooMany.map(String)
      await expectError('validation_failed', () => ledger.getProducts(tooMany))
      await expectError('validation_failed', () => ledger.getRecords(tooMany))
      await expectError('validation_failed', () => ledger.edges(tooMany))
      await expectError('validation_failed', () => ledger.lineage(tooMany))
      await expectError('validation_failed', () => ledger.judgements(tooMany))
      await expectError('validation_failed', () => ledger.verifications(tooMany))
      await expectError('validation_failed', () => ledger.decisions(tooMany))
      await expectError('validation_failed', () => ledger.byAlias(texts))
      await expectError('validation_failed', () => ledger.words(texts))
      await expectError('validation_failed', () => ledger.getAlerts(texts))
      await expectError('validation_failed', () =>
        ledger.bySupplierCode(texts.map((code) => ({ supplier: 'alpha', code }))),
      )
    })

    it('returns its own lists: modifying a list changes no stored row', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      await write(storage, {
        ...sampleStay(11, 1),
        edges: [sampleEdge(11, 12)],
        suppliers: [sampleSupplier('alpha')],
        verifications: [sampleVerification(1)],
        alerts: [sampleAlert('a'.repeat(16), [1, 2])],
        counters: { products: 1 },
      })
      const everything = { order: 'informationGain', offset: 0, limit: 10 } as const
      const lists: unknown[][] = [
        (await ledger.edges([11]))[0] ?? [],
        await ledger.suppliers(),
        (await ledger.verifications([1]))[0] ?? [],
        (await ledger.alerts(everything)).alerts as unknown[],
        await ledger.scanRecords(-1, 10),
        await ledger.scanAlerts(undefined, 10),
        await ledger.changes(0, 10),
        (await ledger.changes(0, 10))[0]?.records as unknown as unknown[],
      ]
      for (const list of lists.slice(0, -1)) list.length = 0
      ;((await ledger.counters()) as Map<string, number>).clear()
      expect((await ledger.edges([11]))[0]).toHaveLength(1)
      expect(await ledger.suppliers()).toHaveLength(1)
      expect((await ledger.verifications([1]))[0]).toHaveLength(1)
      expect((await ledger.alerts(everything)).alerts).toHaveLength(1)
      expect(await ledger.scanRecords(-1, 10)).toHaveLength(1)
      expect(await ledger.scanAlerts(undefined, 10)).toHaveLength(1)
      expect(await ledger.changes(0, 10)).toHaveLength(1)
      expect((await ledger.counters()).get('products')).toBe(1)
    })
  })
}

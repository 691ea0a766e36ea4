import { LIMITS } from '@utpid/core'
import { replicateLedger } from '@utpid/core/copy'
import { type Commit, type DetailsContent, emptyCommit, emptyGenerationRows } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { AFTER, BEFORE, commitOnHead } from '../support/sample-generation.ts'
import {
  deactivatedRecord,
  SAMPLE_DETAILS,
  SAMPLE_TIME,
  sampleLink,
  sampleRecord,
  sampleStay,
  together,
  withDetails,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** Returns details whose JSON has this number of UTF-16 units. Each unit of the text takes three bytes of UTF-8. */
function detailsOfUnits(units: number): DetailsContent {
  return { description: 'ア'.repeat(units - JSON.stringify({ description: '' }).length) }
}

/** Commits that change or keep the details of record 11, which has details, and of record 12, which has none. */
const CONTRADICTIONS: readonly [string, Partial<Commit>][] = [
  ['details of a record that is not in the commit', { details: [{ recordId: 11, content: { fax: '1' } }] }],
  ['the removal of details of a record that is not in the commit', { details: [{ recordId: 11 }] }],
  [
    'details of a record without the flag',
    { ...sampleStay(12, 2), details: [{ recordId: 12, content: { fax: '1' } }] },
  ],
  [
    'the flag of a record whose details are removed',
    { ...sampleStay(11, 1, { record: { detailed: true } }), details: [{ recordId: 11 }] },
  ],
  ['the flag of a record without details', sampleStay(12, 2, { record: { detailed: true } })],
  ['the flag of a new record without details', sampleStay(13, 3, { record: { detailed: true } })],
  ['a record that loses its flag, but keeps its details', sampleStay(11, 1)],
  [
    'an inactive record that loses its flag, but keeps its details',
    { records: [deactivatedRecord(11, 2)], unlinked: [11] },
  ],
  [
    'two details rows of one record',
    {
      ...withDetails(sampleStay(11, 1)),
      details: [
        { recordId: 11, content: {} },
        { recordId: 11, content: {} },
      ],
    },
  ],
  ['details beyond the limit', withDetails(sampleStay(11, 1), detailsOfUnits(LIMITS.detailCharacters + 1))],
]

/** Tests that details are written and removed with their records, and that the two never disagree. */
export function testDetails(bench: StorageBench): void {
  describe('details', () => {
    it('returns details in input order, with undefined for records without details', async () => {
      const storage = await bench.open()
      await write(storage, together(withDetails(sampleStay(11, 1)), sampleStay(12, 2)))
      const asked = await storage.ledger.details([12, 99, 11, 12, 11])
      expect(asked).toStrictEqual([undefined, undefined, SAMPLE_DETAILS, undefined, SAMPLE_DETAILS])
      expect(await storage.ledger.getRecords([11, 12])).toStrictEqual([
        { row: sampleRecord(11, { detailed: true }), link: sampleLink(11, 1) },
        { row: sampleRecord(12), link: sampleLink(12, 2) },
      ])
      expect((await storage.ledger.scanRecords(-1, 9)).map(({ row }) => row.detailed)).toEqual([true, undefined])
    })

    it('returns details unchanged: unicode, control characters, numbers, nested lists, missing keys', async () => {
      const storage = await bench.open()
      const content = {
        description: 'アパ \ud83d \u0000\u0001 "quoted" \\t\t\n\u2028 😀 \u{10ffff}',
        images: [{ url: 'https://img.example/\\', caption: '' }],
        bookings: Number.MAX_SAFE_INTEGER,
        activity: { groupSize: { min: 0.1, max: 1.5e300 }, shared: false, list: [null, [], {}, [[1]]] },
        '': 'empty',
      }
      await write(storage, withDetails(sampleStay(2 ** 53 - 1, 1), content))
      await write(storage, withDetails(sampleStay(0, 2), {}))
      expect(await storage.ledger.details([2 ** 53 - 1, 0])).toStrictEqual([content, {}])
    })

    it('replaces details completely, removes them and adds them again', async () => {
      const storage = await bench.open()
      await write(storage, withDetails(sampleStay(11, 1)))
      await write(storage, withDetails(sampleStay(11, 1, { record: { revision: 2 } }), { fax: '1' }))
      expect(await storage.ledger.details([11])).toStrictEqual([{ fax: '1' }])
      await write(storage, { ...sampleStay(11, 1, { record: { revision: 3 } }), details: [{ recordId: 11 }] })
      expect(await storage.ledger.details([11])).toStrictEqual([undefined])
      expect((await storage.ledger.getRecords([11]))[0]?.row).toStrictEqual(sampleRecord(11, { revision: 3 }))
      await write(storage, withDetails(sampleStay(11, 1, { record: { revision: 4 } })))
      expect(await storage.ledger.details([11])).toStrictEqual([SAMPLE_DETAILS])
    })

    it('keeps the details of a record that is written without a details row, also of an inactive record', async () => {
      const storage = await bench.open()
      await write(storage, withDetails(sampleStay(11, 1)))
      await write(storage, sampleStay(11, 1, { record: { revision: 2, detailed: true } }))
      expect(await storage.ledger.details([11])).toStrictEqual([SAMPLE_DETAILS])
      await write(storage, { records: [deactivatedRecord(11, 3, { detailed: true })], unlinked: [11] })
      expect(await storage.ledger.details([11])).toStrictEqual([SAMPLE_DETAILS])
      await write(storage, sampleStay(11, 2, { record: { revision: 4, detailed: true } }))
      expect(await storage.ledger.details([11])).toStrictEqual([SAMPLE_DETAILS])
    })

    it('accepts details of the maximum length', async () => {
      const storage = await bench.open()
      const longest = detailsOfUnits(LIMITS.detailCharacters)
      await write(storage, withDetails(sampleStay(11, 1), longest))
      expect(await storage.ledger.details([11])).toStrictEqual([longest])
    })

    it('writes many long details in one transaction', async () => {
      const storage = await bench.open()
      const long = detailsOfUnits(LIMITS.detailCharacters - 20)
      const ids = Array.from({ length: 120 }, (_, at) => at)
      await write(storage, together(...ids.map((id) => withDetails(sampleStay(id, id), { ...long, bookings: id }))))
      const found = await storage.ledger.details(ids)
      expect(found.map((content) => content?.bookings)).toEqual(ids)
    })

    it.each(CONTRADICTIONS)('refuses %s', async (_, parts) => {
      const storage = await bench.open()
      await write(storage, together(withDetails(sampleStay(11, 1)), sampleStay(12, 2)))
      await expectError('validation_failed', () => write(storage, parts))
      expect(await storage.ledger.head()).toEqual({ change: 1 })
      expect(await storage.ledger.details([11, 12, 13])).toStrictEqual([SAMPLE_DETAILS, undefined, undefined])
    })

    it('reports a conflict before details that do not fit', async () => {
      const storage = await bench.open()
      await write(storage, withDetails(sampleStay(11, 1)))
      const preconditions = { records: [[11, 0] as const], products: [], keys: [] }
      await expectError('revision_conflict', () => write(storage, { ...sampleStay(11, 1), preconditions }))
    })

    it('writes no details of a rejected transaction', async () => {
      const storage = await bench.open()
      await write(storage, withDetails(sampleStay(11, 1)))
      const preconditions = { records: [[11, 7] as const], products: [], keys: [] }
      const parts = together(withDetails(sampleStay(11, 1), { fax: '1' }), withDetails(sampleStay(12, 2)))
      await expectError('revision_conflict', () => write(storage, { ...parts, preconditions }))
      expect(await storage.ledger.details([11, 12])).toStrictEqual([SAMPLE_DETAILS, undefined])
    })

    it('checks concurrent transactions in their order', async () => {
      const storage = await bench.open()
      const step = (parts: Partial<Commit>): Promise<unknown> =>
        storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...parts }).catch(({ code }: { code: string }) => code)
      const outcomes = await Promise.all([
        step(withDetails(sampleStay(11, 1))),
        step(sampleStay(11, 1)),
        step(sampleStay(11, 1, { record: { revision: 2, detailed: true } })),
        step({ ...sampleStay(11, 1, { record: { revision: 3 } }), details: [{ recordId: 11 }] }),
        step(sampleStay(11, 1, { record: { revision: 4, detailed: true } })),
        step(sampleStay(11, 1, { record: { revision: 5 } })),
      ])
      expect(outcomes.map((outcome) => (outcome === 'validation_failed' ? 'refused' : 'written'))).toEqual([
        'written',
        'refused',
        'written',
        'written',
        'refused',
        'written',
      ])
      expect((await storage.ledger.getRecords([11]))[0]?.row).toStrictEqual(sampleRecord(11, { revision: 5 }))
      expect(await storage.ledger.details([11])).toStrictEqual([undefined])
    })

    it('accepts the maximum number of ids and rejects one more', async () => {
      const { ledger } = await bench.open()
      const ids = Array.from({ length: LIMITS.idsPerRead }, (_, id) => id)
      expect(await ledger.details(ids)).toHaveLength(LIMITS.idsPerRead)
      await expectError('validation_failed', () => ledger.details([...ids, 0]))
    })

    it('keeps details at the swap of a generation, and checks them against the commit of the swap', async () => {
      const storage = await bench.open()
      await storage.setIndexVersion(BEFORE)
      const stay = withDetails(sampleStay(11, 1))
      await write(storage, together(stay, sampleStay(12, 2)))
      const generation = await storage.beginGeneration({ indexVersion: AFTER })
      const records = [
        { row: sampleRecord(11, { detailed: true, features: Uint8Array.of(9) }), link: sampleLink(11, 1) },
        { row: sampleRecord(12), link: sampleLink(12, 2) },
      ]
      const { products } = together(sampleStay(11, 1), sampleStay(12, 2))
      await generation.put({ ...emptyGenerationRows(), records, products: products ?? [] })
      const commit = await commitOnHead(storage, sampleStay(11, 1, { record: { revision: 2 } }))
      await expectError('validation_failed', () => generation.swap(commit))
      const other = withDetails(sampleStay(12, 2, { record: { revision: 2 } }), { fax: '1' })
      await generation.swap({ ...commit, ...other })
      expect(await storage.ledger.details([11, 12])).toStrictEqual([SAMPLE_DETAILS, { fax: '1' }])
      expect((await storage.ledger.getRecords([11, 12])).map((stored) => stored?.row.detailed)).toEqual([true, true])
    })

    it('gives a copy the same details, and later removes them there too', async () => {
      const [storage, copy] = [await bench.open(), await bench.open()]
      const ids = Array.from({ length: 150 }, (_, id) => id)
      await write(storage, together(...ids.map((id) => withDetails(sampleStay(id, id), { bookings: id }))))
      const after = await replicateLedger(storage.ledger, copy.ledger)
      expect((await copy.ledger.details(ids)).map((content) => content?.bookings)).toEqual(ids)
      await write(storage, { ...sampleStay(11, 11, { record: { revision: 2 } }), details: [{ recordId: 11 }] })
      await write(storage, withDetails(sampleStay(12, 12, { record: { revision: 2 } }), { fax: '1' }))
      await replicateLedger(storage.ledger, copy.ledger, { after })
      expect(await copy.ledger.details([11, 12])).toStrictEqual([undefined, { fax: '1' }])
    })
  })
}

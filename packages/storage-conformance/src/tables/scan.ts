import { LIMITS } from '@utpid/core'
import type { AlertRow } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import {
  deactivatedRecord,
  SAMPLE_TIME,
  sampleAlert,
  sampleLineage,
  sampleStay,
  together,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const IDS = [0, 5, 255, 256, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 49 + 1]

/** Tests that scans return all rows by ascending id, even during writes. */
export function testScan(bench: StorageBench): void {
  describe('scanning', () => {
    it('scans records and products by ascending id, from any id on, in pages', async () => {
      const storage = await bench.open()
      await write(storage, together(...[...IDS].reverse().map((id) => sampleStay(id, id))))
      const { ledger } = storage
      expect((await ledger.scanRecords(-1, 100)).map(({ row }) => row.id)).toEqual(IDS)
      expect((await ledger.scanProducts(-1, 100)).map(({ id }) => id)).toEqual(IDS)
      expect((await ledger.scanRecords(255, 3)).map(({ row }) => row.id)).toEqual([256, 65_536, 2 ** 31])
      expect((await ledger.scanProducts(300, 2)).map(({ id }) => id)).toEqual([65_536, 2 ** 31])
      expect(await ledger.scanRecords(2 ** 49 + 1, 10)).toEqual([])
      expect(await ledger.scanRecords(Number.MAX_SAFE_INTEGER, 10)).toEqual([])
    })

    it('returns records with their links, inactive records without, and only active products', async () => {
      const storage = await bench.open()
      await write(storage, together(sampleStay(1, 1), sampleStay(2, 2)))
      await write(storage, { records: [deactivatedRecord(2, 2)], unlinked: [2], removedProducts: [2] })
      const records = await storage.ledger.scanRecords(-1, 10)
      expect(records).toStrictEqual(await storage.ledger.getRecords([1, 2]))
      expect(records.map(({ link }) => link?.productId)).toEqual([1, undefined])
      expect((await storage.ledger.scanProducts(-1, 10)).map(({ id }) => id)).toEqual([1])
    })

    it('scans the lineage of every product ever minted, by ascending id', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      await write(storage, together(...[...IDS].reverse().map((id) => sampleStay(id, id))))
      const merged = sampleLineage(256, { status: 'merged', into: 5, revision: 1, records: [256] })
      await write(storage, { removedProducts: [256], lineage: [merged] })
      expect((await ledger.scanLineage(-1, 100)).map(({ id }) => id)).toEqual(IDS)
      expect(await ledger.scanLineage(255, 2)).toStrictEqual([merged, sampleLineage(65_536)])
      expect(await ledger.scanLineage(2 ** 49 + 1, 10)).toEqual([])
    })

    it('scans alerts of every status by ascending id', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      const ids = Array.from({ length: 7 }, (_, at) => (at * 0x1b3).toString(16).padStart(16, '0'))
      const alerts = ids.map((id, at) =>
        sampleAlert(id, [1, at + 2], at % 2 === 0 ? {} : { status: 'dismissed', resolvedAt: SAMPLE_TIME }),
      )
      await write(storage, { alerts: [...alerts].reverse() })
      expect(await ledger.scanAlerts(undefined, 3)).toStrictEqual(alerts.slice(0, 3))
      expect(await ledger.scanAlerts(ids[2], 3)).toStrictEqual(alerts.slice(3, 6))
      expect(await ledger.scanAlerts(ids[6], 3)).toEqual([])
      const later = sampleAlert(`${ids[3]?.slice(0, 15)}x`, [1, 2])
      await write(storage, { alerts: [later, { ...(alerts[5] as AlertRow), informationGain: 1 }] })
      expect(await ledger.scanAlerts(ids[3], 2)).toStrictEqual([later, alerts[4]])
      expect((await ledger.scanAlerts(ids[4], 1))[0]?.informationGain).toBe(1)
    })

    it('scans aliases, each once, in an order that is stable during writes', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      const texts = [
        'TW-HTL-1',
        '',
        'tw',
        '\u{1f600}',
        '\uff41',
        '\ud83d',
        'ア',
        'x'.repeat(2_000),
        `${'x'.repeat(2_000)}!`,
      ]
      await write(storage, { aliases: texts.map((alias, at) => ({ alias, productId: at })) })
      const whole = await ledger.scanAliases(undefined, 100)
      expect(new Map(whole.map(({ alias, productId }) => [alias, productId]))).toEqual(
        new Map(texts.map((alias, at) => [alias, at])),
      )
      expect(whole).toHaveLength(texts.length)
      const seen: string[] = []
      // Limits the number of pages, so that a scan without progress fails and does not run for ever.
      for (let page = await ledger.scanAliases(undefined, 2); page.length > 0 && seen.length < 50; ) {
        seen.push(...page.map(({ alias }) => alias))
        await write(storage, { aliases: [{ alias: `other ${seen.length}`, productId: 1 }] })
        page = await ledger.scanAliases(seen.at(-1), 2)
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((alias) => texts.includes(alias))).toEqual(whole.map(({ alias }) => alias))
      await write(storage, { aliases: [{ alias: 'tw', productId: 77 }] })
      expect((await ledger.scanAliases(undefined, 100)).find(({ alias }) => alias === 'tw')?.productId).toBe(77)
    })

    it('fills every page but the last, also when earlier rows were removed', async () => {
      const storage = await bench.open()
      await write(storage, together(...[1, 2, 3, 4].map((id) => sampleStay(id, id))))
      expect((await storage.ledger.scanProducts(-1, 2)).map(({ id }) => id)).toEqual([1, 2])
      await write(storage, { removedProducts: [1, 2] })
      expect((await storage.ledger.scanProducts(-1, 2)).map(({ id }) => id)).toEqual([3, 4])
    })

    it('returns every permanent row once, while others are written between its pages', async () => {
      const storage = await bench.open()
      const lasting = Array.from({ length: 40 }, (_, at) => at * 10)
      await write(storage, together(...lasting.map((id) => sampleStay(id, id))))
      const seen: number[] = []
      let after = -1
      for (let page = 0; ; page++) {
        const rows = await storage.ledger.scanRecords(after, 7)
        seen.push(...rows.map(({ row }) => row.id))
        const last = rows.at(-1)
        if (last === undefined) break
        after = last.row.id
        await write(
          storage,
          together(sampleStay(page, page, { record: { revision: 2 } }), sampleStay(395 - page * 50, 1_000 + page)),
        )
      }
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
      expect(seen.filter((id) => lasting.includes(id))).toEqual(lasting)
    })

    it('rejects pages that are empty or too large', async () => {
      const { ledger } = await bench.open()
      await expectError('validation_failed', () => ledger.scanRecords(-1, 0))
      await expectError('validation_failed', () => ledger.scanRecords(-1, LIMITS.rowsPerPage + 1))
      await expectError('validation_failed', () => ledger.scanProducts(-1, LIMITS.rowsPerPage + 1))
      await expectError('validation_failed', () => ledger.scanProducts(-2, 10))
      await expectError('validation_failed', () => ledger.scanLineage(-2, 10))
      await expectError('validation_failed', () => ledger.scanLineage(-1, LIMITS.rowsPerPage + 1))
      await expectError('validation_failed', () => ledger.scanAlerts(undefined, LIMITS.rowsPerPage + 1))
      await expectError('validation_failed', () => ledger.scanAlerts(undefined, 0))
      await expectError('validation_failed', () => ledger.scanAliases(undefined, LIMITS.rowsPerPage + 1))
      await expectError('validation_failed', () => ledger.scanAliases('a', 0))
    })
  })
}

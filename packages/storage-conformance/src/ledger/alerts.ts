import { LIMITS } from '@utpid/core'
import { type AlertQuery, type AlertRow, alertPosition } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { sampleAlert, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const ALERTS = [
  sampleAlert('000000000000000a', [1, 2], {
    informationGain: 500,
    confidence: 7_000,
    detectedAt: '2026-03-01T10:00:00.000Z',
    tags: ['city:paris', 'country:FR', 'group:same_supplier acme acme', 'mark:none', 'supplier:acme'],
    bookings: 40,
  }),
  sampleAlert('000000000000000b', [1, 3], {
    informationGain: 900,
    confidence: 5_000,
    detectedAt: '2026-03-03T10:00:00.000Z',
    tags: [
      'city:o"\\{}, x',
      'country:FR',
      'group:below_match acme bolt',
      'mark:unsure',
      'supplier:acme',
      'supplier:bolt',
    ],
    bookings: 7,
  }),
  sampleAlert('000000000000000c', [2, 3], {
    informationGain: 500,
    confidence: 9_000,
    detectedAt: '2026-03-02T10:00:00.000Z',
    tags: ['country:DE', 'group:same_supplier acme acme', 'mark:none', 'supplier:acme'],
  }),
  sampleAlert('000000000000000d', [1, 4], {
    informationGain: 100,
    confidence: 7_000,
    detectedAt: '2026-03-02T10:00:00.000Z',
    status: 'dismissed',
    resolvedAt: '2026-03-04T10:00:00.000Z',
    resolution: { by: 'person', decision: 1 },
  }),
]

/** Tests that alerts are found by status, product and id, in each order. */
export function testAlerts(bench: StorageBench): void {
  const ask = async (query: Partial<AlertQuery>): Promise<{ total: number; ids: string[] }> => {
    const storage = await bench.open()
    await write(storage, { alerts: ALERTS })
    const { total, alerts } = await storage.ledger.alerts({ order: 'informationGain', offset: 0, limit: 100, ...query })
    return { total, ids: alerts.map(({ id }) => id.slice(-1)) }
  }

  describe('alerts', () => {
    it.each([
      ['by information gain, ties by id', { order: 'informationGain' }, 'bacd'],
      ['by confidence, ties by id', { order: 'confidence' }, 'cadb'],
      ['newest first, ties by id', { order: 'detectedAt' }, 'bcda'],
      ['oldest first, ties by id', { order: 'oldest' }, 'acdb'],
      ['by bookings, none last, ties by id', { order: 'bookings' }, 'abcd'],
      ['with one tag', { tags: ['country:FR'] }, 'ba'],
      ['with several tags', { tags: ['supplier:acme', 'country:FR', 'mark:none'] }, 'a'],
      ['with a tag of odd characters', { tags: ['city:o"\\{}, x'] }, 'b'],
      ['with a tag of no alert', { tags: ['country'] }, ''],
      ['of one product, with a tag', { product: 2, tags: ['country:DE'] }, 'c'],
      ['in a range of confidences', { minConfidence: 7_000, maxConfidence: 8_999 }, 'ad'],
      [
        'from a time until before another',
        { detectedFrom: '2026-03-02T10:00:00.000Z', detectedTo: '2026-03-03T10:00:00.000Z' },
        'cd',
      ],
      ['open ones only', { status: 'open' }, 'bac'],
      ['dismissed ones only', { status: 'dismissed' }, 'd'],
      ['of one product', { product: 1, order: 'confidence' }, 'adb'],
      ['of one product, open', { product: 1, status: 'open' }, 'ba'],
      ['one by id', { id: '000000000000000c' }, 'c'],
      ['one alert by id with another status', { id: '000000000000000c', status: 'merged' }, ''],
      ['of a product without alerts', { product: 9 }, ''],
    ] as const)('%s', async (_, query, expected) => {
      expect(await ask(query)).toEqual({ total: expected.length, ids: [...expected] })
    })

    it('pages through an order with the complete total', async () => {
      expect(await ask({ offset: 1, limit: 2 })).toEqual({ total: 4, ids: ['a', 'c'] })
      expect(await ask({ offset: 4, limit: 2 })).toEqual({ total: 4, ids: [] })
    })

    it.each(['informationGain', 'confidence', 'detectedAt', 'oldest', 'bookings'] as const)(
      'continues after a position in the order %s, also when that row left the list',
      async (order) => {
        const storage = await bench.open()
        await write(storage, { alerts: ALERTS })
        const { ledger } = storage
        const page = { order, status: 'open', offset: 0 } as const
        const { alerts } = await ledger.alerts({ ...page, limit: 10 })
        const [first, second, third] = alerts as [AlertRow, AlertRow, AlertRow]
        const after = alertPosition(first, order)
        expect(await ledger.alerts({ ...page, after, limit: 1 })).toEqual({ total: 3, alerts: [second] })
        await write(storage, { alerts: [{ ...first, status: 'dismissed' }] })
        expect(await ledger.alerts({ ...page, after, limit: 10 })).toEqual({ total: 2, alerts: [second, third] })
        const last = alertPosition(third, order)
        expect(await ledger.alerts({ ...page, after: last, limit: 10 })).toEqual({ total: 2, alerts: [] })
        const other = order === 'detectedAt' || order === 'oldest' ? 'confidence' : 'oldest'
        await expectError('validation_failed', () => ledger.alerts({ ...page, order: other, after, limit: 1 }))
      },
    )

    it('counts alerts by group, largest first, with the best example', async () => {
      const { ledger, ...rest } = await bench.open()
      expect(await ledger.alertGroups({}, 10)).toEqual({ total: 0, groups: [] })
      await write({ ledger, ...rest }, { alerts: ALERTS })
      const [a, b, c] = ALERTS
      const twins = { group: 'same_supplier acme acme', count: 2, example: a }
      expect(await ledger.alertGroups({ status: 'open' }, 10)).toEqual({
        total: 2,
        groups: [twins, { group: 'below_match acme bolt', count: 1, example: b }],
      })
      expect(await ledger.alertGroups({ status: 'open' }, 1)).toEqual({ total: 2, groups: [twins] })
      expect(await ledger.alertGroups({ tags: ['country:DE'] }, 10)).toEqual({
        total: 1,
        groups: [{ ...twins, count: 1, example: c }],
      })
      await expectError('validation_failed', () => ledger.alertGroups({}, 0))
    })

    it('lists an alert in its new state only, also under another product', async () => {
      const storage = await bench.open()
      await write(storage, { alerts: ALERTS })
      expect(
        (await storage.ledger.alerts({ order: 'informationGain', offset: 0, limit: 10, status: 'merged' })).total,
      ).toBe(0)
      const [first] = ALERTS
      const moved = sampleAlert(first?.id as string, [5, 6], { status: 'merged', informationGain: 1 })
      await write(storage, { alerts: [moved] })
      const page = { order: 'informationGain', offset: 0, limit: 10 } as const
      expect(await storage.ledger.alerts({ ...page, status: 'merged' })).toStrictEqual({ total: 1, alerts: [moved] })
      expect((await storage.ledger.alerts({ ...page, product: 2 })).total).toBe(1)
      expect((await storage.ledger.alerts({ ...page, product: 6 })).total).toBe(1)
    })

    it('lists the open alerts of each product, by id', async () => {
      const { ledger, ...rest } = await bench.open()
      await write({ ledger, ...rest }, { alerts: ALERTS })
      const open = await ledger.openAlerts([4, 3, 1, 9, 3])
      const letters = open.map((alerts) => alerts.map(({ id }) => id.slice(-1)).join(''))
      expect(letters).toEqual(['', 'bc', 'ab', '', 'bc'])
      expect(open[1]).toStrictEqual([ALERTS[1], ALERTS[2]])
      const tooMany = Array.from({ length: LIMITS.idsPerRead + 1 }, (_, at) => at)
      await expectError('validation_failed', () => ledger.openAlerts(tooMany))
    })

    it('rejects a page that is too large, empty or negative', async () => {
      const { ledger } = await bench.open()
      const page = { order: 'informationGain', offset: 0, limit: 10 } as const
      await expectError('validation_failed', () => ledger.alerts({ ...page, limit: LIMITS.rowsPerPage + 1 }))
      await expectError('validation_failed', () => ledger.alerts({ ...page, limit: 0 }))
      await expectError('validation_failed', () => ledger.alerts({ ...page, offset: -1 }))
      await expectError('validation_failed', () => ledger.alerts({ ...page, order: 'age' as 'informationGain' }))
    })
  })
}
